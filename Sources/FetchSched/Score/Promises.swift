/// How many launches fetches were to make fresh, and how many they did.
///
/// A fetch that finds something new promises that a launch comes before the source changes again, with the chance q that
/// the forecast gave. Whatever happens next at the source tells: a launch that finds nothing newer keeps the promise, a
/// look that finds more breaks it. No two promises of an app are open at a time, so none is kept twice. Old ones
/// fade as others come to weigh so much.
///
/// - Complexity: O(1); 8 bytes.
struct Promises: Hashable, Sendable {
    /// The sum of the chances.
    private(set) var made: Float = 0
    /// How many were kept, or the chance of that where it is not known.
    private(set) var kept: Float = 0

    /// Launches after which an older one weighs a third.
    private static var memory: Float { 200 }

    /// One made with chance `chance` was kept, for certain or with the chance `kept`.
    mutating func learn(_ chance: Float, kept: Float) {
        let fading = max(0, 1 - max(chance, kept) / Self.memory)
        made = made * fading + chance
        self.kept = self.kept * fading + kept
    }

    /// What was taken to be kept with one chance was with another.
    mutating func correct(by difference: Float) { kept = max(0, kept + difference) }

    /// How many of those made are kept, if it is `prior` before any were made, worth so many launches.
    @inline(__always)
    func ratio(prior: Double, weight: Double) -> Double {
        (Double(kept) + weight * prior) / (Double(made) + weight)
    }
}

extension Promises {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&made)
        try coder.code(&kept)
        try coder.check(made >= 0 && made <= 1e6 && kept >= 0 && kept <= 1e6)
    }
}

/// The record of one app's fetches: its promises, and the one that is open.
///
/// - Complexity: 16 bytes.
struct AppScore: Hashable, Sendable {
    var promises = Promises()
    /// The chance that was promised of the copy that no launch has met yet; 0 without one.
    var open: Float = 0
    /// The chance that the fetch under way promises if it finds something; 0 for one that others asked for.
    var underWay: Float = 0
}

extension AppScore: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try promises.code(&coder)
        try coder.code(&open)
        try coder.code(&underWay)
        try coder.check(open >= 0 && open <= 1 && underWay >= 0 && underWay <= 1)
    }
}
