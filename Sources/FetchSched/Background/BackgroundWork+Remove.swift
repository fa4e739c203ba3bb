/// Apps that are removed, and the numbers of those that are there.
extension BackgroundWork {
    /// Forgets an app: what the host does for it is to be stopped, and nothing else is asked for it any more.
    mutating func remove(_ app: AppID, at now: Instant) {
        notice(now)
        disturb()
        if foreground == app {
            device.endUse()
            tasks.deviceSleeps(at: now)
        }
        endProcess(app)
        pushes.forget(app.index)
        locations.forget(app.index)
        tasks.forget(app.index, at: now)
        abandoned += transfers.forget(app, at: device.now)
    }

    /// Hands the numbers of the apps that are there to the services.
    mutating func lend(_ numbers: AppNumbers) {
        pushes.lend(numbers)
        locations.lend(numbers)
        tasks.lend(numbers)
    }

    /// Whether nothing is known of places without an app, and nothing names an app that is not there.
    func agrees(with apps: AppTable) -> Bool {
        let numbers = apps.numbers
        return pushes.agrees(with: numbers) && locations.agrees(with: numbers) && tasks.agrees(with: numbers)
            && transfers.agrees(with: apps)
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
