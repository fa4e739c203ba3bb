/// The habits of a kind of users, as statistics: what ``TraceGenerator`` makes devices from.
///
/// `docs/habits.md` describes the file. A preset is a value of this type in code; a fitted one comes from
/// ``HabitsFit``. It tells what its traces tell.
public struct Habits: Hashable, Sendable, Codable {
    /// What a file says it is.
    public static let currentFormat = "fetchsched-habits/1"

    /// ``currentFormat``.
    public var format = Habits.currentFormat
    /// What it was made from.
    public var basis: Basis
    /// How users differ.
    public var users: UserHabits
    /// When and how long the phone is used.
    public var sessions: SessionHabits
    /// Which apps there are.
    public var apps: AppHabits
    /// What follows what.
    public var choice: ChoiceHabits
    /// What the apps' origins do.
    public var content: ContentHabits
    /// Where and in which conditions the phone is used.
    public var surroundings: SurroundingHabits
    /// What changes in the users' lives, if anything does.
    public var life: LifeHabits?

    /// What habits were made from.
    public struct Basis: Hashable, Sendable, Codable {
        /// In words.
        public var source: String
        /// How many devices; 0 for habits that were not fitted.
        public var devices: Int
        /// Days of the devices, to the nearest ten.
        public var days: Int

        /// Makes a basis.
        public init(source: String, devices: Int, days: Int) {
            self.source = source
            self.devices = devices
            self.days = days
        }
    }

    /// Makes habits.
    public init(
        basis: Basis, users: UserHabits, sessions: SessionHabits, apps: AppHabits, choice: ChoiceHabits,
        content: ContentHabits, surroundings: SurroundingHabits, life: LifeHabits? = nil
    ) {
        self.basis = basis
        self.users = users
        self.sessions = sessions
        self.apps = apps
        self.choice = choice
        self.content = content
        self.surroundings = surroundings
        self.life = life
    }

    /// What is wrong with the numbers, with the key, or nil.
    public var fault: String? {
        if format != Habits.currentFormat {
            return "format is \"\(format)\", expected \"\(Habits.currentFormat)\""
        }
        if basis.devices < 0 { return "basis: devices must be at least 0" }
        if basis.days < 0 { return "basis: days must be at least 0" }
        let sections: [(String, String?)] = [
            ("users", users.fault), ("sessions", sessions.fault), ("apps", apps.fault),
            ("choice", choice.fault), ("content", content.fault), ("surroundings", surroundings.fault),
            ("life", life?.fault),
        ]
        for (name, fault) in sections {
            if let fault { return "\(name): \(fault)" }
        }
        return nil
    }

    /// The same habits with some numbers changed.
    func with(_ change: (inout Habits) -> Void) -> Habits {
        var copy = self
        change(&copy)
        return copy
    }
}
