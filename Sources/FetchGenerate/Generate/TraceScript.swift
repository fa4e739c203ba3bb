import FetchSched
import FetchTrace

/// A trace written by hand rather than by one user's habits: cases in which a scheduler that learns does badly, and servers.
struct TraceScript: Sendable {
    /// How many apps there are; all may be fetched at any time.
    let apps: Int
    let write: @Sendable (inout TraceScene) -> Void
}

/// The target of a ``TraceScript``. Times are seconds since the trace's first midnight in UTC.
struct TraceScene: Sendable {
    let start: FetchTime
    let days: Int
    var sampler: Sampler
    private var drafts: [Draft] = []

    /// Times in order, from the first on, all within the trace.
    typealias Times = [Double]

    init(start: FetchTime, days: Int, sampler: Sampler) {
        self.start = start
        self.days = days
        self.sampler = sampler
    }

    static let minute = 60.0
    static let hour = 3_600.0
    static let day = 86_400.0

    var end: Double { Double(days) * Self.day }

    // MARK: Times

    /// One after the other, so far apart, from a moment on until another (the end of the trace without one).
    func every(_ period: Double, from first: Double = 0, until last: Double? = nil) -> Times {
        Array(stride(from: first, to: min(last ?? end, end), by: period))
    }

    /// A Poisson process.
    mutating func atRandom(perDay: Double, from first: Double = 0, until last: Double? = nil) -> Times {
        var times: Times = []
        var time = first
        while true {
            time += max(1, sampler.exponential(mean: Self.day / perDay))
            guard time < min(last ?? end, end) else { return times }
            times.append(time)
        }
    }

    // MARK: What happens

    /// The user opens the app. A use ends before the next one starts.
    mutating func launch(_ app: Int, at time: Double, seconds: Double = 30) {
        drafts.append(
            Draft(
                time: time, kind: .launch, app: app, bytes: 20_000,
                duration: (seconds * 10).rounded(.down) / 10))
    }

    mutating func update(_ app: Int, at time: Double, bytes: Int64 = 100_000) {
        drafts.append(Draft(time: time, kind: .update, app: app, bytes: bytes))
    }

    /// The app's source changes at each of those times.
    mutating func update(_ app: Int, at times: Times) {
        for time in times { update(app, at: time) }
    }

    /// Fetches of the app, or of all, fail; with a word of ``Words/Outage`` launches load nothing either.
    mutating func outage(
        of app: Int? = nil, at time: Double, seconds: Double, _ value: EventValue = .none
    ) {
        drafts.append(Draft(time: time, kind: .outage, app: app, value: value, duration: seconds))
    }

    /// Takes the network away for some time, and gives mobile data after it.
    mutating func loseNetwork(at time: Double, seconds: Double) {
        drafts.append(Draft(time: time, kind: .network, value: Words.Network.none))
        drafts.append(Draft(time: time + seconds, kind: .network, value: Words.Network.cellular))
    }

    /// The connection that pushes come by gives a sign of life every 28 minutes.
    mutating func heartbeats() {
        for time in every(GeneratorPreset.mobileHeartbeat, from: 60) {
            drafts.append(Draft(time: time, kind: .radio, value: Words.Radio.heartbeat))
        }
    }

    // MARK: The result

    /// The events in order of time, within the trace. A launch ends the foreground period before it; a launch of the
    /// app in the foreground, or at the same moment as another, is left out.
    func inOrder() -> [Draft] {
        var result = drafts.filter { $0.time >= 0 && $0.time < end }.inOrder()
        var last: Int?
        var isLeftOut: Set<Int> = []
        for index in result.indices where result[index].kind == .launch {
            defer { if !isLeftOut.contains(index) { last = index } }
            guard let before = last else { continue }
            let gap = result[index].time - result[before].time
            let isSame = result[index].app == result[before].app
            let least = isSame ? (result[before].duration ?? 0) + Self.shortestReturn : Self.shortestUse
            if gap < least {
                isLeftOut.insert(index)
            } else if let duration = result[before].duration, duration >= gap {
                result[before].duration = ((gap - Self.shortestPause) * 10).rounded(.down) / 10
            }
        }
        return result.indices.filter { !isLeftOut.contains($0) }.map { result[$0] }
    }

    /// As in `LaunchProcess`: the same app again sooner would be the same use.
    private static let shortestReturn = 5.0
    private static let shortestUse = 1.0
    private static let shortestPause = 0.5
}
