/// Measurements of several devices, added up without regard to the order in which they come.
struct MetricTotals: Sendable {
    /// Everything but the floating-point sums, which are 0 here.
    private var counts = DeviceMetrics()
    /// How long pushes were held back, see ``DeviceMetrics/pushDelaySeconds``.
    private(set) var pushDelays = DelaySample()
    /// How long transfers took, see ``DeviceMetrics/transferDelaySeconds``.
    private(set) var transferDelays = DelaySample()
    private var sums = [ExactSum](repeating: ExactSum(), count: DeviceMetrics.sums.count)

    init() {}

    mutating func add(_ device: DeviceMetrics) {
        var device = device
        for (index, path) in DeviceMetrics.sums.enumerated() {
            sums[index].add(device[keyPath: path])
            device[keyPath: path] = 0
        }
        pushDelays.add(device.pushDelaySeconds)
        transferDelays.add(device.transferDelaySeconds)
        device.pushDelaySeconds = []
        device.transferDelaySeconds = []
        counts.add(device)
    }

    var total: DeviceMetrics {
        var total = counts
        for (path, sum) in zip(DeviceMetrics.sums, sums) { total[keyPath: path] = sum.value }
        return total
    }
}

extension DeviceMetrics {
    /// Every measurement that is a floating-point sum.
    static var sums: [WritableKeyPath<DeviceMetrics, Double> & Sendable] {
        [
            \.days, \.energy.promotionJoules, \.energy.activeJoules, \.energy.bytesJoules,
            \.energy.tailJoules, \.bill.runJoules, \.bill.coldStartJoules, \.bill.handlingJoules,
            \.bill.awakeJoules, \.taskSecondsDone, \.taskSecondsLost,
            \.updates.delaySeconds, \.updates.missingSeconds, \.updates.missingAge, \.updates.sourceSeconds,
        ]
    }

    /// Every measurement that is a count, but for ``bytes``.
    static var counts: [WritableKeyPath<DeviceMetrics, Int> & Sendable] {
        [
            \.launches, \.freshLaunches, \.newDataFetches, \.noDataFetches, \.failedFetches, \.promotions,
            \.wakeups, \.intervalViolations, \.usefulFetches, \.coldStarts, \.pushesMerged, \.pushesRefused,
            \.locationWakes, \.transfers, \.transfersGivenUp, \.terminations, \.updates.count,
            \.updates.overwritten, \.updates.lost,
        ]
    }

    /// Every measurement that is a list, with a short name.
    static var samples: [(name: String, path: WritableKeyPath<DeviceMetrics, [Double]> & Sendable)] {
        [
            ("age", \.copyAgeSeconds), ("stale", \.staleSeconds), ("spacing", \.requestSpacingSeconds),
            ("push", \.pushDelaySeconds), ("transfer", \.transferDelaySeconds),
        ]
    }
}
