/// What share of a source's changes is announced, by a push or a content hint, and how many announcements are true.
///
/// A check that found an update counts as announced or not, by whether an announcement came since the last sync; a check
/// after an announcement that found nothing counts as empty. Old ones fade, so that a push service that died is noticed.
///
/// - Complexity: O(1); 16 bytes.
struct Announcements: Hashable, Sendable {
    /// Checks that found an update that had been announced, and one that had not.
    private(set) var announced: Float = 0
    private(set) var unannounced: Float = 0
    /// Announcements that were true, and those after which a check found nothing.
    private(set) var kept: Float = 0
    private(set) var empty: Float = 0

    /// Checks after which an older one weighs a third.
    private static var memory: Float { 16 }

    /// Whether anything was ever announced.
    var isSeen: Bool { kept > 0 || empty > 0 }

    /// Learns what a check found; one without an announcement that found nothing says nothing.
    mutating func learn(foundNew: Bool, wasAnnounced: Bool) {
        guard foundNew || wasAnnounced else { return }
        let fading = 1 - 1 / Self.memory
        if foundNew {
            announced = announced * fading + (wasAnnounced ? 1 : 0)
            unannounced = unannounced * fading + (wasAnnounced ? 0 : 1)
        }
        if wasAnnounced {
            kept = kept * fading + (foundNew ? 1 : 0)
            empty = empty * fading + (foundNew ? 0 : 1)
        }
    }
}

/// The announcements of all sources together: what one expects of a source of which less was seen.
struct AnnouncementPrior: Sendable {
    private var announced = 9.0
    private var unannounced = 1.0
    private var kept = 9.0
    private var empty = 1.0

    /// Checks that the prior of a source weighs as much as: little, since most sources announce all or nothing; much
    /// where the host says that the source announces all.
    private static let weight = 0.5
    private static let declaredWeight = 8.0
    private static let declaredShare = 0.999

    /// The share s of the source's changes that is announced; 0 if none ever was.
    func share(_ own: Announcements, isDeclared: Bool) -> Double {
        guard own.isSeen || isDeclared else { return 0 }
        let mean = isDeclared ? Self.declaredShare : announced / (announced + unannounced)
        let weight = isDeclared ? Self.declaredWeight : Self.weight
        return (Double(own.announced) + weight * mean)
            / (Double(own.announced) + Double(own.unannounced) + weight)
    }

    /// The probability that there is an update after an announcement.
    func truth(_ own: Announcements) -> Double {
        let mean = kept / (kept + empty)
        return (Double(own.kept) + Self.weight * mean) / (Double(own.kept) + Double(own.empty) + Self.weight)
    }

    /// The probability of an update where nothing was announced since the last sync, p (1 - s) / (1 - p s), if it is p
    /// without regard to announcements.
    static func unannounced(_ probability: Double, share: Double) -> Double {
        let announced = probability * share
        return announced < 1 ? (probability - announced) / (1 - announced) : 0
    }

    /// Replaces what was seen of one source by what is seen now.
    mutating func update(from old: Announcements, to new: Announcements) {
        announced += Double(new.announced) - Double(old.announced)
        unannounced += Double(new.unannounced) - Double(old.unannounced)
        kept += Double(new.kept) - Double(old.kept)
        empty += Double(new.empty) - Double(old.empty)
    }
}

extension Announcements: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&announced)
        try coder.code(&unannounced)
        try coder.code(&kept)
        try coder.code(&empty)
        let counts = SIMD4(announced, unannounced, kept, empty)
        // Written so that NaN fails.
        try coder.check(all(counts .>= 0) && all(counts .<= Self.memory))
    }
}

extension AnnouncementPrior: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&announced, in: 0...1e12)
        try coder.code(&unannounced, in: 0...1e12)
        try coder.code(&kept, in: 0...1e12)
        try coder.code(&empty, in: 0...1e12)
        try coder.check(announced + unannounced > 1 && kept + empty > 1)
    }
}
