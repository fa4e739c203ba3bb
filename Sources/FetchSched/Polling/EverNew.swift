/// Whether a source is new at each request, as a page with a counter or an advertisement is.
///
/// A source that was new at each of several requests may change often, or never be the same twice. Three requests ten
/// minutes apart decide: a source that is new at each of them is ever new. It is tried again after every eight
/// requests, as updates may come in bursts. One request that finds nothing ends the state. Dated changes are real.
///
/// A source that only changes often is tried again after twice as many requests, and so on.
struct EverNew: Hashable, Sendable {
    /// Requests in a row that found something undated.
    private var finds: UInt8 = 0
    /// Finds in a row after which the source is tried.
    private var patience: UInt8 = 6

    private static let tries: UInt8 = 3
    /// Requests after which a source that was found to be ever new is tried again.
    private static let doubt: UInt8 = 8
    private static let mostPatience: UInt8 = 192
    /// Time after one request at which the next one tries the source; a request after `mostGap` shows nothing.
    static let gap = TimeSpan.minutes(10)
    private static let mostGap = TimeSpan.minutes(30)

    /// The most that ever new sources take of the number of requests together: a fifth of what the others would have,
    /// less where they are few, and all where hardly any others are left, so that the number is made.
    ///
    /// - Parameter part: the part of all sources that they are.
    static func share(part: Double) -> Double { 2 * part * part * part + (1 - part) * min(0.2, part / 0.7) }

    var isTried: Bool { finds >= patience && !isBelieved }
    var isBelieved: Bool { finds >= patience + Self.tries }

    /// Learns what a request found.
    ///
    /// - Parameter passed: the time since the last one.
    mutating func learn(foundNew: Bool, isDated: Bool, passed: TimeSpan) {
        if foundNew, !isDated {
            // A late try shows nothing, and is repeated; if it is the last one, the source stays as it was.
            let isLate = isTried && passed > Self.mostGap
            finds = isLate && finds < patience + Self.tries - 1 ? 0 : finds + 1
            if finds >= patience + Self.tries + Self.doubt { finds = patience + Self.tries - 1 }
        } else {
            if isTried { patience = min(patience, Self.mostPatience / 2) * 2 }
            finds = 0
        }
    }
}

extension EverNew: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&finds, &patience)
        try coder.check(
            (1...Self.mostPatience).contains(patience) && finds < patience + Self.tries + Self.doubt)
    }
}

extension Scheduler {
    /// Least time between two requests of an ever new source; zero for others. Otherwise each takes many times its
    /// share of the requests, for no information. Where room is reserved for the host's longest time, at most that.
    func everNewSpacing(of app: Int) -> TimeSpan {
        guard let perDay = polling.price.perDay, perDay > 0, apps[app].everNew.isBelieved else {
            return .zero
        }
        let count = Double(polling.everNew)
        let share = EverNew.share(part: count / Double(max(1, apps.appCount)))
        let days = count / (share * perDay) / max(1e-3, polling[limits: app].weight)
        return min(.seconds(min(days, 30) * 86_400), longestWait(of: app) - apps[basics: app].lastSync)
    }

    /// Learns whether the source is ever new, from a request that started at `moment`.
    mutating func learnEverNew(_ outcome: FetchOutcome, of app: Int, at moment: FetchTime) {
        guard polling.price.perDay != nil, outcome.isSuccess else { return }
        let (last, before) = (apps[basics: app].lastSync, apps[app].everNew.isBelieved)
        apps[app].everNew.learn(
            foundNew: outcome == .newData, isDated: apps[app].datedChange > last, passed: moment - last)
        polling.everNew += (apps[app].everNew.isBelieved ? 1 : 0) - (before ? 1 : 0)
    }
}
