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
    ///
    /// - Parameter isBlank: whether it is what is known of one that was only registered, to the last bit.
    mutating func append(_ entry: Entry, isBlank: Bool) {
        append(entry.basics)
        let app = slots.count - 1
        guard !isBlank else { return }
        let blank = blankEntry(entry.basics.interval, registered: entry.basics.lastSync).state
        // Numbers that are equal may differ in their bits: -0 and 0, which a configuration may bring about.
        if entry.state != blank || Self.bytes(entry.state) != Self.bytes(blank) { self[app] = entry.state }
    }

    private static func bytes(_ state: AppState) -> [UInt8] {
        var writer = SnapshotWriter(base: 0)
        var entry = Entry(basics: AppBasics(interval: .never, lastSync: .epoch), state: state)
        entry.code(&writer)
        return writer.bytes
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
