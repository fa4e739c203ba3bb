/// Energies by cause, in joules, that are added, subtracted and divided cause by cause.
public protocol EnergyAccount {
    /// The causes, in the order in which the sum adds them up.
    static var causes: [WritableKeyPath<Self, Double> & Sendable] { get }
}

extension EnergyAccount {
    /// The sum.
    public var joules: Double { Self.causes.reduce(0) { $0 + self[keyPath: $1] } }

    static func + (left: Self, right: Self) -> Self { left.changed { $0 + right[keyPath: $1] } }

    static func - (left: Self, right: Self) -> Self { left.changed { $0 - right[keyPath: $1] } }

    func divided(by divisor: Double) -> Self { changed { energy, _ in energy / divisor } }

    private func changed(_ change: (Double, WritableKeyPath<Self, Double>) -> Double) -> Self {
        var result = self
        for cause in Self.causes { result[keyPath: cause] = change(self[keyPath: cause], cause) }
        return result
    }
}
