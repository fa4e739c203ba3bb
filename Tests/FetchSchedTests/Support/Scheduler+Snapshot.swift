@testable import FetchSched

/// A scheduler through the snapshots of the engine that it is a part of.
extension Scheduler {
    func snapshot() -> [UInt8] {
        var engine = FetchEngine(unchecked: configuration)
        engine.scheduler = self
        return engine.snapshot()
    }

    init(restoring bytes: [UInt8], configuration: FetchConfiguration = FetchConfiguration())
        throws(SnapshotError)
    {
        self = try FetchEngine(restoring: bytes, configuration: configuration).scheduler
    }
}
