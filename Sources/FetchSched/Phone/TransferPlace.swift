/// Where a transfer would lie between two activities of the radio, and so what it would add to the energy.
///
/// A request's latency overlaps with an activity under way; its bytes come after those of the activity. What goes
/// beyond it lengthens the radio's time awake: by little if another activity follows soon, by a tail of its own if not.
struct TransferPlace: Sendable {
    /// How much of a transfer lies within the activity under way, in seconds.
    private let overlap: Double
    /// How long ago that ended, in seconds, and what the radio has spent since, in joules.
    private let elapsed: Double
    private let elapsedJoules: Double
    /// Time to the next activity if it comes before the radio falls asleep, in seconds, and the probability of that.
    private let next: Double
    private let near: Double
    /// Energy of falling asleep and waking, in joules.
    private let asleepJoules: Double

    init(
        overlap: Double, elapsed: Double, _ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts
    ) {
        self.overlap = overlap
        self.elapsed = elapsed
        elapsedJoules = costs.pauseJoules(elapsed)
        next = outlook.nearSeconds - overlap
        near = outlook.near
        asleepJoules = costs.pauseJoules(.infinity)
    }

    /// Just after the radio was woken for it.
    static func awoken(
        _ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts
    ) -> TransferPlace {
        TransferPlace(overlap: 0, elapsed: 0, outlook, costs)
    }

    /// Expected marginal energy of a request whose bytes take `seconds`, in joules; without the energy of the bytes.
    func joules(latency: Double, seconds: Double, _ costs: borrowing RadioCosts) -> Double {
        // The link is taken until the activity under way ends; latencies overlap freely.
        let beyond = max(0, latency - overlap) + seconds
        guard beyond > 0 else { return 0 }
        let spent = elapsedJoules + costs.baseWatts * beyond
        let asleep = max(0, spent + asleepJoules - asleepJoules)
        let pause = elapsed + max(next, beyond)
        let after = pause - elapsed - beyond
        let followed = max(0, spent + costs.pauseJoules(max(0, after)) - costs.pauseJoules(pause))
        return near * followed + (1 - near) * asleep
    }
}
