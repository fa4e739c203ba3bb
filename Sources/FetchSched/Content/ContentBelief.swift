/// Belief about one app's source: how often it changes while it is alive, and whether it is alive.
///
/// Sources come and go: a league pauses for the summer, a chat group falls asleep. A belief about the rate alone
/// would take months of silence for a low rate, and need as long again to unlearn it. So there are two
/// hypotheses. An *active* source changes at a rate known as ``ContentRate``; it falls silent once in
/// ``ContentParameters/changesPerSilence`` changes. A *silent* one resumes in its own time: the longer it has
/// been silent, the longer it will be, see ``ContentParameters/resumption``.
///
/// Each look updates the probability of both by Bayes' rule, and the rate only as far as the source was active. This is
/// the penalty for noData, and its end: in silence the probability of something new falls look by look, while the rate
/// stays; one newData restores the probability.
struct ContentBelief: Hashable, Sendable, SnapshotCoded {
    /// The rate while the source is active.
    private(set) var rate: ContentRate
    /// Probability that it was active at the last look.
    private(set) var active = 1.0
    /// How long the source had been silent at the last look, in seconds.
    private(set) var silence = 0.0
    /// How many looks there were, up to 255.
    private(set) var looks: UInt8 = 0

    /// Looks during which nothing is forgotten, so that a rate is learned as fast as it can be.
    private static let firstLooks: UInt8 = 50
    private static let longestGap = TimeSpan.days(30)

    init(_ parameters: ContentParameters = ContentParameters()) { rate = ContentRate(parameters) }

    /// A belief about a source that has not been looked at.
    init(prior: ContentRate) { rate = prior }

    /// The probability that the source has something new after `gap`, in [0, 1].
    func probabilityNew(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        guard gap > .zero else { return 0 }
        let still = stillSilent(after: gap, parameters)
        let asleep = probabilityAsleep(after: gap, parameters)
        return min(max(0, (1 - asleep) * rate.probabilityNew(after: gap) + asleep * (1 - still)), 1)
    }

    mutating func learn(foundNew: Bool, after gap: TimeSpan, _ parameters: ContentParameters) {
        guard gap > .zero else { return }
        // Longer gaps come from clocks that were set, or phones that lay in a drawer.
        let gap = min(gap, Self.longestGap)
        let retention = looks >= Self.firstLooks ? parameters.retention : 1
        looks = looks == .max ? .max : looks + 1
        let asleep = probabilityAsleep(after: gap, parameters)
        let newIfActive = rate.probabilityNew(after: gap)
        let newIfAsleep = 1 - stillSilent(after: gap, parameters)
        let ifActive = (1 - asleep) * (foundNew ? newIfActive : 1 - newIfActive)
        let ifAsleep = asleep * (foundNew ? newIfAsleep : 1 - newIfAsleep)
        let sum = ifActive + ifAsleep
        let wasActive = sum > 1e-300 ? ifActive / sum : 1 - asleep
        rate.learn(foundNew: foundNew, after: gap, retention: retention, weight: wasActive)
        if foundNew {
            active = 1
            silence = 0
        } else {
            active = wasActive
            silence = min(silence + gap.seconds, 1e11)
        }
    }

    /// Learns that the source changed `gap` after the last look, and just then.
    mutating func learnChange(after gap: TimeSpan, _ parameters: ContentParameters) {
        rate.learnChange(after: gap, retention: looks >= Self.firstLooks ? parameters.retention : 1)
        looks = looks == .max ? .max : looks + 1
        active = 1
        silence = 0
    }

    /// The probability that the source is asleep by the end of a gap, before what a look finds is known.
    private func probabilityAsleep(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        let expected = rate.mean * gap.seconds / max(1, parameters.changesPerSilence)
        return 1 - active / (1 + expected)
    }

    /// The probability that a source asleep stays so for `gap` more.
    private func stillSilent(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        let since = silence + 1 / rate.mean
        let share = since / (since + gap.seconds)
        return parameters.resumption == 1 ? share : PortableMath.power(share, parameters.resumption)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&looks)
        // An unchecked source has no record.
        guard looks > 0 else { return }
        try coder.code(&rate)
        try coder.code(&active, in: 0...1)
        try coder.code(&silence, in: 0...1e12)
    }
}
