import FetchSched
import FetchTrace
import FetchSim

/// Simple ideas of whether a launch finds new content, learned from what launches found so far.
struct ContentBaselines: Sendable {
    private struct App: Sendable {
        var looks = 0.0
        var found = 0.0
        /// Time between looks, in seconds.
        var seconds = 0.0
        var lastLook: Instant

        mutating func learn(_ foundNew: Bool, after gap: Double) {
            looks += 1
            found += foundNew ? 1 : 0
            seconds += gap
        }
    }

    private var apps: [App]
    private var all: App

    init(apps: Int, start: Instant) {
        all = App(lastLook: start)
        self.apps = [App](repeating: all, count: apps)
    }

    /// The chances that a launch of `app` now finds something new, in the order of ``Forecaster/content``: the app's
    /// rate so far times the time since its last look (after one change of belief at the rate of all apps); the
    /// share of its looks so far that found something (after two looks of belief in the share of all); the share
    /// of all looks.
    func probabilities(_ app: Int, at now: Instant) -> [Double] {
        let own = apps[app]
        let share = (all.found + 1) / (all.looks + 2)
        let overallRate = (all.found + 1) / (all.seconds + 86_400)
        let rate = (own.found + 1) / (own.seconds + 1 / overallRate)
        let gap = max(0, (now - own.lastLook).seconds)
        return [
            PortableMath.saturation(rate * gap), (own.found + 2 * share) / (own.looks + 2), share,
        ]
    }

    /// Learns what a launch of `app` found.
    mutating func learn(_ foundNew: Bool, of app: Int, at now: Instant) {
        let gap = max(0, (now - apps[app].lastLook).seconds)
        apps[app].lastLook = now
        apps[app].learn(foundNew, after: gap)
        all.learn(foundNew, after: gap)
    }
}
