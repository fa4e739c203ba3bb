import FetchTrace

extension JSON {
    static func wholes(_ numbers: some Sequence<some BinaryInteger>) -> JSON {
        list(numbers.map { .whole($0) })
    }

    fileprivate static func reals(_ numbers: some Sequence<Double>) -> JSON {
        list(numbers.map(JSON.shortest))
    }
}

/// The result of one replay of one device, as JSON and back.
extension BenchPlan {
    /// `isApart`: the sums alone are wanted.
    static func json(_ outcome: Outcome, isApart: Bool) -> JSON {
        switch outcome {
        case .policy(let metrics): return json(isApart ? metrics.withoutLaunches : metrics)
        case .unfetched(let metrics, let bounds):
            var sums = metrics.withoutLaunches
            sums.pushDelaySeconds = []
            sums.transferDelaySeconds = []
            let rows = bounds.map {
                JSON.list([
                    .whole($0.freshLaunches), .whole($0.fetches), .whole($0.wakeups), .whole($0.bytes),
                    .shortest($0.joules), .shortest($0.launchValue),
                ])
            }
            return .object([("alone", json(sums)), ("bounds", .list(rows))])
        }
    }

    private static func json(_ metrics: DeviceMetrics) -> JSON {
        var fields = [
            ("n", JSON.wholes(DeviceMetrics.counts.map { metrics[keyPath: $0] })),
            ("bytes", .whole(metrics.bytes)),
            ("x", .reals(DeviceMetrics.sums.map { metrics[keyPath: $0] })),
        ]
        for (name, path) in DeviceMetrics.samples where !metrics[keyPath: path].isEmpty {
            fields.append((name, .reals(metrics[keyPath: path])))
        }
        return .object(fields)
    }

    func outcome(of run: Run, _ value: JSONValue) throws(RecordProblem) -> Outcome {
        if run.policy != nil { return .policy(try Self.metrics(value)) }
        var bounds: [BoundFigures] = []
        for row in try value.field("bounds").list(count: bench.values.count) {
            let row = try row.list(count: 6)
            var bound = BoundFigures()
            bound.freshLaunches = try row[0].count()
            bound.fetches = try row[1].count()
            bound.wakeups = try row[2].count()
            bound.bytes = Int64(try row[3].count())
            bound.joules = try row[4].amount()
            bound.launchValue = try row[5].amount(from: 0)
            bounds.append(bound)
        }
        return .unfetched(try Self.metrics(value.field("alone")), bounds)
    }

    private static func metrics(_ value: JSONValue) throws(RecordProblem) -> DeviceMetrics {
        var metrics = DeviceMetrics()
        let (counts, sums) = (DeviceMetrics.counts, DeviceMetrics.sums)
        for (path, item) in zip(counts, try value.field("n").list(count: counts.count)) {
            metrics[keyPath: path] = try item.count()
        }
        metrics.bytes = Int64(try value.field("bytes").count())
        for (path, item) in zip(sums, try value.field("x").list(count: sums.count)) {
            metrics[keyPath: path] = try item.amount()
        }
        guard metrics.days >= 0, metrics.freshLaunches <= metrics.launches else {
            throw RecordProblem(
                offset: 0,
                found: "\(metrics.freshLaunches) fresh launches of \(metrics.launches) in "
                    + "\(metrics.days) days", expected: "no more than all of them")
        }
        for (name, path) in DeviceMetrics.samples {
            guard let sample = try value.optionalField(name) else { continue }
            for item in try sample.list() { metrics[keyPath: path].append(try item.amount()) }
        }
        return metrics
    }
}

extension CurveOutcome {
    var json: JSON {
        boundNet.map { .object([("alone", figures.json), ("net", .reals($0))]) } ?? figures.json
    }

    init(_ value: JSONValue, of run: BenchPlan.Run, values: Int) throws(RecordProblem) {
        guard run.policy == nil else {
            self.init(figures: try DeviceFigures(value))
            return
        }
        var net: [Double] = []
        for item in try value.field("net").list(count: values) { net.append(try item.amount()) }
        self.init(figures: try DeviceFigures(value.field("alone")), boundNet: net)
    }
}

extension DeviceFigures {
    fileprivate var json: JSON { .reals([days, launches, fresh, joules]) }

    fileprivate init(_ value: JSONValue) throws(RecordProblem) {
        let items = try value.list(count: 4)
        days = try items[0].amount(from: 0)
        launches = try items[1].amount(from: 0)
        fresh = try items[2].amount(from: 0, to: launches)
        joules = try items[3].amount()
    }
}
