import FetchSim

/// One figure of an app under a policy. JSON, CSV and the table for people all follow ``all``.
struct AppColumn: Sendable {
    /// The key in JSON and CSV.
    let key: String
    /// Header and unit in the table for people.
    let header: (title: String, unit: String)
    private let scale: Double
    private let decimals: Int
    let figure: @Sendable (AppResult) -> Double?

    private init(
        _ key: String, _ title: String, _ unit: String, scale: Double = 1, _ decimals: Int,
        _ figure: @escaping @Sendable (AppResult) -> Double?
    ) {
        self.key = key
        header = (title, unit)
        self.scale = scale
        self.decimals = decimals
        self.figure = figure
    }

    /// Every figure.
    static let all: [AppColumn] = [
        .init("freshLaunchShare", "fresh", "%", scale: 100, 1, \.freshLaunchShare),
        .init("launchesPerDay", "launches", "/day", 1, \.launchesPerDay),
        .init("staleMinutes", "stale", "min", 1, \.staleMinutes),
        .init("fetchesPerDay", "fetches", "/day", 1, \.fetchesPerDay),
        .init("usefulShare", "useful", "%", scale: 100, 0, \.usefulShare),
        .init("noDataShare", "noData", "%", scale: 100, 0, \.noDataShare),
        .init("failedShare", "failed", "%", scale: 100, 0, \.failedShare),
        .init("bytesPerDay", "data", "MB/day", scale: 1e-6, 2, \.bytesPerDay),
    ]

    /// Of ``all`` what the table for people shows: it fits 80 columns.
    static let usual = all.filter { $0.key != "failedShare" }

    /// The figure as it stands in the table for people: without decimals from a thousand on.
    func cell(_ row: AppResult) -> String {
        guard let value = figure(row) else { return "-" }
        let shown = value * scale
        return Figures.fixed(shown, decimals: abs(shown) < 999.95 ? decimals : 0)
    }
}
