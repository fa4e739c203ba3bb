import FetchTrace
import Foundation

package enum ProfileFile {
    /// Reads the profile at `path`.
    ///
    /// - Parameter built: Any built-in one: its keys are never typing errors of others.
    /// - Throws: a ``Failure`` with status 66 if it cannot be read, 65 if it is no such profile, has a key too many or a
    ///   `fault`.
    package static func read<Profile: Codable>(
        _ path: String, kind: String, like built: Profile?, fault: (Profile) -> String?
    ) throws -> Profile {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure(status: 66, "\(path): error: cannot read the \(kind)")
        }
        let found: JSONValue
        do throws(RecordProblem) {
            found = try JSONValue(parsing: Array(data))
        } catch {
            let before = data.prefix(error.offset).split(separator: 0x0A, omittingEmptySubsequences: false)
            throw Failure(
                status: 65,
                "\(path):\(before.count):\((before.last?.count ?? 0) + 1): error: not a \(kind): found "
                    + "\(error.found), expected \(error.expected)")
        }
        let profile: Profile
        do {
            profile = try JSONDecoder().decode(Profile.self, from: data)
        } catch let error as DecodingError {
            let known = try? JSONValue(encoding: built)
            throw Failure(status: 65, "\(path): error: not a \(kind): \(error.text(in: found, like: known))")
        }
        // An optional key with a spelling mistake would be ignored.
        let strange = found.firstKey(notIn: try JSONValue(encoding: profile))
        if let fault = strange.map({ "\"\($0)\" is no key of a \(kind)" }) ?? fault(profile) {
            throw Failure(status: 65, "\(path): error: \(fault)")
        }
        return profile
    }
}

extension JSONValue {
    init(encoding value: some Encodable) throws {
        self = try JSONValue(parsing: Array(JSONEncoder().encode(value)))
    }

    /// The path of the first key that the other tree does not have.
    fileprivate func firstKey(notIn other: JSONValue) -> String? {
        switch (content, other.content) {
        case (.object(let members), .object(let known)):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                // Null is how some say that an optional key is left out.
                if case .null = member.content { continue }
                guard let match = known[key] else { return key }
                if let deeper = member.firstKey(notIn: match) { return "\(key).\(deeper)" }
            }
        case (.list(let items), .list(let known)):
            for (index, (item, match)) in zip(items, known).enumerated() {
                if let deeper = item.firstKey(notIn: match) { return "\(index).\(deeper)" }
            }
        default: break
        }
        return nil
    }
}

extension DecodingError {
    /// The error's text, with the path of keys to it.
    fileprivate func text(in found: JSONValue, like known: JSONValue?) -> String {
        switch self {
        case .keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing\(place(context))\(meant(key, context, in: found, like: known))"
        case .typeMismatch(let type, let context): "expected \(Self.name(of: type))\(place(context))"
        case .valueNotFound(let type, let context):
            "found null, expected \(Self.name(of: type))\(place(context))"
        case .dataCorrupted(let context) where context.debugDescription.contains("not valid JSON"):
            // A decoder gets only valid JSON, so this text means that a number does not fit.
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

    /// A key next to the missing one that differs little from it: perhaps a typing error.
    private func meant(
        _ key: any CodingKey, _ context: Context, in found: JSONValue, like known: JSONValue?
    ) -> String {
        func keys(_ tree: JSONValue?) -> Set<String> {
            let place = context.codingPath.reduce(tree) { tree, step in
                guard let index = step.intValue else { return try? tree?.members()[step.stringValue] }
                // The built-in profile may have fewer: its last item stands for the rest, since all have the same keys.
                guard let items = try? tree?.list() else { return nil }
                return index < items.count ? items[index] : items.last
            }
            return Set((try? place?.members().keys.map { $0 }) ?? [])
        }
        let strange = keys(found).subtracting(keys(known))
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
