import FetchHost
import FetchHostTesting
import FetchSched
import FetchSim

struct HostDoor {
    init(_ lines: [JournalLine]) {}
    func play() async throws {}
}
