/// Something that belongs to an app.
protocol AppOwned: Sendable {
    var app: AppID { get }
}

extension AppID: AppOwned {
    var app: AppID { self }
}

/// Things of different apps in the order in which they came, at most one of each app.
///
/// - Complexity: O(1) per change and question; no allocation while no more are there than ever before.
struct AppQueue<Element: AppOwned>: Sendable {
    private var elements = Slab<Element>()
    private var order = SlotLists.List()
    private var lists = SlotLists()
    /// Their slots by place and generation of the app's number.
    private var slots = SlotTable()

    var count: Int { elements.count }
    var isEmpty: Bool { elements.count == 0 }

    /// What came first; nil if there is nothing.
    var first: Element? { order.first.map { elements[$0] } }

    /// What there is of the app; nil if nothing.
    subscript(app: AppID) -> Element? { slot(of: app).map { elements[$0] } }

    /// Whether there is anything of the app.
    func contains(_ app: AppID) -> Bool { slot(of: app) != nil }

    /// Puts it at the end, unless there is something of its app.
    mutating func append(_ element: Element) {
        guard !contains(element.app) else { return }
        let slot = elements.insert(element)
        lists.append(slot, to: &order)
        slots.insert(element.app.index, Int(truncatingIfNeeded: element.app.generation), slot: slot)
    }

    /// Takes out what there is of the app.
    @discardableResult
    mutating func remove(_ app: AppID) -> Element? {
        guard let slot = slot(of: app) else { return nil }
        let element = elements[slot]
        slots.remove(app.index, Int(truncatingIfNeeded: app.generation))
        lists.remove(slot, from: &order)
        elements.remove(slot)
        return element
    }

    /// Takes out what came first; nil if there is nothing.
    mutating func popFirst() -> Element? { first.flatMap { remove($0.app) } }

    /// Takes out everything.
    mutating func removeAll() { self = AppQueue() }

    private func slot(of app: AppID) -> Int? {
        slots.slot(of: app.index, Int(truncatingIfNeeded: app.generation))
    }
}

/// What there is, in order.
extension AppQueue: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate let queue: AppQueue
        fileprivate var slot: Int?

        mutating func next() -> Element? {
            guard let slot else { return nil }
            self.slot = queue.lists.next(after: slot)
            return queue.elements[slot]
        }
    }

    func makeIterator() -> Iterator { Iterator(queue: self, slot: order.first) }
    var underestimatedCount: Int { count }
}

extension AppQueue where Element: SnapshotElement {
    /// What there is, as an array has it.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var list = Coder.isReader ? [] : Array(self)
        try coder.code(&list)
        guard Coder.isReader else { return }
        removeAll()
        for element in list { append(element) }
    }
}
