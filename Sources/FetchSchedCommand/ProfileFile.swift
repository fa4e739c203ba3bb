import FetchTrace
import Foundation

/// Profiles in JSON files.
enum ProfileFile {
    /// Reads the profile at `path`.
    ///
    /// - Parameter built: Any built-in one: a key of it is not taken for another one, misspelt.
    /// - Throws: a ``Failure`` with status 66 if it cannot be read, 65 if it is no such profile or has a `fault`.
    static func read<Profile: Codable>(
        _ path: String, kind: String, like built: Profile?, fault: (Profile) -> String?
    ) throws -> Profile {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure(status: 66, "\(path): error: cannot read the \(kind)")
        }
        do {
            let profile = try JSONDecoder().decode(Profile.self, from: data)
            if let fault = fault(profile) { throw Failure(status: 65, "\(path): error: \(fault)") }
            return profile
        } catch let error as DecodingError {
            if let fault = JSONFault(in: data) {
                throw Failure(status: 65, "\(path)\(fault.place): error: not a \(kind): \(fault.text)")
            }
            throw Failure(status: 65, "\(path): error: not a \(kind): \(error.text(in: data, like: built))")
        }
    }
}

/// Where a text stops being JSON, and why: a decoder says neither.
private struct JSONFault {
    /// Line and column as they stand behind a file's name; empty if they are not known.
    var place = ""
    var text: String

    /// Nil if the text is JSON.
    init?(in data: Data) {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return nil
        } catch {
            let told = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "no JSON."
            // On macOS the description names line and column, elsewhere it counts bytes.
            if let match = told.firstMatch(of: /^(.+) around line (\d+), column (\d+)\.$/) {
                text = String(match.1)
                place = ":\(match.2):\(match.3)"
            } else if let match = told.firstMatch(of: /^(.+) around character (\d+)\.$/),
                let index = Int(match.2), index <= data.count
            {
                text = String(match.1)
                place = Self.place(of: index, in: data)
            } else {
                text = told.hasSuffix(".") ? String(told.dropLast()) : told
                if told.contains("end of file") { place = Self.place(of: data.count, in: data) }
            }
            text = text.prefix(1).lowercased() + text.dropFirst()
        }
    }

    private static func place(of index: Int, in data: Data) -> String {
        let before = data.prefix(index)
        let lineBegin = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return ":\(line):\(before.endIndex - lineBegin + 1)"
    }
}

extension DecodingError {
    /// What is wrong, with the path of keys to it.
    fileprivate func text(in data: Data, like built: (some Encodable)?) -> String {
        switch self {
        case .keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing\(place(context))\(meant(key, context, in: data, like: built))"
        case .typeMismatch(let type, let context): "expected \(Self.name(of: type))\(place(context))"
        case .valueNotFound(let type, let context):
            "found null, expected \(Self.name(of: type))\(place(context))"
        case .dataCorrupted(let context) where context.debugDescription.contains("not valid JSON"):
            // It is JSON, or this was not asked: so a decoder says that a number does not fit.
            "a number is too large, or has a fraction where a whole one is expected"
        case .dataCorrupted(let context): "\(context.debugDescription)\(place(context))"
        @unknown default: "it cannot be decoded"
        }
    }

    private func place(_ context: Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(
            separator: ".")
        return path.isEmpty ? "" : " in \"\(path)\""
    }

    /// The key beside the missing one that looks like it: it may be that one, misspelt.
    private func meant(
        _ key: any CodingKey, _ context: Context, in data: Data, like built: (some Encodable)?
    ) -> String {
        func keys(_ data: Data?) -> Set<String> {
            var tree = data.flatMap { try? JSONDecoder().decode(JSONTree.self, from: $0) }
            for step in context.codingPath { tree = tree?.member(step) }
            guard case .object(let members)? = tree else { return [] }
            return Set(members.keys)
        }
        let strange = keys(data).subtracting(keys(try? JSONEncoder().encode(built)))
        guard let near = NameHint.nearest(to: key.stringValue, among: strange.sorted()) else { return "" }
        return "; is \(quoted(near)) meant to be it?"
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is any FixedWidthInteger.Type: "a whole number"
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        default: String(describing: type).hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
