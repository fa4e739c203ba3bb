import FetchHost
import FetchSched
import FetchSim
import Synchronization

/// What a journal says of fetches and apps, for a host that makes them itself.
final class Plans: Sendable {
    /// What a fetch does: how long it takes (nil if it never ends by itself), and what it finds.
    struct Plan: Sendable {
        var span: TimeSpan?
        var result = FetchResult.failed
    }

    let configuration: FetchConfiguration
    let seed: UInt64
    /// The apps that there are, with their intervals.
    let kept = Mutex<[AppID: FetchInterval]>([:])
    /// The fetches of each app, in order.
    private let fetches: Mutex<[AppID: [Plan]]>
    /// The numbers of apps, in the order in which they were registered.
    private let apps: Mutex<ArraySlice<AppID>>
    private let ofHost: Set<JournalLine>
    /// Requests for fetches that the host does not make by itself: after alerts.
    private let ofProgram: Set<JournalLine>
    /// How long the radio is active by a push, by the push's number.
    private let pushSpans: [Int64: TimeSpan]

    init(_ lines: [JournalLine]) {
        var player = JournalPlayer()
        var seed: UInt64 = 0
        for line in lines where line.time == .epoch {
            _ = try? player.play(line)
            if line.verb == "create" { seed = UInt64(line["seed"] ?? 0) }
        }
        (configuration, self.seed) = (player.configuration, seed)

        var apps: [AppID] = []
        var fetches: [AppID: [Plan]] = [:]
        var starts: [AppID: FetchTime] = [:]
        var ofHost: Set<JournalLine> = []
        var pushSpans: [Int64: TimeSpan] = [:]
        var push: Int64?
        var alert: AppID?
        var ofProgram: Set<JournalLine> = []
        for (place, line) in lines.enumerated() {
            if line.isAnswer {
                guard let app = line.app else { continue }
                if line.verb == "app" { apps.append(app) }
                if line.verb == "fetch" {
                    fetches[app, default: []].append(Plan())
                    starts[app] = line.time
                }
                if line.verb == "stop_fetch" { starts[app] = nil }
            } else if line.verb == "receive" || line.verb == "next" {
                push = line["number"]
                alert = line["value"] == Int64(PushKind.alert.rawValue) ? line.app : nil
            } else if line.verb == "request", let app = line.app, app == alert {
                ofProgram.insert(line)
            } else if case .radio(.push, let end) = line.event, let number = push {
                pushSpans[number] = end - line.time
            } else if line.verb == "complete", let app = line.app, let start = starts.removeValue(forKey: app)
            {
                // What the fetch reports is told at the same time, before or after.
                let told = lines[max(0, place - 4)..<min(lines.count, place + 3)].filter {
                    $0.time == line.time && $0.app == app
                        && ["content_changed", "server_wait", "server_interval"].contains($0.word("kind"))
                }
                ofHost.formUnion(told)
                let plan = Plan(
                    span: line.time - start, result: line.result(telling: told.compactMap(\.event)))
                fetches[app]?.removeLast()
                fetches[app]?.append(plan)
            }
        }
        self.apps = Mutex(apps[...])
        self.fetches = Mutex(fetches)
        (self.ofHost, self.ofProgram, self.pushSpans) = (ofHost, ofProgram, pushSpans)
    }

    /// How long the radio is active by the push of that line.
    func radioSpan(of push: JournalLine) -> Duration {
        .milliseconds(push["number"].flatMap { pushSpans[$0] }?.milliseconds ?? 0)
    }

    /// The next fetch of the app; nil if there was none in the journal.
    func next(of app: AppID) -> Plan? {
        fetches.withLock { fetches in
            guard let first = fetches[app]?.first else { return nil }
            fetches[app]?.removeFirst()
            return first
        }
    }

    /// The number of the app that is registered next.
    func nextRegistered() -> AppID? { apps.withLock { $0.popFirst() } }

    /// Whether the host does by itself what the line says.
    func isOfHost(_ line: JournalLine) -> Bool {
        if line.time == .epoch || ofHost.contains(line) { return true }
        if ofProgram.contains(line) { return false }
        if case .radio(.push, _) = line.event { return true }
        return ["next", "deadline", "complete", "request", "restore"].contains(line.verb)
    }
}

extension JournalLine {
    /// What a fetch returns that ends with this line and with what is told of it.
    fileprivate func result(telling events: [FetchEvent]) -> FetchResult {
        var result = FetchResult(
            self["outcome"].flatMap { FetchOutcome(rawValue: UInt8($0)) } ?? .failed,
            bytes: self["bytes"] ?? 0)
        result.joules = self[real: "joules"]
        for event in events {
            switch event {
            case .contentChanged(_, let moment):
                result.changes.append(.milliseconds((time - moment).milliseconds))
            case .serverInterval(_, let span): result.serverInterval = .milliseconds(span.milliseconds)
            case .serverWait(_, let end): result.serverWait = .milliseconds((end - time).milliseconds)
            default: break
            }
        }
        return result
    }
}
