/// Energy of fetches apart from the radio, in joules by cause.
public struct FetchBill: EnergyAccount, Hashable, Sendable {
    /// The apps that ran.
    public var runJoules = 0.0
    /// The processes made for them.
    public var coldStartJoules = 0.0
    /// Parsing and storing what came.
    public var handlingJoules = 0.0
    /// Energy of the device while it is awake for fetches.
    public var awakeJoules = 0.0

    /// Makes a bill of nothing.
    public init() {}

    /// Every cause.
    public var energies: [Double] {
        get { [runJoules, coldStartJoules, handlingJoules, awakeJoules] }
        set {
            runJoules = newValue[0]
            coldStartJoules = newValue[1]
            handlingJoules = newValue[2]
            awakeJoules = newValue[3]
        }
    }
}
