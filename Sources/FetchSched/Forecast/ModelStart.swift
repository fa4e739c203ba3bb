/// What the models that all apps share begin with, before anything is learned of this user.
///
/// ``plain`` is set by hand and knows nothing of people. ``FittedPrior/start`` is what the models of many users came to. It
/// says more in the first days; later all that counts is what was learned since.
struct ModelStart: Sendable {
    /// By situation.
    var nextApp: [NextApp]
    var pausing: Use
    var away: Use
    /// What is believed of each length of a pause, if anything.
    var pauses: [Pause]?
    /// By hour of the local day: how many times as many launches as in the mean hour.
    var hours: [Double]

    /// Of ``NextAppModel`` in one situation.
    struct NextApp: Sendable {
        var weights: FloatLanes
        /// By sessions since the last use, and by place; all 0 if empty.
        var bySessions: [Float] = []
        var byPlace: [Float] = []
        /// Sums of squared gradients to begin with: the more, the less the first launches change.
        var weightSquares: Float = 1
        var biasSquares: Float = 2
    }

    /// Of a ``UseModel``.
    struct Use: Sendable {
        var weights: UseModel.Features
        /// By length of the pause; all 0 if empty.
        var biases: [Double] = []
        var weightSquares = 1.0
        var biasSquares = 2.0
    }

    /// Of a length of a pause in ``PauseFactors``.
    struct Pause: Sendable {
        /// Launches that the belief weighs as much as; 0 for none.
        var launches: Double
        /// In how many seconds they come, and how many of them the rhythm alone expects there.
        var seconds: Double
        var expected: Double
    }

    /// Set by hand.
    static var plain: ModelStart {
        let nextApp = NextApp(weights: FloatLanes(0.7, 0.3, 0.3, 0.5, 0.5, 0.3, 0, 0))
        return ModelStart(
            nextApp: [nextApp, nextApp],
            // Of pauses within a session their length says most.
            pausing: Use(weights: UseModel.Features(0.05, 0.1, 0.1, 0.9, 0.15, 0, 0, 0)),
            // The three rhythms' weights sum to 1, so that the peaks of a regular user are as sharp as the rhythms; most users
            // end with 0.6.
            away: Use(weights: UseModel.Features(0.4, 0.3, 0.3, 0.3, 0.2, 0, 0, 0)),
            pauses: nil, hours: flat)
    }

    /// As many launches in each hour.
    static var flat: [Double] { [Double](repeating: 1, count: 24) }
}
