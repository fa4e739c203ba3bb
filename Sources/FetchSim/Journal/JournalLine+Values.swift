import FetchSched
import FetchSchedText

/// Parameters of calls, from the fields of a line and back.
extension JournalLine {
    var id: UInt64 { word("id").flatMap { UInt64($0) } ?? 0 }

    /// The numbers of `values`, as bits.
    var reals: [Double] { (word("values") ?? "").split(separator: ",").compactMap { Self.real($0) } }

    func with(_ values: [Double]) -> JournalLine {
        var line = self
        line.set("values", values.map { Self.text($0) }.joined(separator: ","))
        return line
    }

    // MARK: Places and transfers

    var watched: FetchRegion {
        let id = RegionID(Int(self["region"] ?? 0))
        guard
            let centre = GeoPosition(
                latitude: self[real: "latitude"] ?? .nan, longitude: self[real: "longitude"] ?? .nan)
        else { return FetchRegion(id) }
        return FetchRegion(id, centre: centre, radius: self[real: "radius"] ?? 0)
    }

    package var transfer: TransferRequest? {
        guard let app, let bytes = self["bytes"] else { return nil }
        var request = TransferRequest(app, bytes: bytes)
        request.session = Int(self["session"] ?? 0)
        let priority = self["priority"] ?? 0
        request.priority = priority < 0 ? .low : priority > 0 ? .high : .normal
        let flags = self["flags"] ?? 0
        request.isDiscretionary = flags & 1 != 0
        request.wakesApp = flags & 2 == 0
        request.resourceTimeout = self["timeout"].flatMap { $0 > 0 ? TimeSpan(milliseconds: $0) : nil }
        return request
    }

    func with(_ request: TransferRequest) -> JournalLine {
        with(request.app).with("bytes", request.bytes).with("session", request.session)
            .with("priority", Int(request.priority.rawValue) - 1)
            .with("flags", (request.isDiscretionary ? 1 : 0) + (request.wakesApp ? 0 : 2))
            .with("timeout", request.resourceTimeout?.milliseconds ?? 0)
    }

    // MARK: Sources of a poller

    var groupLimits: GroupLimits {
        var limits = GroupLimits()
        limits.spacing = TimeSpan(milliseconds: self["spacing"] ?? 0)
        if let once = self["once"], once > 0 { limits.atOnce = Int(once) }
        return limits
    }

    var sourceAnswer: SourceAnswer? {
        guard let outcome = number("outcome").flatMap(FetchOutcome.init) else { return nil }
        var answer = SourceAnswer(outcome)
        answer.bytes = self["bytes"] ?? 0
        answer.changed = (word("changed") ?? "").split(separator: ",").compactMap {
            Int64($0).map { FetchTime(milliseconds: $0) }
        }
        answer.retryAfter = self["wait"].flatMap { $0 < 0 ? nil : TimeSpan(milliseconds: $0) }
        answer.maxAge = self["age"].flatMap { $0 < 0 ? nil : TimeSpan(milliseconds: $0) }
        return answer
    }

    // MARK: The configuration

    /// The lines that make the configuration, and the engine with it.
    static func creation(_ configuration: FetchConfiguration, seed: UInt64) -> [JournalLine] {
        let base = FetchConfiguration()
        var lines: [JournalLine] = []
        for parameter in Parameter.targets + Parameter.tunable + Parameter.polling + Parameter.limits {
            let value = parameter.value(in: configuration)
            guard value != parameter.value(in: base) else { continue }
            var line = JournalLine(.epoch, "set")
            line.set("name", parameter.name)
            lines.append(line.with("value", real: value))
        }
        lines.append(JournalLine(.epoch, "radio").with(configuration.radio.numbers))
        lines.append(
            JournalLine(.epoch, "power").with(configuration.power.numbers)
                .with("number", configuration.power.aliveProcesses.map { Int64($0) } ?? -1))
        return lines + [JournalLine(.epoch, "create").with("seed", seed)]
    }
}

extension RadioCosts {
    /// All numbers, in the order of `fetchsched_radio`.
    var numbers: [Double] {
        [
            promotion.seconds, promotion.joules, baseWatts, joulesPerByte, uploadJoulesPerByte,
            requestSeconds,
            bytesPerSecond,
        ] + tail.flatMap { [$0.seconds, $0.watts, $0.promotion.seconds, $0.promotion.joules] }
    }

    init?(_ numbers: [Double]) {
        guard numbers.count >= 7, (numbers.count - 7) % 4 == 0 else { return nil }
        self.init(
            promotion: Promotion(seconds: numbers[0], joules: numbers[1]),
            tail: stride(from: 7, to: numbers.count, by: 4).map {
                TailStage(
                    seconds: numbers[$0], watts: numbers[$0 + 1],
                    promotion: Promotion(seconds: numbers[$0 + 2], joules: numbers[$0 + 3]))
            },
            baseWatts: numbers[2], joulesPerByte: numbers[3], uploadJoulesPerByte: numbers[4],
            requestSeconds: numbers[5], bytesPerSecond: numbers[6])
    }
}

extension PowerCosts {
    /// All numbers but the last, in the order of `fetchsched_power`.
    var numbers: [Double] {
        [runJoules, coldStartJoules, handlingJoulesPerMB, requestDownBytes, requestUpBytes, awakeWatts]
    }

    init?(_ numbers: [Double], processes: Int64?) {
        guard numbers.count == 6 else { return nil }
        self.init(
            runJoules: numbers[0], coldStartJoules: numbers[1], handlingJoulesPerMB: numbers[2],
            requestDownBytes: numbers[3], requestUpBytes: numbers[4], awakeWatts: numbers[5],
            aliveProcesses: processes.flatMap { $0 < 0 ? nil : Int($0) })
    }
}
