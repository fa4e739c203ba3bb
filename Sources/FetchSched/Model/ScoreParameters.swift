/// What follows from what fetches brought: how far forecasts are trusted, and what fetches may lose.
///
/// Over d days fetches cost at most lossDepth + lossPerDay x d launches' worth more than they bring; see docs/guarantee.md.
/// The defaults make that less than 14 in a week, two a day.
public struct ScoreParameters: Hashable, Sendable {
    /// How much fetches may lose at once, in launches' worth; 0 or more.
    public var lossDepth = 6.0
    /// How much they may lose per day in the long run, to see whether forecasts have become better; 0 or more.
    public var lossPerDay = 0.5
    /// How many launches the belief weighs that an app's forecasts are as good as the others'; more than 0.
    public var ownWeight = 30.0
    /// How many the belief weighs that all are right; more than 0.
    public var sharedWeight = 30.0
    /// How far a forecast is raised at the most that promised too little, as a factor on the worth of a launch; 1 or more.
    public var mostTrust = 2.0

    /// Makes the defaults.
    public init() {}

    /// These parameters with every number in a range that makes sense.
    var inRange: ScoreParameters {
        var result = self
        result.lossDepth = lossDepth.clamped(to: 0...1e9)
        result.lossPerDay = lossPerDay.clamped(to: 0...1e9)
        result.ownWeight = ownWeight.clamped(to: 0.1...1e6)
        result.sharedWeight = sharedWeight.clamped(to: 0.1...1e6)
        result.mostTrust = mostTrust.clamped(to: 1...10)
        return result
    }
}
