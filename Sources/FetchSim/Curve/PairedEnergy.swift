/// Energy of a family over that of the engine for one share of fresh launches, on the same devices. Devices differ far
/// more than policies on one device do, so the interval of the ratio says what those of both sides cannot.
enum PairedEnergy {
    /// The ratio with its interval.
    ///
    /// - Parameter samples: of each resample both energies; nil where the share is not reached. A resample without a
    ///   ratio is left out: neither side reaches the share, or both do so for nothing. There is no interval if these are
    ///   more than a twentieth.
    static func times(
        _ joules: Double?, _ engine: Double?, samples: [(joules: Double?, engine: Double?)]
    ) -> BootstrapEstimate {
        let ratios = samples.compactMap { ratio($0.joules, $0.engine) }
        let value =
            joules != nil && engine != nil ? ratio(joules, engine).flatMap { $0.isFinite ? $0 : nil } : nil
        return BootstrapEstimate(value, samples: ratios.count * 20 >= samples.count * 19 ? ratios : [])
    }

    /// Infinite where only the engine reaches the share, or only the engine does so for nothing; nil for no ratio.
    private static func ratio(_ joules: Double?, _ engine: Double?) -> Double? {
        guard let engine else { return joules == nil ? nil : 0 }
        guard let joules else { return .infinity }
        if engine <= 0 { return joules > 0 ? .infinity : nil }
        return max(0, joules) / engine
    }
}
