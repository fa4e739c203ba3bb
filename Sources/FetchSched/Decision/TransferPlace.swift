/// Where a transfer would lie between two activities of the radio, and so what it would add to the energy.
///
/// What overlaps with an activity under way costs nothing more. What goes beyond it lengthens the radio's time awake: by
/// little if another activity follows soon, by a tail of its own if not.
struct TransferPlace: Sendable {
    /// How much of a transfer lies within the activity under way, in seconds.
    private let overlap: Double
    /// How long ago that ended, in seconds, and what the radio has spent since, in joules.
    private let elapsed: Double
    private let elapsedJoules: Double
    /// Time to the next activity if it comes before the radio falls asleep, in seconds, and the chance of that.
    private let next: Double
    private let near: Double
    /// What falling asleep and waking takes, in joules.
    private let asleepJoules: Double

    init(
        overlap: Double, elapsed: Double, _ outlook: OccasionForecast.Outlook, _ costs: borrowing RadioCosts
    ) {
        self.overlap = overlap
        self.elapsed = elapsed
        elapsedJoules = costs.pauseJoules(elapsed)
        next = outlook.nearSeconds - overlap
        near = outlook.near
        asleepJoules = costs.pauseJoules(.infinity)
    }

    /// Expected marginal energy of a transfer of `seconds`, in joules.
    ///
    /// - Complexity: O(stages of the tail).
    func joules(seconds: Double, _ costs: borrowing RadioCosts) -> Double {
        let beyond = seconds - overlap
        guard beyond > 0 else { return 0 }
        let spent = elapsedJoules + costs.activeWatts * beyond
        let asleep = max(0, spent + asleepJoules - asleepJoules)
        let pause = elapsed + max(next, beyond)
        let after = pause - elapsed - beyond
        let followed = max(0, spent + costs.pauseJoules(max(0, after)) - costs.pauseJoules(pause))
        return near * followed + (1 - near) * asleep
    }

    /// The same for eight transfers.
    @inline(__always)
    func joules(seconds: PortableMath.Lanes, _ costs: borrowing RadioCosts) -> PortableMath.Lanes {
        typealias Lanes = PortableMath.Lanes
        let beyond = seconds - overlap
        guard any(beyond .> 0) else { return .zero }
        let spent = elapsedJoules + costs.activeWatts * beyond
        let asleep = Self.positive(spent + asleepJoules - asleepJoules)
        let pause = elapsed + beyond.replacing(with: next, where: .!(beyond .>= next))
        let after = Self.positive(pause - elapsed - beyond)
        let followed = Self.positive(spent + costs.pauseJoules(after) - costs.pauseJoules(pause))
        return (near * followed + (1 - near) * asleep).replacing(with: 0, where: .!(beyond .> 0))
    }

    @inline(__always)
    private static func positive(_ x: PortableMath.Lanes) -> PortableMath.Lanes {
        x.replacing(with: 0, where: .!(x .> 0))
    }
}
