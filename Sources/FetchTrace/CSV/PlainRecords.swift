import FetchSched

/// What the decoder remembers to read plain records fast.
///
/// A record is plain if it has no quotes, every name in it has come before, and nothing in it is wrong: nearly every
/// one of a large trace. Such a record is read in one pass without being cut into fields first. Its bytes need no check
/// of their own, because each is a digit, a separator or part of a text that has been checked before. All others are
/// the business of ``RecordScanner`` and ``EventDecoder/decode(_:)``, which say what is wrong.
///
/// What the second way is worth: 60 devices of the preset `heavy` (28 MB) are read in 0.23 s with it and in 0.71 s
/// without (`bench --policy clairvoyant --timing --jobs 1`, which reads twice; best of five on a shared machine).
struct PlainRecords: Sendable {
    /// The columns from left to right, four bits each, the first lowest: 1 + the position in ``TraceColumn``. 0 if
    /// there are others, or none.
    fileprivate var columns: UInt32 = 0
    /// By kind, four bits each, for the columns app, value, bytes and seconds: which may and which must be filled.
    fileprivate let allowed: UInt128
    fileprivate let required: UInt128
    fileprivate let kinds = KindTable()
    /// The last device whose name has at most eight bytes; length 0 if there was none.
    fileprivate var lastDevice = (word: UInt64(0), length: 0, number: Int32(0))
    fileprivate var values = ValueMemo()

    init() {
        var allowed: UInt128 = 0
        var required: UInt128 = 0
        for kind in EventKind.allCases {
            let schema = kind.schema
            var value = Presence.required
            if case .absent = schema.value { value = .absent }
            for (place, use) in [schema.app, value, schema.bytes, schema.seconds].enumerated() {
                let bit: UInt128 = 1 << (UInt128(kind.rawValue) * 4 + UInt128(place))
                if use != .absent { allowed |= bit }
                if use == .required { required |= bit }
            }
        }
        self.allowed = allowed
        self.required = required
    }

    /// Begins a file with those columns.
    mutating func begin(_ columns: TraceColumns?) {
        self.columns = columns?.packed ?? 0
    }
}

extension EventDecoder {
    /// The event of the plain record that begins at `index`, which then moves behind it.
    ///
    /// - Returns: Nil, and nothing has changed, if the record is not plain or not whole.
    @inline(__always)
    mutating func decodePlain(_ bytes: Span<UInt8>, _ index: inout Int) -> TraceEvent? {
        var columns = plain.columns
        guard columns != 0 else { return nil }
        var at = index
        var filled: UInt64 = 0
        var kind = EventKind.zone
        var value = 0..<0
        var event = TraceEvent(time: Instant(milliseconds: 0), device: -1, kind: .zone)
        repeat {
            let column = columns & 0xF
            columns >>= 4
            let isLast = columns == 0
            let separator = isLast ? UInt8(ascii: "\n") : UInt8(ascii: ",")
            guard let word = ByteWord(bytes, at) else { return nil }
            if column == 1, let time = Self.writtenTime(bytes, at, word, separator) {
                event.time = time
                at += 15
                continue
            }
            guard let end = Self.fieldEnd(bytes, at, word, separator) else { return nil }
            let field = at..<end
            at = end + 1
            if isLast, bytes[end] == UInt8(ascii: "\r") { at += 1 }
            switch column {
            case 1:
                guard case .instant(let time) = parseTime(bytes.extracting(field)) else { return nil }
                event.time = time
            case 2:
                if field.isEmpty { break }
                if plain.lastDevice.length == field.count, plain.lastDevice.word == word.prefix(field.count) {
                    event.device = plain.lastDevice.number
                    break
                }
                let head = word.prefix(min(8, field.count))
                guard let number = deviceIndex.findPlain(bytes.extracting(field), head: head) else {
                    return nil
                }
                event.device = number
                if field.count <= 8 { plain.lastDevice = (head, field.count, number) }
            case 3:
                guard field.count <= 8, let found = plain.kinds[word.prefix(field.count), field.count] else {
                    return nil
                }
                kind = found
            case 4:
                if field.isEmpty { break }
                let head = word.prefix(min(8, field.count))
                guard let number = appIndex.findPlain(bytes.extracting(field), head: head) else { return nil }
                event.app = number
                filled |= 1
            case 5:
                if field.isEmpty { break }
                value = field
                filled |= 2
            case 6:
                if field.isEmpty { break }
                if field.count <= 8, word.digitCount >= field.count {
                    event.bytes = word.decimal(field.count)
                } else {
                    guard let size = parseBytes(bytes.extracting(field)) else { return nil }
                    event.bytes = size
                }
                filled |= 4
            default:
                if field.isEmpty { break }
                // A use that long is noted with its line, which is not at hand here.
                guard let duration = Self.duration(bytes, field, word), duration <= TraceLimits.use else {
                    return nil
                }
                event.duration = TimeSpan(milliseconds: duration)
                filled |= 8
            }
        } while columns != 0

        let shift = UInt128(kind.rawValue) &* 4
        let allowed = UInt64(truncatingIfNeeded: plain.allowed &>> shift)
        let required = UInt64(truncatingIfNeeded: plain.required &>> shift)
        guard filled & ~allowed == 0, ~filled & required & 0xF == 0 else {
            return nil
        }
        event.kind = kind
        if event.device < 0 {
            guard let unnamedDevice else { return nil }
            event.device = unnamedDevice
        }
        if !value.isEmpty {
            guard let found = plainValue(bytes, value, kind) else { return nil }
            event.value = found
        }
        guard allowDisorder || times.goOn(event.time.milliseconds, event.device) else { return nil }
        index = at
        return event
    }

