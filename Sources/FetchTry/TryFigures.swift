import FetchSim

/// The figures of one replay, as the columns of `bench` have them.
package struct TryFigures {
    /// Launches that found the content current.
    package let freshShare: Double
    /// Energy of the fetches, in joules a day.
    package let joulesPerDay: Double
    /// V for each additional fresh launch, less that energy.
    package let gainPerDay: Double
    package let wakeupsPerDay: Double
    package let fetchesPerDay: Double
    /// Fetches that made a stale launch fresh, as a share.
    package let usefulShare: Double
    /// Fetches that found nothing new, as a share.
    package let noDataShare: Double
    package let launchesPerDay: Double
    /// Age of the oldest missing update, mean over sources and time.
    package let missingMinutes: Double
    /// From an update to its arrival, mean.
    package let delayMinutes: Double
    /// Energy as a share of a full battery, a day.
    package let batteryShare: Double

    init(_ metrics: DeviceMetrics, unfetched: DeviceMetrics, value: Double) {
        let days = metrics.days
        let joules = metrics.joules - unfetched.joules
        let net = value * metrics.launchValue - joules
        let start = value * unfetched.launchValue
        freshShare = share(metrics.freshLaunches, of: metrics.launches) ?? .nan
        joulesPerDay = joules / days
        gainPerDay = (net - start) / days
        wakeupsPerDay = Double(metrics.wakeups) / days
        fetchesPerDay = Double(metrics.fetches) / days
        usefulShare = share(metrics.usefulFetches, of: metrics.fetches) ?? .nan
        noDataShare = share(metrics.noDataFetches, of: metrics.fetches) ?? .nan
        launchesPerDay = Double(metrics.launches) / days
        missingMinutes = metrics.updates.missingAge / metrics.updates.sourceSeconds / 60
        delayMinutes = metrics.updates.delaySeconds / Double(metrics.updates.count) / 60
        batteryShare = joules / PowerProfile.usualBatteryJoules / days
    }

    /// In the order of the properties, as the page reads them.
    package var numbers: [Double] {
        [
            freshShare, joulesPerDay, gainPerDay, wakeupsPerDay, fetchesPerDay, usefulShare, noDataShare,
            launchesPerDay, missingMinutes, delayMinutes, batteryShare,
        ]
    }
}
