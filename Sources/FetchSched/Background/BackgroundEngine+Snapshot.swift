/// The whole state as bytes, and back.
extension BackgroundEngine where Fetches == Scheduler {
    /// Everything that the engine and its services know and are doing, for ``init(restoring:configuration:)``: what was
    /// learned, stored pushes, watched regions, open tasks, and every transfer with the bytes it has moved, so that
    /// none of it ends with the host's process.
    ///
    /// Equal states give equal bytes on every platform. The configuration is not among them.
    ///
    /// - Complexity: O(apps + transfers + tasks + regions).
    public func snapshot() -> [UInt8] {
        var writer = SnapshotFrame.begin(configuration, at: work.latest)
        SnapshotFrame.add(SnapshotTag.scheduler, decider, to: &writer)
        SnapshotFrame.add(SnapshotTag.engine, work, to: &writer)
        SnapshotFrame.add(SnapshotTag.pushes, work.pushes, to: &writer)
        SnapshotFrame.add(SnapshotTag.locations, work.locations, to: &writer)
        SnapshotFrame.add(SnapshotTag.tasks, work.tasks, to: &writer)
        SnapshotFrame.add(SnapshotTag.transfers, work.transfers, to: &writer)
        decider.addNumbers(to: &writer)
        work.addAbandoned(to: &writer)
        return SnapshotFrame.finish(&writer)
    }

    /// Makes the engine that wrote `snapshot`: with the same configuration it gives from then on the actions that one
    /// would have given. What was under way still is: fetches and transfers that the host was told to start, and apps
    /// that run. A host whose process has ended meanwhile says so by ``hostRestarted(at:)``.
    ///
    /// - Parameters:
    ///   - snapshot: the bytes.
    ///   - configuration: the host's; see ``Scheduler/init(restoring:configuration:)``.
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes), and O(n log n) in the sessions of transfers.
    public init(
        restoring snapshot: [UInt8], configuration: Configuration = Configuration()
    ) throws(SnapshotError) {
        var reader = try SnapshotFrame.open(snapshot, configuration)
        self.init(configuration: configuration)
        try SnapshotFrame.read(SnapshotTag.scheduler, into: &decider, &reader)
        try SnapshotFrame.read(SnapshotTag.engine, into: &work, &reader)
        try SnapshotFrame.read(SnapshotTag.pushes, into: &work.pushes, &reader)
        try SnapshotFrame.read(SnapshotTag.locations, into: &work.locations, &reader)
        try SnapshotFrame.read(SnapshotTag.tasks, into: &work.tasks, &reader)
        try SnapshotFrame.read(SnapshotTag.transfers, into: &work.transfers, &reader)
        try decider.readNumbers(&reader)
        try work.readAbandoned(&reader)
        try reader.check(work.agrees(with: decider.apps))
        try SnapshotFrame.close(&reader)
    }

    /// Learns that the host's process ended and began again, after the engine was restored: the fetches and transfers
    /// that it made ended with it, and so did the apps.
    ///
    /// Fetches under way are forgotten, as if they had not been started. Active transfers were interrupted at their last
    /// reported byte. Apps are no longer running and their tasks are gone; the one in the foreground has left it. What
    /// waits still waits: pushes, crossings, transfers.
    ///
    /// - Complexity: O(apps + transfers).
    public mutating func hostRestarted(at now: Instant) {
        if let foreground = work.foreground { tell(.endOfUse(foreground), at: now) }
        // Before their processes are said to have ended: that nobody ended a fetch while the host was gone is not its fault.
        decider.hostRestarted(at: now)
        endSilentUse(at: now)
        for app in decider.appIDs { _ = work.observe(.processEnded(app), apps: decider, at: now) }
        work.forgetFetches()
        for transfer in transfers where transfer.isActive {
            // It is there, so this does not throw.
            try? interrupted(transfer.id, atByte: transfer.bytesDone, at: now)
        }
    }
}
