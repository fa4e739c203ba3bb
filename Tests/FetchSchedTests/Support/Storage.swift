@testable import FetchSched

/// How much memory the arrays of a value take, private ones too.
enum Storage {
    static func bytes(of value: Any) -> Int {
        if let array = value as? any StoredArray { return array.storedBytes }
        return Mirror(reflecting: value).children.reduce(0) { $0 + bytes(of: $1.value) }
    }
}

private protocol StoredArray {
    var storedBytes: Int { get }
}

extension Array: StoredArray {
    /// Of arrays within arrays, too.
    fileprivate var storedBytes: Int {
        let own = capacity * MemoryLayout<Element>.stride
        // Numbers have nothing within, and there are many of them.
        guard !(Element.self is any Numeric.Type) else { return own }
        return reduce(own) { $0 + Storage.bytes(of: $1) }
    }
}
