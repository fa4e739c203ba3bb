import Synchronization

/// Whether the host is to stop.
final class StopSign: Sendable {
    private let up = Atomic(false)

    var isUp: Bool { up.load(ordering: .acquiring) }
    func putUp() { up.store(true, ordering: .releasing) }
    func takeDown() { up.store(false, ordering: .releasing) }
}
