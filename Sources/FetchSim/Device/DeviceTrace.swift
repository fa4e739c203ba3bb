import FetchSched
import FetchTrace

/// Events of one device, split into those that a scheduler may see and the ground truth that it may not.
///
/// Apps are numbered from 0 in the order of their first appearance on this device.
public struct DeviceTrace: Sendable {
    /// The device's id.
    public let name: String
    /// App ids, by number.
    public private(set) var appNames: [String] = []
    /// Events for the scheduler, in order of time; `app` is the number on this device.
    public private(set) var events: [TraceEvent] = []
    /// When each app's content changed. Ground truth.
    package private(set) var updates = UpdateLog()
    /// When fetches fail. Ground truth.
    package private(set) var outages: [Outage] = []
    /// First and last event.
    public private(set) var span = FetchTime.distantFuture...FetchTime.distantFuture
    /// Whether apps do more in the background than fetch.
    public private(set) var hasBackgroundWork = false
    /// Whether it tells of runs that the system grants, so that fetches start in these and in uses alone.
    public private(set) var grantsRuns = false
    /// Texts of where the device's data come from, such as `updates: synthetic, seed 1`.
    public private(set) var provenance: [String] = []
    /// How many lines of the trace belong to the device.
    public private(set) var eventCount = 0

    /// Fetches of `app` (of all apps if nil) fail during `span`.
    package struct Outage: Hashable, Sendable {
        /// Effects of an outage on fetches and launches.
        package enum Kind: Int, Hashable, Sendable {
            /// Fetches fail at once; launches load.
            case ofFetches
            /// All fail at once, as with a captive portal.
            case failing
            /// All hang until they are given up.
            case hanging
            /// The server says that there is no such source.
            case gone
        }

        package let app: Int?
        package let kind: Kind
        package let span: ClosedRange<FetchTime>
    }

    /// Prepares the events of one device, which must be in order of time. A use of more than a day ends after a day.
    ///
    /// - Complexity: O(events).
    public init(name: String, events all: some Collection<TraceEvent>, names: TraceNames) {
        self.name = name
        var numbers: [Int32: Int32] = [:]
        var perApp: [[UpdateLog.Entry]] = []
        for event in all {
            var event = event.withUseOfADay
            if event.app >= 0 {
                if let known = numbers[event.app] {
                    event.app = known
                } else {
                    let number = Int32(appNames.count)
                    numbers[event.app] = number
                    appNames.append(names.apps[event.app])
                    perApp.append([])
                    event.app = number
                }
            }
            switch event.kind {
            case .update:
                let entry = UpdateLog.Entry(time: event.time, bytes: max(0, event.bytes))
                perApp[Int(event.app)].append(entry)
            case .outage:
                let app = event.app >= 0 ? Int(event.app) : nil
                let end = event.time + (event.duration ?? .zero)
                outages.append(
                    Outage(app: app, kind: Outage.Kind(event.value), span: event.time...max(event.time, end)))
            case .provenance:
                guard case .named(_, let text) = event.value else { break }
                provenance.append(names.labels[text])
            case .push, .location, .task, .transfer:
                hasBackgroundWork = true
                events.append(event)
            case .run:
                grantsRuns = true
                events.append(event)
            default:
                events.append(event)
            }
            span = eventCount == 0 ? event.time...event.time : span.lowerBound...event.time
            eventCount += 1
        }
        updates = UpdateLog(perApp: perApp)
    }

    /// The devices of a trace, in the order of their first appearance.
    ///
    /// - Complexity: O(events).
    public static func devices(of trace: Trace) -> [DeviceTrace] {
        var events = [[TraceEvent]](repeating: [], count: trace.names.devices.count)
        for event in trace.events { events[Int(event.device)].append(event) }
        return events.enumerated().filter { !$0.element.isEmpty }.map { number, events in
            DeviceTrace(name: trace.names.devices[Int32(number)], events: events, names: trace.names)
        }
    }

    /// Whether any app may be fetched at any time: one without an interval may not.
    package var hasFetchableApp: Bool {
        events.contains { $0.kind == .interval && FetchInterval($0.value) != .never }
    }

    /// When the first outage of `app` after `now` starts; nil if none follows.
    func nextOutage(of app: Int, after now: FetchTime) -> FetchTime? {
        outages.lazy.filter { ($0.app == nil || $0.app == app) && $0.span.lowerBound > now }
            .map { $0.span.lowerBound }.min()
    }

    /// When the first outage of any app that is not over at `now` starts; `distantFuture` if there is none.
    func nextOutage(at now: FetchTime) -> FetchTime {
        var first = FetchTime.distantFuture
        for outage in outages where outage.span.upperBound >= now {
            first = min(first, outage.span.lowerBound)
        }
        return first
    }

    /// The outage that a fetch or launch of `app` meets at `now`: the worst of several.
    func outage(of app: Int, at now: FetchTime) -> Outage.Kind? {
        var worst: Outage.Kind?
        for outage in outages where (outage.app == nil || outage.app == app) && outage.span.contains(now) {
            if outage.kind.rawValue > worst?.rawValue ?? -1 { worst = outage.kind }
        }
        return worst
    }
}

extension DeviceTrace.Outage.Kind {
    init(_ value: EventValue) {
        guard case .word(let word) = value else { self = .ofFetches; return }
        self = Self(rawValue: Int(word) + 1) ?? .ofFetches
    }
}

/// The moments at which the apps' content changed, by app.
package struct UpdateLog: Sendable {
    package struct Entry: Hashable, Sendable {
        package let time: FetchTime
        /// Bytes of a fetch of the update.
        package let bytes: Int64
    }

    private var first: [Int] = [0]
    private var entries: [Entry] = []

    init() {}

    init(perApp: [[Entry]]) {
        for list in perApp {
            entries += list
            first.append(entries.count)
        }
    }

    /// The newest change of `app` at or before `now`.
    ///
    /// - Complexity: O(log(changes of the app)).
    @inline(__always)
    package func newest(of app: Int, at now: FetchTime) -> Entry? {
        var low = first[app]
        var high = first[app + 1]
        let start = low
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].time <= now { low = middle + 1 } else { high = middle }
        }
        return low > start ? entries[low - 1] : nil
    }

    /// When changes of `app` came, by their numbers.
    func times(_ changes: Range<Int>, of app: Int) -> some BidirectionalCollection<FetchTime> {
        entries[first[app] + changes.lowerBound..<first[app] + changes.upperBound].lazy.map { $0.time }
    }

    func hasChanges(of app: Int) -> Bool { first[app] < first[app + 1] }

    /// Counts the changes of `app` up to `now`, for calls in order of time.
    ///
    /// - Parameter count: the result of the previous call; 0 at first.
    /// - Complexity: O(1) amortised.
    @inline(__always)
    func count(_ count: inout Int, of app: Int, upTo now: FetchTime) {
        var next = first[app] + count
        let end = first[app + 1]
        while next < end, entries[next].time <= now { next += 1 }
        count = next - first[app]
    }

    /// The change of `app` before which there were `number` others.
    @inline(__always)
    func change(_ number: Int, of app: Int) -> Entry { entries[first[app] + number] }

    func inOrder() -> [(time: FetchTime, app: Int, bytes: Int64)] {
        var all: [(time: FetchTime, app: Int, bytes: Int64)] = []
        for app in 0..<first.count - 1 {
            for entry in entries[first[app]..<first[app + 1]] { all.append((entry.time, app, entry.bytes)) }
        }
        return all.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
    }
}
