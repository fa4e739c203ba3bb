import FetchSched

/// Measurements of one device's replay, from the beginning of scoring on.
package struct DeviceMetrics: Equatable, Sendable {
    package var days = 0.0
    package var launches = 0
    /// Launches that found the copy up to date.
    package var freshLaunches = 0
    /// Value of all launches, in V: 1 for each that was fresh, and less for others where their value fades.
    package var launchValue = 0.0
    package var newDataFetches = 0
    package var noDataFetches = 0
    package var failedFetches = 0
    package var bytes: Int64 = 0
    package var promotions = 0
    /// Promotions of a sleeping radio that fetches, pushes, location wakeups and transfers caused.
    package var wakeups = 0
    /// Fetches of an app that its interval forbade at that moment.
    package var intervalViolations = 0
    /// Launches that a fetch made fresh: without it they would have found an old copy.
    package var usefulFetches = 0
    /// Fetches for which a process had to be made.
    package var coldStarts = 0
    package var energy = RadioEnergy()
    /// Costs of the fetches apart from the radio.
    package var bill = FetchBill()
    /// Per fetch but an app's first: time since the app's fetch before was started, in seconds.
    package var requestSpacingSeconds: [Double] = []
    /// Per launch: age of the copy, in seconds.
    package var copyAgeSeconds: [Double] = []
    /// Per launch: how long the copy had been out of date, in seconds; 0 if it was fresh.
    package var staleSeconds: [Double] = []
    /// Per silent push that came to its app: how long it was held back, in seconds.
    package var pushDelaySeconds: [Double] = []
    /// Pushes that a newer one replaced before they came to their app.
    package var pushesMerged = 0
    /// Pushes to apps that the user had quit.
    package var pushesRefused = 0
    /// Wakeups of apps for a change of place.
    package var locationWakes = 0
    package var transfers = 0
    /// Background transfers given up at their time-out.
    package var transfersGivenUp = 0
    /// Per finished background transfer: time since its request, in seconds.
    package var transferDelaySeconds: [Double] = []
    /// Work of background tasks that was done, in seconds.
    package var taskSecondsDone = 0.0
    /// Work of background tasks that was cut off, in seconds.
    package var taskSecondsLost = 0.0
    /// Apps that were ended because they left a task open beyond their time.
    package var terminations = 0
    /// Runs that the system granted.
    package var runs = 0
    /// Updates of sources that came out, and what they waited for a fetch or a launch.
    package var updates = UpdateMetrics()
    /// Figures of the apps in ``SimulationRules/apps``, in their order; empty if none are.
    package var apps: [AppMetrics] = []

    /// All energy that is counted, in joules: the radio's, foreground included, and the fetches' bill.
    package var joules: Double { energy.joules + bill.joules }

    package var fetches: Int { newDataFetches + noDataFetches + failedFetches }

    mutating func count(_ outcome: FetchOutcome, bytes: Int64) {
        self.bytes += bytes
        switch outcome {
        case .newData: newDataFetches += 1
        case .noData: noDataFetches += 1
        case .failed, .gone: failedFetches += 1
        }
    }

    /// All but the lists of single launches and requests, which would take memory by the device.
    var withoutLaunches: DeviceMetrics {
        var sums = self
        sums.copyAgeSeconds = []
        sums.staleSeconds = []
        sums.requestSpacingSeconds = []
        return sums
    }
}

package func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
}
