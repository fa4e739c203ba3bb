import FetchSched

/// The engine with a part of it switched off or replaced by the truth, to see what that part is worth. A new one
/// is one line in ``all``.
struct Ablation: Sendable {
    let name: String
    let summary: String
    var tellsContent = false
    var tellsLaunches = false
    var wakes = true
    /// Whether it changes what the engine forecasts while nothing is fetched, so that `forecast` scores it, too.
    var changesForecasts = false
    var change: @Sendable (inout Configuration) -> Void = { _ in }

    static let all: [Ablation] = [
        Ablation(
            name: "perfect-launches", summary: "the engine, knowing all launches to come", tellsLaunches: true
        ),
        Ablation(
            name: "perfect-next-app", summary: "the engine, knowing launches to come, but without wakeups",
            tellsLaunches: true, wakes: false),
        Ablation(
            name: "perfect-content", summary: "the engine, told of every change of content",
            tellsContent: true),
        Ablation(
            name: "perfect-both", summary: "the engine, knowing launches and content", tellsContent: true,
            tellsLaunches: true),
        Ablation(
            name: "constant-rate", summary: "the engine, each app launched at a constant rate",
            changesForecasts: true
        ) {
            $0.experiment.forecasts = false
        },
        Ablation(
            name: "no-session-context", summary: "the engine with the time of day alone",
            changesForecasts: true
        ) {
            $0.experiment.sessionContext = false
        },
        Ablation(
            name: "no-renewal", summary: "the engine, reckoning as if no other fetch of the app followed"
        ) {
            $0.experiment.renews = false
        },
        Ablation(name: "no-waiting", summary: "the engine, fetching at once what pays") {
            $0.experiment.waits = false
        },
        Ablation(name: "no-coalescing", summary: "the engine without free moments, one fetch per wakeup") {
            $0.experiment.coalesces = false
        },
        Ablation(name: "no-score", summary: "the engine that takes its forecasts at their word") {
            $0.experiment.keepsScore = false
        },
        Ablation(
            name: "no-screen", summary: "the engine that heeds nothing the screen does",
            changesForecasts: true
        ) {
            $0.experiment.heedsScreen = false
        },
        Ablation(
            name: "no-alarms", summary: "the engine that heeds no alarm clock and no calendar",
            changesForecasts: true
        ) {
            $0.experiment.heedsAlarms = false
        },
        Ablation(
            name: "no-notifications", summary: "the engine that heeds no notification",
            changesForecasts: true
        ) {
            $0.experiment.heedsNotifications = false
        },
        Ablation(
            name: "no-riding",
            summary: "the engine whose work does not share the radio, but for the user's use"
        ) {
            $0.experiment.ridesAlong = false
        },
        Ablation(
            name: "no-content-hours", summary: "the engine with sources that know no hours",
            changesForecasts: true
        ) {
            $0.content.hourlyPrior = 1e12
            $0.content.sourcePrior = 1e12
        },
        Ablation(
            name: "no-source-hours", summary: "the engine with sources that change at the hours that all do",
            changesForecasts: true
        ) {
            $0.content.sourcePrior = 1e12
        },
        Ablation(
            name: "no-silence", summary: "the engine with sources that never fall silent",
            changesForecasts: true
        ) {
            $0.content.changesPerSilence = 1e12
        },
    ]

    fileprivate func replay(_ run: PolicyRun) -> PolicyReplay {
        let oracle =
            tellsContent || tellsLaunches ? TruthFeed(run, self) : nil
        return run.replayEngine(oracle: oracle, change)
    }
}

extension PolicyFamily {
    static func ablation(_ ablation: Ablation) -> PolicyFamily {
        PolicyFamily(
            engine: ablation.name, ablation.summary,
            changeOfForecasts: ablation.changesForecasts ? ablation.change : nil
        ) { ablation.replay($0) }
    }
}
