import FetchSched

/// The parameters of one kind of synthetic trace: who uses the phone, which apps, and what the apps' origins do.
///
/// `Datasets/README.md` says where the numbers come from. A new preset is one entry in ``all``. Numbers must be
/// finite, and probabilities of going on below 1.
public struct GeneratorPreset: Sendable {
    /// The name on the command line.
    public var name: String
    /// The preset's purpose, in one line.
    public var summary: String
    /// The users' habits.
    public var habits: Habits
    /// Pushes of the apps' servers; nil for none.
    public var pushes: PushParameters?
    /// Where the user goes, or nil for a user whose places are not told.
    public var places: PlaceParameters?
    /// Tasks that apps finish after a launch; nil for none.
    public var tasks: TaskParameters?
    /// Background downloads and uploads; nil for none.
    public var transfers: TransferParameters?
    /// Apps that are swiped away and switches for refresh, or nil for none.
    public var controls: ControlParameters?
    /// Traffic of launches and of the phone itself, or nil for none that is told.
    public var traffic: TrafficParameters?
    /// Runs that the system grants the one program there is; nil for a device that fetches whenever it likes.
    public var runs: RunParameters?
    /// Events written by hand, in place of everything else; nil for none.
    var script: TraceScript?

    /// Makes a preset of habits; change the rest afterwards.
    public init(name: String, summary: String, habits: Habits) {
        self.name = name
        self.summary = summary
        self.habits = habits
    }

    /// The preset of that name, made to mislead or not.
    public static func named(_ name: String) -> GeneratorPreset? {
        all.first { $0.name == name } ?? adversity.first { $0.name == name }
    }

    /// A copy of the preset with some parameters changed, for entries of a table.
    func with(_ change: (inout GeneratorPreset) -> Void) -> GeneratorPreset {
        var copy = self
        change(&copy)
        return copy
    }
}
