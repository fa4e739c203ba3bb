import FetchSched

/// Choices made by the bytes that a fuzzer gives, one after the other; at the end all are the first.
struct ByteDraw {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// Whether no bytes are left.
    var isEmpty: Bool { place >= bytes.endIndex }

    mutating func byte() -> UInt8 {
        guard !isEmpty else { return 0 }
        place += 1
        return bytes[place - 1]
    }

    mutating func below(_ count: Int) -> Int { Int(byte()) % count }

    /// Once in `count`, unless the bytes will it otherwise.
    mutating func one(in count: Int) -> Bool { below(count) == count - 1 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// Any number, the worst ones first of all.
    mutating func number() -> Double {
        switch below(12) {
        case 0: Double(byte()) / 255
        case 1: .nan
        case 2: .infinity
        case 3: -.infinity
        case 4: -1
        case 5: 1e300
        case 6: .leastNonzeroMagnitude
        case 7: Double(bitPattern: word())
        default: Double(byte())
        }
    }

    /// Any amount of time.
    mutating func span() -> TimeSpan {
        switch below(10) {
        case 0: .max
        case 1: TimeSpan(milliseconds: .min)
        case 2: TimeSpan(milliseconds: Int64(bitPattern: word()))
        case 3: TimeSpan(milliseconds: -1)
        case 4: .days(Int64(byte()))
        case 5: .zero
        default: .minutes(Int64(byte()))
        }
    }

    /// A time ahead that grows with the byte: from none over seconds and minutes to days.
    mutating func wait() -> TimeSpan {
        let byte = Int64(byte())
        switch byte >> 6 {
        case 0: return TimeSpan(milliseconds: byte * 100)
        case 1: return TimeSpan(milliseconds: (byte & 63) * 5_000)
        case 2: return .minutes(byte & 63)
        default: return .minutes((byte & 63) * 30)
        }
    }

    /// A moment that no sane host would name next.
    mutating func moment(near now: FetchTime) -> FetchTime {
        switch below(10) {
        case 0: .distantPast
        case 1: .distantFuture
        case 2: FetchTime(milliseconds: Int64(bitPattern: word()))
        case 3: now - wait()
        case 4: .epoch
        case 5: now + .days(Int64(byte()))
        default: now + wait()
        }
    }

    /// Any size of a transfer.
    mutating func size() -> Int64 {
        switch below(8) {
        case 0: .max
        case 1: .min
        case 2: -1
        case 3: Int64(bitPattern: word())
        default: Int64(byte()) << Int64(below(24))
        }
    }
}
