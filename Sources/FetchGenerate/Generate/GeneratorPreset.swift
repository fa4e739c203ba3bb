import FetchSched

/// The parameters of one kind of synthetic trace: who uses the phone, which apps, and what the apps' origins do.
///
/// `Datasets/README.md` says where the numbers come from. A new preset is one entry in ``all``. Numbers must be
/// finite, and probabilities of going on below 1.
public struct GeneratorPreset: Sendable {
    /// The name on the command line.
    public var name: String
    /// What the preset stresses, in one line.
    public var summary: String
    /// The users' habits.
    public var habits: Habits
    /// What the apps' servers push, or nil for nothing.
    public var pushes: PushParameters?
    /// Where the user goes, or nil for a user whose places are not told.
    public var places: PlaceParameters?
    /// What apps finish after a use, or nil for nothing.
    public var tasks: TaskParameters?
    /// What apps download and upload in the background, or nil for nothing.
    public var transfers: TransferParameters?
    /// Apps that are swiped away and switches for refresh, or nil for none.
    public var controls: ControlParameters?
    /// Traffic of launches and of the phone itself, or nil for none that is told.
    public var traffic: TrafficParameters?
    /// What happens, written by hand: then nothing else of the preset counts.
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

    /// The same preset with some parameters changed, for entries of a table.
    func with(_ change: (inout GeneratorPreset) -> Void) -> GeneratorPreset {
        var copy = self
        change(&copy)
        return copy
    }
}
