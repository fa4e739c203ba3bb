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

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        if !(0.001...60).contains(litSeconds) || !(0.001...60).contains(leadSeconds) {
            return "screen: litSeconds and leadSeconds must be 0.001 to 60"
        }
        if !(0...3).contains(spread) { return "screen: spread must be 0 to 3" }
        if !(0...1).contains(resumedShare) { return "screen: resumedShare must be 0 to 1" }
        if !(0...20).contains(lockedGlances) || !(0...20).contains(unlockedGlances) {
            return "screen: lockedGlances and unlockedGlances must be 0 to 20"
        }
        return nil
    }
}
