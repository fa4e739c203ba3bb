/// The engine's gain compared with that of another policy on the same devices. Devices differ far more than policies on
/// one device do, so the interval of a pair is narrower than those of both sides.
package struct PairedGain: Hashable, Sendable {
    /// The engine's policy.
    package let policy: String
    /// The policy that it is compared with.
    package let other: String
    /// Gain less that of the other, in joules per device and day.
    package let difference: BootstrapEstimate
    /// Gain over that of the other; nil where the other gains nothing, and infinite in such resamples.
    package let ratio: BootstrapEstimate
    /// On how many devices the gain is greater.
    package let ahead: Int
}

/// Gains of one policy, device by device, in the order of the devices.
struct DeviceGains: Sendable {
    var policy: String
    /// In joules, over all scored days.
    var joules: [Double]
}

extension PairedGain {
    /// `engine` compared with each of `others`, over devices that were scored for so many `days` each.
    ///
    /// - Complexity: O(resamples * devices * policies).
    static func all(
        _ engine: DeviceGains, _ others: [DeviceGains], days: [Double], bootstrap: Bootstrap
    ) -> [PairedGain] {
        func mean(_ joules: [Double], _ weights: [Double]?) -> Double {
            var (sum, time) = (0.0, 0.0)
            for index in days.indices {
                let weight = weights?[index] ?? 1
                sum += joules[index] * weight
                time += days[index] * weight
            }
            return time > 0 ? sum / time : 0
        }
        func ratio(_ own: Double, _ other: Double) -> Double? { other > 0 ? own / other : nil }
        let own = mean(engine.joules, nil)
        var differences = [[Double]](repeating: [], count: others.count)
        var ratios = differences
        bootstrap.draw(days.count) { weights in
            let own = mean(engine.joules, weights)
            for (index, other) in others.enumerated() {
                let gain = mean(other.joules, weights)
                differences[index].append(own - gain)
                ratios[index].append(ratio(own, gain) ?? .infinity)
            }
        }
        return others.enumerated().map { index, other in
            let gain = mean(other.joules, nil)
            return PairedGain(
                policy: engine.policy, other: other.policy,
                difference: BootstrapEstimate(own - gain, samples: differences[index]),
                ratio: BootstrapEstimate(ratio(own, gain), samples: ratios[index]),
                ahead: days.indices.filter { engine.joules[$0] > other.joules[$0] }.count)
        }
    }
}