    /// Where the field that begins at `start` with `word` ends: before its separator, or CRLF.
    @inline(__always)
    private static func fieldEnd(
        _ bytes: Span<UInt8>, _ start: Int, _ word: ByteWord, _ separator: UInt8
    ) -> Int? {
        let separators = ByteWord.all(separator)
        var at = start
        var place = word.first(separators)
        while place == 8 {
            at += 8
            guard let next = ByteWord(bytes, at) else { return nil }
            place = next.first(separators)
        }
        at += place
        if separator == UInt8(ascii: "\n"), at > start, bytes[at - 1] == UInt8(ascii: "\r") { at -= 1 }
        return at
    }

    /// The time at `at` if it has the form that the writer gives those from 2001 to 2286: ten digits, a point, three
    /// digits, here with the separator behind them.
    @inline(__always)
    private static func writtenTime(
        _ bytes: Span<UInt8>, _ at: Int, _ word: ByteWord, _ separator: UInt8
    ) -> Instant? {
        guard word.digitCount == 8, let rest = ByteWord(bytes, at + 8) else { return nil }
        let shape: UInt64 = 0x0000_3030_302E_3030 | UInt64(separator) << 48
        let values = rest.bits ^ shape
        // Digits may be up to 9, the others must be what they are.
        let marks = ((values &+ 0x007F_7676_767F_7676) | values) & 0x0080_8080_8080_8080
        guard marks == 0 else { return nil }
        let digits = values & 0xFFFF | (values >> 8) & 0xFF_FFFF_0000
        return Instant(milliseconds: word.decimal(8) &* 100_000 &+ ByteWord.decimal(of: digits << 24))
    }

    /// The duration in a field that begins with `word`, in milliseconds.
    @inline(__always)
    private static func duration(_ bytes: Span<UInt8>, _ field: Range<Int>, _ word: ByteWord) -> Int64? {
        let digits = word.digitCount
        if 1...7 ~= digits {
            if digits == field.count { return word.decimal(digits) &* 1000 }
            let first = field.lowerBound + digits + 1
            let count = field.upperBound - first
            if 1...3 ~= count, bytes[first - 1] == UInt8(ascii: "."), let rest = ByteWord(bytes, first),
                rest.digitCount >= count
            {
                // Places that are not there are zeros.
                let fraction = rest.prefix(count) ^ (0x0030_3030 & ~(UInt64.max << UInt64(8 * count)))
                return word.decimal(digits) &* 1000 &+ ByteWord.decimal(of: fraction << 40)
            }
        }
        guard let duration = parseMilliseconds(bytes.extracting(field)), duration <= TraceLimits.duration
        else {
            return nil
        }
        return duration
    }

    /// The value of an event of that kind, which is the text in `range`, if there is nothing new in it.
    @inline(__always)
    private mutating func plainValue(_ bytes: Span<UInt8>, _ range: Range<Int>, _ kind: EventKind)
        -> EventValue?
    {
        let text = bytes.extracting(range)
        guard range.count <= ValueMemo.longest else { return newValue(text, kind) }
        guard let head = ByteWord(bytes, range.lowerBound) else { return nil }
        var tail: UInt64 = 0
        if range.count > 8 {
            guard let next = ByteWord(bytes, range.lowerBound + 8) else { return nil }
            tail = next.prefix(range.count - 8)
        }
        let key = ValueMemo.Key(
            head: head.prefix(min(8, range.count)), tail: tail,
            length: UInt8(truncatingIfNeeded: range.count), kind: kind)
        if let known = plain.values[key] { return known }
        guard let value = newValue(text, kind) else { return nil }
        plain.values.insert(value, for: key)
        return value
    }

    /// The value of a text that is not remembered.
    @inline(never)
    private func newValue(_ text: Span<UInt8>, _ kind: EventKind) -> EventValue? {
        switch values[Int(kind.rawValue)].decode(text) {
        case .value(let value): return value
        case .named(let word, let offset):
            let name = text.extracting(offset..<text.count)
            guard let number = labelIndex.findPlain(name) else { return nil }
            return .named(word: word, name: number)
        case .invalid: return nil
        }
    }
}
