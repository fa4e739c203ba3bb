/// Apps that are removed.
extension BackgroundWork {
    /// Forgets an app: what the host does for it is to be stopped, and nothing else is asked for it any more.
    mutating func remove(_ app: AppID, at now: Instant) {
        notice(now)
        disturb()
        if foreground == app {
            device.endUse()
            tasks.deviceSleeps(at: device.now)
        }
        endProcess(app)
        pushes.forget(app)
        locations.forget(app)
        tasks.stop(app)
        abandoned += transfers.forget(app, at: device.now)
    }

    /// Whether everything belongs to registered apps, and no app that the user quit runs.
    func agrees(with apps: AppTable) -> Bool {
        pushes.agrees(with: apps) && locations.agrees(with: apps) && tasks.agrees(with: apps)
            && transfers.agrees(with: apps) && !(foreground.map { apps.isQuit($0) } ?? false)
    }

    func addAbandoned(to writer: inout SnapshotWriter) {
        guard !abandoned.isEmpty else { return }
        var numbers = abandoned.map { $0.number }
        SnapshotFrame.add(SnapshotTag.abandoned, to: &writer) { $0.code(&numbers) }
    }

    mutating func readAbandoned(_ reader: inout SnapshotReader) throws(SnapshotError) {
        var numbers: [UInt64] = []
        try SnapshotFrame.readIfThere(SnapshotTag.abandoned, &reader) { (inside) throws(SnapshotError) in
            try inside.code(&numbers)
            try inside.check(!numbers.isEmpty)
        }
        abandoned = ArraySlice(numbers.map { TransferID($0) })
    }
}
