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
    public var energies: [Double] {
        get { [promotionJoules, activeJoules, bytesJoules, tailJoules] }
        set {
            promotionJoules = newValue[0]
            activeJoules = newValue[1]
            bytesJoules = newValue[2]
            tailJoules = newValue[3]
        }
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
