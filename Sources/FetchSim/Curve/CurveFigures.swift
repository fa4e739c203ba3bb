import FetchSchedText

/// Figures of one device's replay that a curve adds up.
struct DeviceFigures: Sendable {
    var days = 0.0
    var launches = 0.0
    /// Fresh launches, plus the value of stale ones, in fresh launches.
    var fresh = 0.0
    /// Energy of the radio, foreground included, and of the fetches.
    var joules = 0.0

    /// The sum over devices, each as often as its weight says.
    static func sum(_ devices: [DeviceFigures], weights: [Double]) -> DeviceFigures {
        var sum = DeviceFigures()
        for (device, weight) in zip(devices, weights) {
            sum.days += device.days * weight
            sum.launches += device.launches * weight
            sum.fresh += device.fresh * weight
            sum.joules += device.joules * weight
        }
        return sum
    }
}

extension DeviceFigures {
    init(_ metrics: DeviceMetrics) {
        self.init(
            days: metrics.days, launches: Double(metrics.launches), fresh: metrics.launchValue,
            joules: metrics.joules)
    }
}

/// A device's part of one point of a curve.
struct CurveOutcome: Sendable {
    let figures: DeviceFigures
    /// The bound on the net value at each value of a launch, of the device left alone.
    var boundNet: [Double]?
}

extension CurveOutcome {
    init(_ outcome: BenchPlan.Outcome, values: [Double]) {
        switch outcome {
        case .policy(let metrics): self.init(figures: DeviceFigures(metrics))
        case .unfetched(let metrics, let bounds):
            let net = zip(values, bounds).map { $0 * $1.launchValue - $1.joules }
            self.init(figures: DeviceFigures(metrics), boundNet: net)
        }
    }
}

/// All runs of a ``CurveBench`` on one radio, device by device.
struct CurveFigures: Sendable {
    struct Point: Sendable {
        let name: String
        let valueJoules: Double?
        let devices: [DeviceFigures]
    }

    struct Family: Sendable {
        let name: String
        let isEngine: Bool
        let points: [Point]
    }

    /// Worths of a fresh launch, of the bound.
    let values: [Double]
    /// Devices left alone.
    let unfetched: [DeviceFigures]
    /// Per device and value, the bound on the net value.
    let boundNet: [[Double]]
    let families: [Family]

    /// - Parameter devices: the outcomes of each device, first that without fetches, then those of the subjects' points.
    init(_ subjects: [CurveSubject], values: [Double], _ devices: [[CurveOutcome]]) {
        self.values = values
        unfetched = devices.map { $0[0].figures }
        boundNet = devices.map { $0[0].boundNet ?? [] }
        var run = 0
        families = subjects.map { subject in
            let points = subject.choices(values).map { choice, value in
                run += 1
                return Point(
                    name: value.map { "V=\(DecimalText.text($0))" } ?? choice.name, valueJoules: value,
                    devices: devices.map { $0[run].figures })
            }
            return Family(name: subject.name, isEngine: subject.isEngine, points: points)
        }
    }

    /// The curves if each device counts as often as its weight says.
    func curves(weights: [Double]) -> (families: [Curve], bound: BoundCurve) {
        let alone = DeviceFigures.sum(unfetched, weights: weights)
        let curves = families.map { family in
            let points = family.points.map { point -> Curve.Point in
                let sum = DeviceFigures.sum(point.devices, weights: weights)
                return Curve.Point(
                    name: point.name, joules: sum.days > 0 ? (sum.joules - alone.joules) / sum.days : 0,
                    fresh: sum.launches > 0 ? sum.fresh / sum.launches : 0, valueJoules: point.valueJoules)
            }
            return Curve(points: points, unfetched: alone)
        }
        var net = values.map { _ in 0.0 }
        for (device, weight) in zip(boundNet, weights) {
            for index in net.indices { net[index] += device[index] * weight }
        }
        return (curves, BoundCurve(lines: zip(values, net).map { ($0, $1) }, unfetched: alone))
    }
}
