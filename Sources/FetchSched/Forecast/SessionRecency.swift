/// By how much more or less often than its share of sessions says an app is in the next one, by how many sessions ago it
/// was used last.
///
/// Apps are used in runs: one that was used in the last session is in the next one more often than its share of all sessions
/// says, one that was not for weeks hardly ever. The share of ``SessionPresence`` knows nothing of that. So at the begin of
/// each session the shares of all apps are added up by sessions since their last use, and beside them how many of those
/// apps the session had. The quotient is the factor.
///
/// - Complexity: O(1) per launch and query, O(apps launched so far) at the begin of a session.
struct SessionRecency: Sendable {
    /// By cell of sessions since the last use: apps that sessions had, and the sum of the shares that said so.
    private var outcomes = [SIMD2<Double>](repeating: belief, count: NextAppCells.sessions)

    /// As many apps of belief that the shares are right.
    private static let belief = SIMD2<Double>(3, 3)
    /// What is kept of old outcomes at each session: half after 140.
    private static let kept = 0.995

    /// A session begins.
    mutating func beginSession() {
        for cell in outcomes.indices {
            outcomes[cell] = Self.kept * outcomes[cell] + (1 - Self.kept) * Self.belief
        }
    }

    /// Of an app in that cell a share of `share` said that the session has it.
    mutating func expect(_ share: Double, cell: Int) { outcomes[cell][1] += share }

    /// The session has an app that was in that cell at its begin.
    mutating func meet(cell: Int) { outcomes[cell][0] += 1 }

    /// What the share of an app in that cell is to be multiplied by.
    @inline(__always)
    func factor(cell: Int) -> Double { outcomes[cell][0] / outcomes[cell][1] }
}

extension SessionRecency: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for cell in outcomes.indices {
            for lane in 0..<2 { try coder.code(amount: &outcomes[cell][lane]) }
            // Belief is never forgotten, only outweighed.
            try coder.check(all(outcomes[cell] .>= 1e-3) && all(outcomes[cell] .<= 1e9))
        }
    }
}
