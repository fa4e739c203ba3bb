import FetchSched

/// Which name has which number.
///
/// As bytes, stored next to the engine's snapshot, which has the numbers: a version (1), then for each place the
/// length of its name in UTF-8 plus one (0 for a place without a name), four bytes with the least first, and the name.
struct AppNames: Sendable {
    /// By the places of the apps.
    private(set) var names: [String?] = []
    private var numbers: [String: AppID] = [:]

    init() {}

    /// The number of the app of that name.
    subscript(name: String) -> AppID? { numbers[name] }

    /// The name of the app of that number.
    subscript(app: AppID) -> String? {
        guard names.indices.contains(app.index), let name = names[app.index] else { return nil }
        return numbers[name] == app ? name : nil
    }

    mutating func remove(_ name: String) {
        guard let app = numbers.removeValue(forKey: name) else { return }
        names[app.index] = nil
    }

    /// Gives a new number a name.
    mutating func add(_ name: String, as app: AppID) {
        // Places between were registered at the engine itself.
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

    /// Reads the names of apps that have those numbers, in the order of their places.
    ///
    /// - Throws: `missingHostBytes` if there are none, as in another program's state; `invalid` if no such names
    ///   were ever written.
    init(_ bytes: [UInt8]?, of apps: [AppID]) throws(SnapshotError) {
        guard let bytes else { throw .missingHostBytes }
        guard bytes.first == 1 else { throw .invalid(at: 0) }
        var place = 1
        var left = apps[...]
        while place < bytes.count {
            // Places after the last app's had apps that were removed.
            guard bytes.count - place >= 4 else { throw .invalid(at: place) }
            var code: UInt32 = 0
            for index in 0..<4 { code |= UInt32(bytes[place + index]) << UInt32(8 * index) }
            place += 4
            let app = left.first?.index == names.count ? left.popFirst() : nil
            if code == 0 {
                names.append(nil)
                continue
            }
            let length = Int(code) - 1
            guard let app, length <= bytes.count - place,
                let name = String(validating: bytes[place..<place + length], as: UTF8.self),
                numbers[name] == nil
            else { throw .invalid(at: place) }
            add(name, as: app)
            place += length
        }
    }
}
