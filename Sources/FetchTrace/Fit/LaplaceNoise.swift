import FetchSched

/// Noise that makes fitted habits differentially private for devices.
///
/// Two sets of devices are neighbours if one device is replaced by another. Each number of a habits file follows
/// from the mean statistics of the devices, and from nothing else of them; one device changes block *b* of a mean
/// over *n* devices by at most s_b / n in sum (``Statistics/Block/sensitivity``). Laplace noise of scale
/// s_b k / (n epsilon) on each number of each of the k blocks therefore keeps the whole within epsilon (Dwork,
/// McSherry, Nissim and Smith 2006: the mechanism, and that budgets add up).
///
/// Not protected: the number of devices and the mean of their days, which are told as they are. Surroundings are not
/// fitted at all. Floating-point numbers leave traces in the last bits (Mironov 2012); that habits are rounded to four
/// digits hides most of that, which is no proof.
struct LaplaceNoise: Sendable {
    /// The budget.
    let epsilon: Double
    /// How many devices.
    let devices: Int
    /// Where the noise comes from.
    let seed: UInt64

    /// The scale of the noise on each number of a block.
    static func scale(sensitivity: Double, blocks: Int, devices: Int, _ epsilon: Double) -> Double {
        sensitivity * Double(blocks) / (Double(devices) * epsilon)
    }

    /// Adds the noise. What the noise makes impossible, a share below 0, is put right where it is read.
    func add(to statistics: inout Statistics) {
        let names = statistics.names
        var sampler = Sampler(seed, "laplace".portableHash)
        for name in names {
            guard var block = statistics.blocks[name] else { continue }
            let scale = Self.scale(
                sensitivity: block.sensitivity, blocks: names.count, devices: devices, epsilon)
            block.values = block.values.map { $0 + sampler.laplace(scale: scale) }
            block.weight = Swift.max(0.05, block.weight + sampler.laplace(scale: scale))
            // Behind the noise every number may be told: how many events there are decides nothing.
            block.count = 1e9
            block.events = block.values.map { Swift.max(0, $0) * 1e12 }
            statistics.replace(name, by: block)
        }
    }
}

extension Sampler {
    /// A number from the Laplace distribution with mean 0.
    mutating func laplace(scale: Double) -> Double {
        exponential(mean: scale) - exponential(mean: scale)
    }
}
