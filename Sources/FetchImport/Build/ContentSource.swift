import FetchTrace
import FetchGenerate

/// Where the content of an imported trace comes from. A log of use says when apps were opened, and nothing about
/// what there was to fetch.
package enum ContentSource: Sendable {
    /// None: every launch will be fresh.
    case none
    /// The generator's origins (``FetchTrace/SyntheticContent``).
    case synthetic(seed: UInt64)
    /// Recorded updates of other sources, paired with the apps.
    case paired(RecordedUpdates, seed: UInt64)

    /// The text of the trace's `provenance` lines; nil if there is no content.
    package var label: String? {
        switch self {
        case .none: nil
        case .synthetic(let seed): "updates: synthetic, seed \(seed)"
        case .paired(let updates, _): "updates: paired with \(escaped(updates.name))"
        }
    }
}

extension RecordedUpdates {
    /// The source of each of `count` apps, most launches first, as positions in ``sources``: in a random order from `seed`,
    /// one to one. Where there are fewer sources than apps, the apps that are opened least get none.
    func pairing(with count: Int, seed: UInt64) -> [Int?] {
        let order = sources.indices.sorted {
            (-sources[$0].updates.count, sources[$0].name) < (-sources[$1].updates.count, sources[$1].name)
        }
        var sampler = Sampler(seed)
        let shuffled = sampler.shuffled(order)
        return (0..<count).map { $0 < shuffled.count ? shuffled[$0] : nil }
    }
}
