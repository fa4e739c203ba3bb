import FetchSched

// The device's own radio activity, and the time that fetches keep the device awake.
extension DeviceSimulation {
    @discardableResult
    mutating func radioActivity(
        _ cause: RadioCause, _ load: RadioLoad, at now: FetchTime, launch: OwnActivity.Launch? = nil
    ) -> (end: FetchTime, woke: Bool) {
        let (seconds, woke) = startActivity(load, at: now, launch: launch)
        let end = origin.following(seconds)
        lastRadio = now
        tell(.radio(cause, until: end), at: now)
        return (end, woke)
    }

    /// The radio's part of an activity that is the device's own.
    ///
    /// - Returns: when it ends, in seconds since the origin, and whether it woke the radio.
    @inline(__always)
    mutating func startActivity(
        _ load: RadioLoad, at now: FetchTime, launch: OwnActivity.Launch? = nil
    ) -> (end: Double, woke: Bool) {
        let start = (now - origin).seconds
        let previousEnd = meter.activeUntil
        let (end, woke) = meter.start(at: start, load)
        if ownActivity != nil {
            ownActivity?.append(
                OwnActivity(
                    time: now, start: start, previousEnd: previousEnd, end: meter.activeUntil, launch: launch)
            )
        }
        if woke, now >= scoredFrom { metrics.promotions += 1 }
        return (end, woke)
    }

    /// Brings up to date what fetches keep awake; to be called before fetches or the foreground change.
    mutating func passAwake(until now: FetchTime) {
        if let since = awakeSince, now > max(since, scoredFrom) {
            metrics.bill.awakeJoules += rules.power.costs.awakeWatts * (now - max(since, scoredFrom)).seconds
        }
        awakeSince = nil
    }

    /// Starts to count again, after the fetches have changed.
    mutating func resumeAwake(at now: FetchTime) {
        awakeSince = foreground == nil && running.contains { $0.runs } ? now : nil
    }
}

extension FetchTime {
    /// The first whole millisecond not before `seconds` after this one.
    @inline(__always)
    func following(_ seconds: Double) -> FetchTime {
        let milliseconds = seconds * 1000 - 1e-6
        let whole = Int64(milliseconds)
        return self + TimeSpan(milliseconds: Double(whole) < milliseconds ? whole + 1 : whole)
    }
}
