import FetchSched

/// The engine with a part of it switched off, to see what that part is worth. A new one is one line
/// in ``all``.
struct Ablation: Sendable {
    let name: String
    let summary: String
    /// Whether it changes what the engine forecasts while nothing is fetched, so that `forecast` scores it, too.
    var changesForecasts = false
    var change: @Sendable (inout Configuration) -> Void = { _ in }

    static let all: [Ablation] = [
        Ablation(
            name: "no-renewal", summary: "ablation: no later fetch of the app is expected"
        ) {
            $0.experiment.renews = false
        },
        Ablation(name: "no-waiting", summary: "ablation: fetches at once whatever is worth its cost") {
            $0.experiment.waits = false
        },
        Ablation(name: "no-coalescing", summary: "ablation: no shared radio activity, one fetch per wakeup") {
            $0.experiment.coalesces = false
        },
        Ablation(
            name: "no-score", summary: "ablation: no trust in forecasts is learned, losses are not limited"
        ) {
            $0.experiment.keepsScore = false
        },
        Ablation(
            name: "no-screen", summary: "ablation: ignores the screen",
            changesForecasts: true
        ) {
            $0.experiment.heedsScreen = false
        },
        Ablation(
            name: "no-notifications", summary: "ablation: ignores notifications",
            changesForecasts: true
        ) {
            $0.experiment.heedsNotifications = false
        },
        Ablation(
            name: "no-content-hours", summary: "ablation: no hours of updates",
            changesForecasts: true
        ) {
            $0.content.hourlyPrior = 1e12
            $0.content.sourcePrior = 1e12
        },
        Ablation(
            name: "no-source-hours", summary: "ablation: one set of update hours for all sources",
            changesForecasts: true
        ) {
            $0.content.sourcePrior = 1e12
        },
        Ablation(
            name: "no-silence", summary: "ablation: sources never fall silent",
            changesForecasts: true
        ) {
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
