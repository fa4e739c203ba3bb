/// Energies by cause, in joules, that are added, subtracted and divided cause by cause.
public protocol EnergyAccount {
    /// By cause, in the order in which the sum adds them up.
    var energies: [Double] { get set }
}

extension EnergyAccount {
    /// The sum.
    public var joules: Double { energies.reduce(0, +) }

    static func + (left: Self, right: Self) -> Self {
        left.changed(zip(left.energies, right.energies).map { $0 + $1 })
    }

    static func - (left: Self, right: Self) -> Self {
        left.changed(zip(left.energies, right.energies).map { $0 - $1 })
    }

    func divided(by divisor: Double) -> Self { changed(energies.map { $0 / divisor }) }

    private func changed(_ energies: [Double]) -> Self {
        var result = self
        result.energies = energies
        return result
    }
}
