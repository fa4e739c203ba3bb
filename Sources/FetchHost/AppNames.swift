import FetchSched

/// Which name has which number: the engine's numbers are given once, in order.
///
/// As bytes, kept beside the engine's snapshot: a version (1), then of each number the length of its name in UTF-8 plus
/// one (0 for a number without a name), four bytes with the least first, and the name.
struct AppNames: Sendable {
    private(set) var names: [String?] = []
    private var numbers: [String: AppID] = [:]

    init() {}

    /// The number that goes with the name, whether or not it is in use.
    subscript(name: String) -> AppID? { numbers[name] }

    /// The name that goes with the number.
    subscript(app: AppID) -> String? { names.indices.contains(app.index) ? names[app.index] : nil }

    /// Gives a new number a name.
    mutating func add(_ name: String, as app: AppID) {
        // Numbers between were registered at the engine itself.
        while names.count <= app.index { names.append(nil) }
        names[app.index] = name
        numbers[name] = app
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = [1]
        for name in names {
            let text = name.map { Array($0.utf8) }
            let code = UInt32(clamping: text.map { $0.count + 1 } ?? 0)
            for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: code >> UInt32(8 * index))) }
            bytes += text ?? []
        }
        return bytes
    }

    /// Reads the names of at most so many apps.
    ///
    /// - Throws: `missingPart` if there are none, as in a state that another program kept; `invalid` if no such names
    ///   were ever written.
    init(_ bytes: [UInt8]?, appCount: Int) throws(SnapshotError) {
        guard let bytes else { throw .missingPart(tag: SnapshotAttachment.tag) }
        guard bytes.first == 1 else { throw .invalid(at: 0) }
        var place = 1
        while place < bytes.count {
            guard bytes.count - place >= 4, names.count < appCount else { throw .invalid(at: place) }
            var code: UInt32 = 0
            for index in 0..<4 { code |= UInt32(bytes[place + index]) << UInt32(8 * index) }
            place += 4
            let app = AppID(names.count)
            if code == 0 {
                names.append(nil)
                continue
            }
            let length = Int(code) - 1
            guard length <= bytes.count - place,
                let name = String(validating: bytes[place..<place + length], as: UTF8.self),
                numbers[name] == nil
            else { throw .invalid(at: place) }
            add(name, as: app)
            place += length
        }
    }
}
