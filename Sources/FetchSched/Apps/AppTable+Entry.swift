extension AppTable {
    /// All that is known of one app, as a snapshot has it.
    struct Entry: Sendable {
        var basics: AppBasics
        var state: AppState
    }

    func entry(_ app: Int) -> Entry {
        var entry = Entry(basics: self[basics: app], state: self[app])
        entry.state.settledFrom = settledFrom(of: app)
        return entry
    }

    /// What is known of an app that was only registered, with that interval and at that moment.
    func blankEntry(_ interval: FetchInterval, registered: Instant) -> Entry {
        var state = rows[0].state
        state.settledFrom = registered + settling
        return Entry(basics: AppBasics(interval: interval, lastSync: registered), state: state)
    }

    /// Adds an app of which that is known.
    mutating func append(_ entry: Entry) {
        append(entry.basics)
        let app = slots.count - 1
        let blank = blankEntry(entry.basics.interval, registered: entry.basics.lastSync).state
        if entry.state != blank { self[app] = entry.state }
    }
}

extension AppTable.Entry: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&basics.announces)
        try state.codeLearned(&coder)
        try coder.code(&basics.refreshAllowed)
        try coder.code(&basics.quit)
        try coder.code(&state.hasProcess)
        try coder.check(state.strikes <= 6)
    }
}
