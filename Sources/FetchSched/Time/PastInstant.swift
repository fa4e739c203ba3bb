/// A moment that may not have been yet, in eight bytes: an `Instant?` takes sixteen.
///
/// None is kept as the instant that comes next after ``Instant/distantPast``, which so becomes the one after it.
struct PastInstant: Hashable, Sendable {
    private var milliseconds = Self.none

    private static var none: Int64 { .min + 1 }

    init() {}

    /// The moment; nil if it has not been yet.
    @inline(__always)
    var moment: Instant? {
        get { milliseconds == Self.none ? nil : Instant(milliseconds: milliseconds) }
        set {
            guard let newValue else { return milliseconds = Self.none }
            milliseconds = newValue.milliseconds == Self.none ? Self.none + 1 : newValue.milliseconds
        }
    }

    /// Holds it to `now`, for a clock that was set back.
    mutating func hold(to now: Instant) { moment = moment.map { min($0, now) } }
}
