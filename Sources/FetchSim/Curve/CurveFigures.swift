import FetchSched
import FetchSchedText

/// Figures of one device's replay that a curve adds up.
struct DeviceFigures: Sendable {
    var days = 0.0
    var launches = 0.0
    var fresh = 0.0
    /// Energy of the radio, foreground included, and of the fetches.
    var joules = 0.0

    init() {}

    init(_ metrics: DeviceMetrics) {
        days = metrics.days
        launches = Double(metrics.launches)
        fresh = Double(metrics.freshLaunches)
        joules = metrics.joules
    }

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

/// All runs of a ``CurveBench`` on one radio, device by device.
struct CurveFigures: Sendable {
    struct Point: Sendable {
        let name: String
        let valueJoules: Double?
        var devices: [DeviceFigures] = []
    }

    struct Family: Sendable {
        let name: String
        let isEngine: Bool
        var points: [Point]

        init(subject: CurveSubject, values: [Double]) {
            name = subject.name
            isEngine = subject.isEngine
            points = subject.choices(values).map { choice, value in
                Point(
                    name: value.map { "V=\(DecimalText.text($0))" } ?? choice.name, valueJoules: value)
            }
        }
    }

    /// Worths of a fresh launch, of the bound.
    let values: [Double]
    /// Devices left alone.
    var unfetched: [DeviceFigures] = []
    /// Per device and value, the bound on the net value.
    var boundNet: [[Double]] = []
    var families: [Family] = []

    enum Outcome: Sendable {
        case point(DeviceFigures)
        case unfetched(DeviceFigures, boundNet: [Double])
    }

    /// Adds one device's replay; devices come in the same order for every point.
    mutating func add(_ outcome: Outcome, subject: Int?, point: Int) {
        switch outcome {
        case .unfetched(let figures, let net):
            unfetched.append(figures)
            boundNet.append(net)
        case .point(let figures):
            guard let subject else { return }
            families[subject].points[point].devices.append(figures)
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
        let lines = zip(values, net).map { BoundCurve.Line(valueJoules: $0, netValue: $1) }
        return (curves, BoundCurve(lines: lines, unfetched: alone))
    }
}
