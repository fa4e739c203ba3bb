import FetchSched
import FetchTrace

/// Counts of each app's events in a trace: a name that is misspelled in one line is another app.
package struct AppMentions: Sendable {
    private struct Kinds: OptionSet {
        let rawValue: UInt8
        static let launch = Kinds(rawValue: 1)
        static let update = Kinds(rawValue: 2)
        static let interval = Kinds(rawValue: 4)
        /// An interval other than never.
        static let fetchable = Kinds(rawValue: 8)
    }

    /// By app, in the trace's numbers.
    private var kinds: [Kinds] = []
    private var names: [String] = []

    init() {}

    mutating func add(_ event: TraceEvent) {
        guard event.app >= 0 else { return }
        let found: Kinds =
            switch event.kind {
            case .launch: .launch
            case .update: .update
            case .interval: FetchInterval(event.value) == .never ? .interval : [.interval, .fetchable]
            default: []
            }
        let app = Int(event.app)
        while kinds.count <= app { kinds.append([]) }
        kinds[app].formUnion(found)
    }

    mutating func name(_ names: NameTable) { self.names = names.names }

    /// Counts the events of devices in memory.
    package init(_ devices: [DeviceTrace]) {
        var all = NameTable()
        for device in devices {
            let numbers = device.appNames.map { all.number(of: $0) }
            for var event in device.events where event.app >= 0 {
                event.app = numbers[Int(event.app)]
                add(event)
            }
            for (app, number) in numbers.enumerated()
            where device.updates.newest(of: app, at: .distantFuture) != nil {
                add(TraceEvent(time: .epoch, kind: .update, app: number))
            }
        }
        name(all)
    }

    private func apps(_ isMeant: (Kinds) -> Bool) -> [String] {
        zip(names, kinds).filter { isMeant($0.1) }.map { $0.0 }
    }

    package var hasFetchableApp: Bool { kinds.contains { $0.contains(.fetchable) } }

    /// Whether any content ever changes.
    package var hasUpdates: Bool { kinds.contains { $0.contains(.update) } }

    /// Apps that have an interval, and are never opened nor changed.
    package var unused: [String] {
        apps { $0.contains(.interval) && $0.isDisjoint(with: [.launch, .update]) }
    }

    /// Apps that are opened and change, and have no interval.
    package var withoutInterval: [String] {
        apps { $0.isSuperset(of: [.launch, .update]) && !$0.contains(.interval) }
    }
}
