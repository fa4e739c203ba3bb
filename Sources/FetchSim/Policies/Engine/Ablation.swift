import FetchSched

/// The engine without one of its parts, to measure the benefit of that part. A new ablation is one line in ``all``.
struct Ablation: Sendable {
    let name: String
    let summary: String
    /// Whether it changes what the engine forecasts while nothing is fetched, so that `forecast` scores it, too.
    let changesForecasts: Bool
    let change: @Sendable (inout FetchConfiguration) -> Void

    private init(
        _ name: String, _ summary: String, forecasts: Bool = false,
        _ change: @escaping @Sendable (inout FetchConfiguration) -> Void
    ) {
        self.name = name
        self.summary = "ablation: " + summary
        self.changesForecasts = forecasts
        self.change = change
    }

    static let all: [Ablation] = [
        Ablation("no-renewal", "no later fetch of the app is expected") { $0.experiment.renews = false },
        Ablation("no-waiting", "fetches as soon as it pays") { $0.experiment.waits = false },
        Ablation("no-coalescing", "no shared radio activity, one fetch per wakeup") {
            $0.experiment.coalesces = false
        },
        Ablation("no-score", "no trust in forecasts is learned, losses are not limited") {
            $0.experiment.keepsScore = false
        },
        Ablation("no-screen", "ignores the screen", forecasts: true) { $0.experiment.usesScreen = false },
        Ablation("no-notifications", "ignores notifications", forecasts: true) {
            $0.experiment.usesNotifications = false
        },
        Ablation("no-content-hours", "no hours of updates", forecasts: true) {
            $0.content.hourlyPrior = 1e12
            $0.content.sourcePrior = 1e12
        },
        Ablation("no-source-hours", "one set of update hours for all sources", forecasts: true) {
            $0.content.sourcePrior = 1e12
        },
        Ablation("no-silence", "sources never fall silent", forecasts: true) {
            $0.content.changesPerSilence = 1e12
        },
    ]
}

extension PolicyFamily {
    static func ablation(_ ablation: Ablation) -> PolicyFamily {
        PolicyFamily(
            engine: ablation.name, ablation.summary,
            changeOfForecasts: ablation.changesForecasts ? ablation.change : nil
        ) { $0.replayEngine(ablation.change) }
    }
}
