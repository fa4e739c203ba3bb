/// Server-imposed delays of an app: a moment to wait for, and an interval.
struct ServerWish: Hashable, Sendable, SnapshotCoded {
    var floor = FetchTime.distantPast
    /// Not more often, if it is above zero; at most ``Scheduler/longestServerWait``.
    var interval = TimeSpan.zero
    /// Whether the moment was reported during a fetch, to whose answer it belongs.
    var isOfAnswer = false
    /// Whether that answer refused a request that came too soon after another to the server.
    var isTooSoon = false

    /// Ends an earlier server-imposed wait, as the server answered as usual.
    mutating func endWait() {
        guard floor > .distantPast else { return }
        if !isOfAnswer { floor = .distantPast }
        endAnswer()
    }

    /// The answer to which the wait belongs is dealt with.
    mutating func endAnswer() { (isOfAnswer, isTooSoon) = (false, false) }

    /// First time at which the server permits a request: a lower bound for all decisions of the scheduler.
    func allows(after end: FetchTime) -> FetchTime { interval > .zero ? max(floor, end + interval) : floor }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&floor, &isOfAnswer, &isTooSoon, &interval)
        try coder.check(interval >= .zero && interval <= Scheduler.longestServerWait)
    }
}
