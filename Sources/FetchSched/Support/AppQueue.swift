/// Elements of different apps in the order in which they came, at most one of each app.
///
/// - Complexity: O(elements) per call.
struct AppQueue<Element: AppOwned>: Sendable {
    private(set) var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }

    /// The element of the app; nil if there is none.
    subscript(app: AppID) -> Element? { elements.first { $0.app == app } }

    /// Appends an element, unless there is one of its app.
    mutating func append(_ element: Element) {
        if self[element.app] == nil { elements.append(element) }
    }

    /// Removes the element of the app.
    @discardableResult
    mutating func remove(_ app: AppID) -> Element? {
        elements.firstIndex { $0.app == app }.map { elements.remove(at: $0) }
    }

    mutating func popFirst() -> Element? { elements.isEmpty ? nil : elements.removeFirst() }

    mutating func removeAll() { elements.removeAll() }
}

extension AppQueue where Element: SnapshotElement {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var list = elements
        try coder.code(&list)
        guard Coder.isReader else { return }
        removeAll()
        for element in list { append(element) }
    }
}
