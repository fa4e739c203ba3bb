/// The phone's own traffic: what apps load while they are open, and other traffic of the user and the system.
struct TrafficProcess: Sendable {
    /// Standard deviation of the logarithm of a transfer's size.
    private static let sigma = 1.3
    /// Median of what the user moves at a time, in bytes.
    private static let userMedian = 2_000_000.0
    /// Median of what the system moves at a time, in bytes.
    private static let otherMedian = 20_000.0
    /// Hours of the day in which the user moves data.
    private static let waking = 8.0...23.0

    let parameters: TrafficParameters
    var sampler: Sampler

    /// Draws the bytes that a launch of an app with content loads.
    mutating func launchBytes() -> Int64 {
        Int64(sampler.logNormal(median: parameters.launchMedian, sigma: parameters.launchSigma))
    }

    /// The radio's use other than by apps, in order, in local time.
    mutating func radio(days: Int) -> [Draft] {
        var result: [Draft] = []
        let end = Double(days) * 86_400
        let waking = TrafficProcess.waking
        // The user's is drawn over the whole day, and left out at night.
        let userPerDay = parameters.userPerDay * 24 / (waking.upperBound - waking.lowerBound)
        let streams = [
            (Words.Radio.user, userPerDay, TrafficProcess.userMedian),
            (Words.Radio.other, parameters.otherPerDay, TrafficProcess.otherMedian),
        ]
        for (value, perDay, median) in streams where perDay > 0 {
            var time = sampler.exponential(mean: 86_400 / perDay)
            while time < end {
                let bytes = sampler.logNormal(median: median, sigma: TrafficProcess.sigma)
                let hour = (time / 86_400 - (time / 86_400).rounded(.down)) * 24
                if value == Words.Radio.other || waking.contains(hour) {
                    result.append(
                        Draft(time: time.rounded(.down), kind: .radio, value: value, bytes: Int64(bytes)))
                }
                time += Swift.max(1, sampler.exponential(mean: 86_400 / perDay))
            }
        }
        return result.inOrder()
    }
}
