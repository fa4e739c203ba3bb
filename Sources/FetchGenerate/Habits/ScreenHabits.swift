/// How the screen lights and is unlocked before sessions, and between them.
public struct ScreenHabits: Hashable, Sendable, Codable {
    /// Median time from lighting to unlocking, in seconds. Assumed.
    public var litSeconds = 1.0
    /// Median time from unlocking to the first launch, in seconds. Assumed.
    public var leadSeconds = 3.0
    /// Standard deviation of the logarithms of both. Assumed.
    public var spread = 0.5
    /// Share of sessions that go on with the app that was in front: it is opened a tenth of a second after the unlocking.
    /// Assumed.
    public var resumedShare = 0.3
    /// How often the screen lights without being unlocked, for each session. Of 60 interactions a day with a phone 46 % unlock
    /// it (Hintze et al., "A large-scale, long-term analysis of mobile device usage characteristics", IMWUT 2017).
    public var lockedGlances = 1.17
    /// How often it is unlocked and no app is opened, for each session. Assumed.
    public var unlockedGlances = 0.1

    /// The defaults.
    public init() {}

    var fault: String? {
        firstFault(
            wrong("litSeconds", litSeconds, in: 0.001...60),
            wrong("leadSeconds", leadSeconds, in: 0.001...60),
            wrong("spread", spread, in: 0...3), wrong("resumedShare", resumedShare, in: 0...1),
            wrong("lockedGlances", lockedGlances, in: 0...20),
            wrong("unlockedGlances", unlockedGlances, in: 0...20))
    }
}
