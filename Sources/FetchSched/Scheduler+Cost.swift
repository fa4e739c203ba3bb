/// What a fetch of an app is expected to take.
struct FetchEstimate: Sendable {
    /// Content that it brings, in bytes.
    var content: Double
    /// Time that its request takes beside its bytes, and that its bytes take, in seconds.
    var latency: Double
    var seconds: Double
    /// What it takes wherever it lies, in joules: the app that runs, its process, its bytes.
    var joules: Double
    /// What the radio's time and the device kept awake are multiplied with, as the host measured.
    var factor: Double
    /// Of the device kept awake, in watts.
    var awakeWatts: Double
}

/// The bill of a fetch: what the scheduler expects it to cost.
extension Scheduler {
    /// What a fetch of `app` takes that finds something new with chance `somethingNew`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    mutating func estimate(_ app: Int, somethingNew: Double) -> FetchEstimate {
        let record = apps[app].costs.completed(by: othersCosts)
        let (radio, power) = (configuration.radio, configuration.power)
        let content = record.content(somethingNew: somethingNew)
        let down = power.requestDownBytes + content
        let slowness = Double(record.slowness)
        let factor = Double(record.energyFactor)
        let fixed =
            power.runJoules + power.handlingJoulesPerMB * 1e-6 * content + radio.joulesPerByte * down
            + radio.uploadJoulesPerByte * power.requestUpBytes
            + (apps[app].isRunning ? 0 : power.coldStartJoules)
        return FetchEstimate(
            content: content, latency: slowness * radio.requestSeconds,
            seconds: slowness * down / max(1, radio.bytesPerSecond), joules: factor * fixed, factor: factor,
            awakeWatts: foreground == nil ? power.awakeWatts : 0)
    }

    /// What such a fetch costs there, in joules.
    @inline(__always)
    mutating func joules(_ estimate: FetchEstimate, _ place: TransferPlace) -> Double {
        let radio = place.joules(latency: estimate.latency, seconds: estimate.seconds, configuration.radio)
        let awake = estimate.awakeWatts * (estimate.latency + estimate.seconds)
        return max(configuration.leastFetchJoules, estimate.joules + estimate.factor * (radio + awake))
    }

    /// No fetch of `app` costs less, in joules, as long as hosts do not report that fetches take much less than they did.
    @inline(__always)
    mutating func leastJoules(of app: Int) -> Double {
        let factor = Double(apps[app].costs.completed(by: othersCosts).energyFactor)
        return max(configuration.leastFetchJoules, factor * configuration.power.runJoules)
    }

    /// What a fetch that ended has cost beside the radio's time, in joules.
    func chargedJoules(bytes: Double, seconds: Double) -> Double {
        let (radio, power) = (configuration.radio, configuration.power)
        let down = power.requestDownBytes + max(0, bytes)
        return power.handlingJoulesPerMB * 1e-6 * max(0, bytes) + radio.joulesPerByte * down
            + radio.uploadJoulesPerByte * power.requestUpBytes
            + (foreground == nil
                ? power.awakeWatts * min(max(0, seconds), configuration.fetchLimit.seconds) : 0)
    }
}
