import FetchTrace
import FetchGenerate

/// Where the content of an imported trace comes from. A log of use says when apps were opened, and nothing about
/// what there was to fetch.
public enum ContentSource: Sendable {
    /// None: every launch will be fresh.
    case none
    /// The generator's origins (``FetchTrace/SyntheticContent``).
    case synthetic(seed: UInt64)
    /// Recorded updates of other sources, paired with the apps.
    case paired(RecordedUpdates, Pairing)

    /// What a trace says about it in its device ids, as format 1 has no comments; nil if there is no content.
    public var label: String? {
        switch self {
        case .none: nil
        case .synthetic(let seed): "content: synthetic, seed \(seed)"
        case .paired(let updates, _): "content: paired with \(updates.name)"
        }
    }
}

/// Which source's updates become which app's.
///
/// What is named is done first. Of the rest, apps and sources become pairs one to one, apps in order of their
/// number of launches; where there are fewer sources than apps, the apps that are opened least get none.
public struct Pairing: Sendable {
    /// In which order sources are given to apps.
    public enum Order: String, CaseIterable, Sendable {
        /// In a random order, from the seed.
        case shuffle
        /// The source with the most updates first.
        case rank
    }

    /// Sources by app, both by name.
    public var named: [String: String]
    /// How the rest is paired.
    public var order: Order
    /// Where the random order comes from.
    public var seed: UInt64

    /// Makes a pairing.
    public init(named: [String: String] = [:], order: Order = .shuffle, seed: UInt64 = 1) {
        self.named = named
        self.order = order
        self.seed = seed
    }

    /// The source of each app, as positions in `sources`.
    ///
    /// - Parameters:
    ///   - apps: The apps, most launches first.
    ///   - sources: Name and number of updates.
    func sources(for apps: [String], among sources: [(name: String, count: Int)]) -> [Int?] {
        var result = apps.map { app in
            named[app].flatMap { wanted in sources.firstIndex { $0.name == wanted } }
        }
        let taken = Set(named.values)
        var rest = sources.indices.filter { !taken.contains(sources[$0].name) }
        rest.sort { (-sources[$0].count, sources[$0].name) < (-sources[$1].count, sources[$1].name) }
        if order == .shuffle {
            var sampler = Sampler(seed)
            rest = sampler.shuffled(rest)
        }
        var next = 0
        for index in apps.indices where named[apps[index]] == nil && next < rest.count {
            result[index] = rest[next]
            next += 1
        }
        return result
    }
}
