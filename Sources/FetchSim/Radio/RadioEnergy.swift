/// Energy of a radio by cause, in joules.
public struct RadioEnergy: EnergyAccount, Hashable, Sendable {
    /// Waking from sleep or from a low-power stage.
    public var promotionJoules = 0.0
    /// Transferring, apart from the bytes.
    public var activeJoules = 0.0
    /// Energy of the bytes, however fast they go.
    public var bytesJoules = 0.0
    /// Waiting in the tail.
    public var tailJoules = 0.0

    /// Every cause.
    public static var causes: [WritableKeyPath<RadioEnergy, Double> & Sendable] {
        [\.promotionJoules, \.activeJoules, \.bytesJoules, \.tailJoules]
    }

    package internal(set) subscript(phase: RadioStretch.Phase) -> Double {
        get {
            switch phase {
            case .promotion: promotionJoules
            case .active: activeJoules
            case .tail: tailJoules
            }
        }
        set {
            switch phase {
            case .promotion: promotionJoules = newValue
            case .active: activeJoules = newValue
            case .tail: tailJoules = newValue
            }
        }
    }
}
