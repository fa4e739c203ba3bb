import FetchSched

/// Fates of the updates of sources, opened or not: the measure of pollers.
///
/// An update is *missing* from when it comes out until a fetch, or a launch that loads, has brought it; at the end of the
/// trace what is missing counts as far as time went.
package struct UpdateMetrics: Hashable, Sendable {
    /// Updates that came out.
    package internal(set) var count = 0
    /// Updates of these that a newer one replaced before anything loaded them: a page that was never seen.
    package internal(set) var overwritten = 0
    /// Updates of these that ``window`` newer ones had pushed out of their feed before anything loaded them.
    package internal(set) var lost = 0
    /// How long they were missing, in seconds, summed over the updates.
    package internal(set) var delaySeconds = 0.0
    /// Time for which a source had an update that was missing, in seconds, summed over the sources.
    package internal(set) var missingSeconds = 0.0
    /// The integral over that time of the age of the oldest missing update, in seconds squared.
    package internal(set) var missingAge = 0.0
    /// Scored time, in seconds, summed over the sources that have an update in the trace.
    package internal(set) var sourceSeconds = 0.0

    /// How many entries a feed shows.
    package static let window = 20

    /// Counts updates of a source that are missing no more.
    ///
    /// - Parameters:
    ///   - times: when they came out, in order.
    ///   - start: the start of scoring; earlier updates do not count.
    mutating func found(
        _ times: some BidirectionalCollection<FetchTime>, from start: FetchTime, at now: FetchTime
    ) {
        guard let oldest = times.first, now > start else { return }
        let (missedFrom, age) = (max(oldest, start), (now - oldest).seconds)
        let before = (missedFrom - oldest).seconds
        missingSeconds += age - before
        missingAge += 0.5 * (age * age - before * before)
        var found = 0
        for time in times.reversed() {
            guard time >= start else { break }
            found += 1
            delaySeconds += (now - time).seconds
        }
        count += found
        overwritten += max(0, found - 1)
        lost += max(0, found - Self.window)
    }
}

/// The figures of ``UpdateMetrics``.
public struct UpdateResult: Hashable, Sendable {
    /// Share of the time for which a source had nothing that was missing, mean over the sources.
    public let currentShare: Double
    /// Age of the oldest missing update, in minutes: mean over sources and time, 0 where nothing was missing.
    public let missingAgeMinutes: Double
    /// How long an update was missing, in minutes, mean over the updates; nil without any.
    public let delayMinutes: Double?
    /// Share of the updates that were replaced before anything loaded them.
    public let overwrittenShare: Double?
    /// Share of the updates that were pushed out of a feed of ``UpdateMetrics/window`` before anything loaded them.
    public let lostShare: Double?

    /// The figures; nil where no source has an update.
    init?(_ metrics: UpdateMetrics) {
        guard metrics.sourceSeconds > 0 else { return nil }
        currentShare = 1 - metrics.missingSeconds / metrics.sourceSeconds
        missingAgeMinutes = metrics.missingAge / metrics.sourceSeconds / 60
        delayMinutes = metrics.count > 0 ? metrics.delaySeconds / Double(metrics.count) / 60 : nil
        overwrittenShare = share(metrics.overwritten, of: metrics.count)
        lostShare = share(metrics.lost, of: metrics.count)
    }
}
