/// Elements of which the least is at hand: a binary heap.
///
/// - Complexity: O(log n) per change, O(1) for the least.
struct Heap<Element: Comparable & Sendable>: Sendable {
    /// Each element is no greater than those at twice its place plus 1 and plus 2.
    private var elements: [Element] = []

    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var place = 0
        while 2 * place + 1 < elements.count {
            var child = 2 * place + 1
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[place] else { break }
            elements.swapAt(place, child)
            place = child
        }
    }
}
