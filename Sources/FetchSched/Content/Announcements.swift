/// The share of a source's changes that is announced, by a push or a content hint, and the share of true announcements.
///
/// A check that found an update counts as announced or not, by whether an announcement came since the last sync; an
/// announcement before a check without news counts as empty. Old counts fade, so that a dead push service is noticed.
struct Announcements: Hashable, Sendable {
    /// Updates that checks found, announced and not; announcements that were true, and those before an empty check.
    private(set) var counts = SIMD4<Float>.zero

    /// Checks after which an older one weighs a third.
    private static var memory: Float { 16 }

    /// Whether anything was ever announced.
    var isSeen: Bool { counts[2] > 0 || counts[3] > 0 }

    /// Learns what a check found; one without an announcement that found nothing says nothing.
    mutating func learn(foundNew: Bool, wasAnnounced: Bool) {
        let (found, announced): (Float, Float) = (foundNew ? 1 : 0, wasAnnounced ? 1 : 0)
        let faded = counts * (1 - 1 / Self.memory)
        if foundNew { counts.lowHalf = faded.lowHalf + SIMD2(announced, 1 - announced) }
        if wasAnnounced { counts.highHalf = faded.highHalf + SIMD2(found, 1 - found) }
    }
}

/// The share of a source's changes that is announced.
struct AnnouncedShare: Sendable {
    /// The share (s) at the last sync.
    var now: Double
    /// Whether the service that announces may end at any time, and silence be its end: the host does not vouch for it.
    var mayEnd: Bool

    /// For how long such a service lasts on average, in seconds.
    private static let life = 120.0 * 86_400

    /// P(update) if none was announced in the `seconds` since the last sync, p (1 - s) / (1 - p s), where p ignores
    /// announcements.
    func unannounced(_ probability: Double, after seconds: Double) -> Double {
        let announced = probability * now * (mayEnd ? Self.life / (Self.life + max(0, seconds)) : 1)
        return announced < 1 ? (probability - announced) / (1 - announced) : 0
    }
}

/// The announcements of all sources together: what one expects of a source of which less was seen.
struct AnnouncementPrior: Sendable {
    /// As ``Announcements/counts``.
    private var counts = SIMD4<Double>(9, 1, 9, 1)

    /// Checks that the prior of a source weighs as much as: little, since most sources announce all or nothing; much
    /// where the host says that the source announces all.
    private static let weight = 0.5
    private static let declaredWeight = 8.0
    private static let declaredShare = 0.999

    /// The share of the source's changes that is announced; 0 if none ever was.
    func share(_ own: Announcements, isDeclared: Bool) -> AnnouncedShare {
        guard own.isSeen || isDeclared else { return AnnouncedShare(now: 0, mayEnd: false) }
        let own = SIMD4<Double>(own.counts)
        let mean = isDeclared ? Self.declaredShare : counts[0] / (counts[0] + counts[1])
        let weight = isDeclared ? Self.declaredWeight : Self.weight
        let share = (own[0] + weight * mean) / (own[0] + own[1] + weight)
        return AnnouncedShare(now: share, mayEnd: !isDeclared)
    }

    /// The probability that there is an update after an announcement.
    func truth(_ own: Announcements) -> Double {
        let own = SIMD4<Double>(own.counts)
        let mean = counts[2] / (counts[2] + counts[3])
        return (own[2] + Self.weight * mean) / (own[2] + own[3] + Self.weight)
    }

    /// Replaces what was seen of one source by what is seen now.
    mutating func update(from old: Announcements, to new: Announcements) {
        counts += SIMD4<Double>(new.counts) - SIMD4<Double>(old.counts)
    }
}

extension Announcements: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        try coder.check(all(counts .<= Self.memory))
    }
}

extension AnnouncementPrior: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&counts)
        try coder.check(all(counts .<= 1e12) && counts[0] + counts[1] > 1 && counts[2] + counts[3] > 1)
    }
}
