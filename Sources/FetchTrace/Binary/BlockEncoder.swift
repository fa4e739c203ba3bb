import FetchSched

/// Collects the events of one device and gives them the form of an `events` block.
///
/// - Complexity: O(1) amortized per event.
struct BlockEncoder: Sendable {
    /// The device, by its number in the file.
    let device: Int32
    /// How many events.
    private(set) var count = 0

    private var shapes: [EventShape: UInt8] = [:]
    private var shapeTable: [EventShape] = []
    private var apps: [Int32: UInt64] = [:]
    private var appTable: [Int32] = []
    private var columns = [[UInt8]](repeating: [], count: BlockColumn.count)
    private var lastSecond: Int64 = 0
    private var lastLabel: Int64 = 0

    /// Begins a block.
    init(device: Int32) {
        self.device = device
    }

    /// Whether nothing fits in any more.
    var isFull: Bool { count >= BinaryFormat.mostEvents || shapeTable.count >= EventShape.most }

    /// Adds an event that trace format 1 can express, of the block's device, not earlier than the last one; to a
    /// block that is not full.
    mutating func append(_ event: TraceEvent) {
        let shape = EventShape(of: event)
        columns[BlockColumn.shapes].append(number(of: shape))
        let second = event.time.milliseconds / 1_000
        columns[BlockColumn.seconds].appendNumber(UInt64(second - lastSecond))
        lastSecond = second
        if shape.parts.contains(.milliseconds) {
            columns[BlockColumn.milliseconds].appendNumber(UInt64(event.time.milliseconds % 1_000))
        }
        if shape.parts.contains(.app) { columns[BlockColumn.apps].appendNumber(number(of: event.app)) }
        if case .number(let number) = event.value {
            columns[BlockColumn.numbers].appendLittleEndian(number.bitPattern)
        }
        if case .named(_, let name) = event.value {
            columns[BlockColumn.labels].appendNumber(folded(Int64(name) - lastLabel))
            lastLabel = Int64(name)
        }
        if shape.parts.contains(.bytes) { columns[BlockColumn.bytes].appendNumber(UInt64(event.bytes)) }
        if let duration = event.duration {
            columns[BlockColumn.durations].appendNumber(BlockColumn.scaled(duration.milliseconds))
        }
        count += 1
    }

    /// The block's content.
    func content() -> [UInt8] {
        var result: [UInt8] = []
        result.appendNumber(UInt64(device))
        result.appendNumber(UInt64(count))
        result.appendNumber(UInt64(shapeTable.count))
        for shape in shapeTable { result += [shape.kind.rawValue, shape.parts.rawValue, shape.word] }
        result.appendNumber(UInt64(appTable.count))
        for app in appTable { result.appendNumber(UInt64(app)) }
        for column in columns { result.appendNumber(UInt64(column.count)) }
        for column in columns { result += column }
        return result
    }

    private mutating func number(of shape: EventShape) -> UInt8 {
        if let known = shapes[shape] { return known }
        let number = UInt8(truncatingIfNeeded: shapeTable.count)
        shapes[shape] = number
        shapeTable.append(shape)
        return number
    }

    private mutating func number(of app: Int32) -> UInt64 {
        if let known = apps[app] { return known }
        let number = UInt64(appTable.count)
        apps[app] = number
        appTable.append(app)
        return number
    }
}

/// The columns of an `events` block, in order.
enum BlockColumn {
    /// One byte per event: its shape.
    static let shapes = 0
    /// Per event: whole seconds since the one before (of the first: since 1970).
    static let seconds = 1
    /// Milliseconds within the second, of events that have any.
    static let milliseconds = 2
    /// Apps, as positions in the block's table.
    static let apps = 3
    /// Values that are numbers, eight bytes each.
    static let numbers = 4
    /// Names of regions and tasks, as the folded difference from the one before (of the first: from 0).
    static let labels = 5
    /// Sizes in bytes.
    static let bytes = 6
    /// Durations, scaled.
    static let durations = 7
    static let count = 8

    /// A duration in milliseconds with its unit in the lowest two bits: 0 for milliseconds, 1 for tenths of a
    /// second, 2 for seconds.
    static func scaled(_ milliseconds: Int64) -> UInt64 {
        if milliseconds % 1_000 == 0 { return UInt64(milliseconds / 1_000) << 2 | 2 }
        if milliseconds % 100 == 0 { return UInt64(milliseconds / 100) << 2 | 1 }
        return UInt64(milliseconds) << 2
    }

    /// What ``scaled(_:)`` was given, or nil if that is beyond the format's limit or no such number.
    static func unscaled(_ number: UInt64) -> Int64? {
        let factors: (UInt64, UInt64, UInt64) = (1, 100, 1_000)
        let factor: UInt64
        switch number & 3 {
        case 0: factor = factors.0
        case 1: factor = factors.1
        case 2: factor = factors.2
        default: return nil
        }
        let (result, overflow) = (number >> 2).multipliedReportingOverflow(by: factor)
        guard !overflow, result <= UInt64(TraceLimits.duration) else { return nil }
        return Int64(result)
    }
}
