import FetchSched
import FetchTrace

private let nameParts = [
    "mail", "news", "a,b", "say \"hi\"", "café", "line\nend", "crlf\r\nend", "日本", "x y", ":", "0", "🚲", "\"",
]

/// Events of all kinds with every sort of name and value, in order of time.
func randomTrace(seed: UInt64, count: Int = 60) -> Trace {
    var random = SplitMix64(seed: seed)
    var trace = Trace()
    var time = Int64.random(in: 0...2_000_000_000_000, using: &random)
    for _ in 0..<count {
        guard let kind = EventKind.allCases.randomElement(using: &random) else { continue }
        time += Bool.random(using: &random) ? Int64.random(in: 0...100_000_000, using: &random) : 0
        var event = TraceEvent(time: FetchTime(milliseconds: time), kind: kind)
        event.device = trace.names.devices.number(of: randomName(&random))
        if isUsed(kind.schema.app, &random) { event.app = trace.names.apps.number(of: randomName(&random)) }
        if isUsed(kind.schema.bytes, &random) {
            let top = Bool.random(using: &random) ? Int64(1) << 53 : 1000
            event.bytes = Int64.random(in: 0...top, using: &random)
        }
        if isUsed(kind.schema.seconds, &random) {
            event.duration = TimeSpan(milliseconds: Int64.random(in: 0...100_000, using: &random))
        }
        event.value = randomValue(kind, &trace.names, &random)
        trace.events.append(event)
    }
    return trace
}

private func randomName(_ random: inout SplitMix64) -> String {
    let parts = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        nameParts.randomElement(using: &random) ?? "a"
    }
    return parts.joined()
}

private func isUsed(_ presence: Presence, _ random: inout SplitMix64) -> Bool {
    switch presence {
    case .required: true
    case .optional: Bool.random(using: &random)
    case .absent: false
    }
}

private func randomValue(_ kind: EventKind, _ names: inout TraceNames, _ random: inout SplitMix64)
    -> EventValue
{
    switch kind.schema.value {
    case .absent: return .none
    case .number(let range): return .number(randomNumber(range, &random))
    case .wordsOrPositive(let words):
        if Bool.random(using: &random) { return randomWord(words.count, &random) }
        return .number(
            Double(
                bitPattern: UInt64.random(in: 1...Double.greatestFiniteMagnitude.bitPattern, using: &random)))
    case .optionalWords(let words):
        return Bool.random(using: &random) ? .none : randomWord(words.count, &random)
    case .words(let words): return randomWord(words.count, &random)
    case .named(let words, let prefixes):
        let word = UInt8.random(in: 0..<UInt8(words.count + prefixes.count), using: &random)
        if word < words.count { return .word(word) }
        return .named(word: word, name: names.labels.number(of: randomName(&random)))
    case .text: return .named(word: 0, name: names.labels.number(of: randomName(&random)))
    case .transfer: return .transfer(TransferOptions(rawValue: UInt8.random(in: 0...7, using: &random)))
    }
}

private func randomWord(_ count: Int, _ random: inout SplitMix64) -> EventValue {
    .word(UInt8.random(in: 0..<UInt8(count), using: &random))
}

private func randomNumber(_ range: ClosedRange<Double>, _ random: inout SplitMix64) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: range.lowerBound
    case 1: range.upperBound
    case 2: (random.nextUnit() * 100).rounded() / 100 * range.upperBound
    default: range.lowerBound + random.nextUnit() * (range.upperBound - range.lowerBound)
    }
}

/// The trace as text of format 1.
func written(_ trace: Trace) throws(TraceError) -> [UInt8] {
    let sink = MemorySink()
    var writer = TraceWriter(to: sink, bufferSize: 100)
    for event in trace.events { try writer.write(event, names: trace.names) }
    try writer.finish()
    return sink.bytes
}
