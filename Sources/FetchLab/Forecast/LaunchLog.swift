import FetchSched
import FetchTrace
import FetchSim

/// When each app was launched. Ground truth for the scores; no forecaster sees it.
struct LaunchLog: Sendable {
    private var first: [Int] = [0]
    private var times: [Instant] = []

    /// The launches of a device.
    ///
    /// - Complexity: O(events).
    init(_ trace: DeviceTrace) {
        var perApp = [[Instant]](repeating: [], count: trace.appNames.count)
        for event in trace.events where event.kind == .launch { perApp[Int(event.app)].append(event.time) }
        for list in perApp {
            times += list
            first.append(times.count)
        }
    }

    /// How many launches there are.
    var count: Int { times.count }

    /// Time from `moment` until the first launch of `app` not before it; nil if there is none.
    ///
    /// - Complexity: O(log(launches of the app)).
    func wait(for app: Int, from moment: Instant) -> TimeSpan? {
        var low = first[app]
        var high = first[app + 1]
        let end = high
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < moment { low = middle + 1 } else { high = middle }
        }
        return low < end ? times[low] - moment : nil
    }

    /// Whether `app` is launched within `span` from `moment` on.
    ///
    /// - Complexity: O(log(launches of the app)).
    func isLaunched(_ app: Int, within span: TimeSpan, from moment: Instant) -> Bool {
        wait(for: app, from: moment).map { $0 < span } ?? false
    }

    /// Whether `app` was launched before `moment`.
    func wasLaunched(_ app: Int, before moment: Instant) -> Bool {
        first[app] < first[app + 1] && times[first[app]] < moment
    }
}
