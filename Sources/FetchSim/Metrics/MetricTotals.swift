/// Measurements of several devices, added up without regard to the order in which they come.
struct MetricTotals: Sendable {
    /// Everything but the floating-point sums, which are 0 here, and the lists, which are empty.
    private var counts = DeviceMetrics()
    private var samples = DeviceMetrics.samples.map { _ in DelaySample() }
    private var sums = [ExactSum](repeating: ExactSum(), count: DeviceMetrics.sums.count)

    mutating func add(_ device: DeviceMetrics) {
        var device = device
        for (index, path) in DeviceMetrics.sums.enumerated() {
            sums[index].add(device[keyPath: path])
            device[keyPath: path] = 0
        }
        for (index, sample) in DeviceMetrics.samples.enumerated() {
            samples[index].add(device[keyPath: sample.path])
            device[keyPath: sample.path] = []
        }
        counts.add(device)
    }

    /// The sample of a list of ``DeviceMetrics/samples``.
    subscript(list: KeyPath<DeviceMetrics, [Double]>) -> DelaySample {
        zip(DeviceMetrics.samples, samples).first { $0.0.path == list }?.1 ?? DelaySample()
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
            \.days, \.launchValue, \.energy.promotionJoules, \.energy.activeJoules, \.energy.bytesJoules,
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
            \.updates.overwritten, \.updates.lost, \.runs,
        ]
    }

    /// Every measurement that is a list, with a short name.
    static var samples: [(name: String, path: WritableKeyPath<DeviceMetrics, [Double]> & Sendable)] {
        [
            ("age", \.copyAgeSeconds), ("stale", \.staleSeconds), ("spacing", \.requestSpacingSeconds),
            ("push", \.pushDelaySeconds), ("transfer", \.transferDelaySeconds),
        ]
    }

    package mutating func add(_ other: DeviceMetrics) {
        for path in Self.counts { self[keyPath: path] += other[keyPath: path] }
        for path in Self.sums { self[keyPath: path] += other[keyPath: path] }
        for (_, path) in Self.samples { self[keyPath: path] += other[keyPath: path] }
        bytes += other.bytes
        while apps.count < other.apps.count { apps.append(AppMetrics()) }
        for index in other.apps.indices { apps[index] += other.apps[index] }
    }
}
