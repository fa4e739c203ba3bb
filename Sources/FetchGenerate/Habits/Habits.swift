import FetchTrace

/// The habits of a kind of users, as statistics: what ``TraceGenerator`` makes devices from.
///
/// `docs/habits.md` describes the file. A preset is a value of this type in code; a fitted one comes from
/// ``HabitsFit``. It tells what its traces tell.
public struct Habits: Hashable, Sendable, Codable {
    /// The format's name, as files state it.
    public static let currentFormat = "fetchsched-habits/1"

    /// ``currentFormat``.
    public var format = Habits.currentFormat
    /// The data that the habits were fitted to.
    public var basis = Basis()
    /// How users differ.
    public var users = UserHabits()
    /// When and how long the phone is used.
    public var sessions = SessionHabits()
    /// Which apps there are.
    public var apps = AppHabits()
    /// How the next app follows from the previous ones.
    public var choice = ChoiceHabits()
    /// Updates of the apps' sources.
    public var content = ContentHabits()
    /// Where and in which conditions the phone is used.
    public var surroundings = SurroundingHabits()
    /// Changes in the users' lives, if there are any.
    public var life: LifeHabits?

    /// Size and origin of the data that habits were fitted to.
    public struct Basis: Hashable, Sendable, Codable {
        /// In words.
        public var source = "publications, see Datasets/README.md"
        /// How many devices; 0 for habits that were not fitted.
        public var devices = 0
        /// Days of the devices, to the nearest ten.
        public var days = 0

        /// Makes the basis of published habits.
        public init() {}
    }

    /// Makes the default habits.
    public init() {}

    /// The first fault of the numbers, with the key; nil without one.
    public var fault: String? {
        if format != Habits.currentFormat {
            return "format is \"\(format)\", expected \"\(Habits.currentFormat)\""
        }
        if basis.devices < 0 { return "basis: devices must be at least 0" }
        if basis.days < 0 { return "basis: days must be at least 0" }
        let sections: KeyValuePairs = [
            "users": users.fault, "sessions": sessions.fault, "apps": apps.fault, "choice": choice.fault,
            "content": content.fault, "surroundings": surroundings.fault, "life": life?.fault,
        ]
        return sections.lazy.compactMap { name, fault in fault.map { "\(name): \($0)" } }.first
    }

    /// A copy of the habits with some numbers changed.
    func with(_ change: (inout Habits) -> Void) -> Habits {
        var copy = self
        change(&copy)
        return copy
    }
}

/// At least 0, and enough below 1 for sums that would be infinite at 1.
let belowOne = 0...0.999_999

/// The first fault of the numbers under a key; nil without one.
func wrong(
    _ name: String, _ values: [Double], in range: ClosedRange<Double>, count: Int? = nil
) -> String? {
    if let count, values.count != count { return "\(name) must have \(count) numbers" }
    if values.allSatisfy(range.contains) { return nil }
    return "\(name) must be \(plainText(range.lowerBound)) to \(plainText(range.upperBound))"
}

/// The fault of the number under a key; nil without one, and where a number that may be missing is.
func wrong(_ name: String, _ value: Double?, in range: ClosedRange<Double>) -> String? {
    value.flatMap { wrong(name, [$0], in: range) }
}

/// The first of the faults; nil without one. Each section's `fault` is that of its numbers.
func firstFault(_ faults: String?...) -> String? { faults.lazy.compactMap { $0 }.first }

extension Double {
    package func bounded(to range: ClosedRange<Double>) -> Double {
        Swift.max(range.lowerBound, Swift.min(range.upperBound, self))
    }
}
