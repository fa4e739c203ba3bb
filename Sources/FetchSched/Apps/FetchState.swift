/// Where an app's fetch stands.
enum FetchState: Hashable, Sendable {
    /// None is under way.
    case idle
    /// One is under way.
    case running(FetchRun)
    /// One ran past its limit, and the host has not been told to stop it.
    case expired

    /// The fetch under way; nil if there is none.
    @inline(__always)
    var run: FetchRun? {
        if case .running(let run) = self { return run }
        return nil
    }

    @inline(__always)
    var isRunning: Bool {
        if case .running = self { return true }
        return false
    }
}

/// A fetch under way.
struct FetchRun: Hashable, Sendable {
    /// When it was started.
    var since: Instant
    /// What it was expected to cost, in joules.
    var expectedJoules: Float
    /// How long it waited for its turn on the radio, see ``RadioState/waitSeconds(at:_:)``, in seconds.
    var waitSeconds: Float
}

extension FetchState: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var isExpired = self == .expired
        try coder.code(&isExpired)
        var since = run?.since
        try coder.code(&since)
        var run = run ?? FetchRun(since: .epoch, expectedJoules: 0, waitSeconds: 0)
        if let since {
            run.since = since
            try coder.code(any: &run.expectedJoules)
            try coder.code(any: &run.waitSeconds)
        }
        try coder.check(!isExpired || since == nil)
        self = isExpired ? .expired : since == nil ? .idle : .running(run)
    }
}
