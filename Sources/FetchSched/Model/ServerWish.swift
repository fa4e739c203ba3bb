/// Delays that an app's server asked for: a moment to wait for, and an interval.
struct ServerWish: Hashable, Sendable, SnapshotCoded {
    var floor = FetchTime.distantPast
    /// Not more often, if it is above zero; at most ``Scheduler/longestServerWait``.
    var interval = TimeSpan.zero
    /// The moment was told while a fetch was under way, to whose answer it belongs.
    var isOfAnswer = false

    /// The server answered as usual: a wait that it asked for before is over.
    mutating func endWait() {
        guard floor > .distantPast else { return }
        if !isOfAnswer { floor = .distantPast }
        isOfAnswer = false
    }

    /// From when on the server wants to be asked again: a floor under all that the scheduler would do.
    @inline(__always)
    func allows(after end: FetchTime) -> FetchTime { interval > .zero ? max(floor, end + interval) : floor }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&floor, &isOfAnswer, &interval)
        try coder.check(interval >= .zero && interval <= Scheduler.longestServerWait)
    }
}
