/// The sessions of transfers: which belong together, and which apps to wake for those that are done.
///
/// - Complexity: O(log sessions) per change.
struct TransferSessions: Sendable {
    /// The transfers of one app that belong together, as long as there is something to do about them.
    struct Session: Sendable {
        let app: AppID
        let session: Int
        /// How many have not ended.
        var open = 0
        /// Whether one of them ended that the app wants to hear of.
        var hasNews = false
        /// Its number in the order of begin.
        fileprivate(set) var number: UInt64 = 0
    }

    private var sessions = Slab<Session>()
    private var slots = NumberedSlots()
    private var table = SlotTable()
    private var lists = SlotLists()
    /// Those that are done, of apps that may be woken, in the order of begin.
    private var done = NumberHeap<UInt64>()
    private var begun: UInt64 = 0

    var count: Int { sessions.count }
    var isEmpty: Bool { sessions.count == 0 }

    /// All, in the order of begin.
    var all: [Session] { slots.map { sessions[$0] } }

    subscript(slot: Int) -> Session { sessions[slot] }

    /// The slot of that session of an app; nil if it is not there.
    func slot(of app: AppID, _ session: Int) -> Int? { table.slot(of: app.index, session) }

    /// Adds a session that is not there yet; its slot.
    mutating func insert(_ session: Session, _ app: inout TransferApp) -> Int {
        begun &+= 1
        var session = session
        session.number = begun
        let slot = sessions.insert(session)
        slots.append(begun, slot: slot)
        table.insert(session.app.index, session.session, slot: slot)
        lists.append(slot, to: &app.sessions)
        app.sessionCount += 1
        place(slot, quit: app.quit)
        return slot
    }

    /// Takes a session out.
    mutating func remove(_ slot: Int, _ app: inout TransferApp) {
        let session = sessions[slot]
        slots.remove(session.number)
        table.remove(session.app.index, session.session)
        lists.remove(slot, from: &app.sessions)
        app.sessionCount -= 1
        done.remove(slot)
        sessions.remove(slot)
    }

    /// Takes all sessions of an app out.
    mutating func removeAll(of app: inout TransferApp) {
        while let slot = app.sessions.first { remove(slot, &app) }
    }

    /// A transfer of the session was enqueued.
    mutating func open(_ slot: Int) {
        sessions[slot].open += 1
        done.remove(slot)
    }

    /// A transfer of the session ended. If it was the last one and nobody is to be woken, so has the session.
    mutating func end(_ slot: Int, isNews: Bool, _ app: inout TransferApp) {
        sessions[slot].open -= 1
        if isNews { sessions[slot].hasNews = true }
        if sessions[slot].open == 0, !sessions[slot].hasNews {
            remove(slot, &app)
        } else {
            place(slot, quit: app.quit)
        }
    }

    /// The app was quit, or opened again.
    ///
    /// - Complexity: O(sessions of the app x log sessions).
    mutating func changed(_ app: TransferApp) {
        var next = app.sessions.first
        while let slot = next {
            place(slot, quit: app.quit)
            next = lists.next(after: slot)
        }
    }

    private mutating func place(_ slot: Int, quit: Bool) {
        done.set(slot, to: sessions[slot].open == 0 && !quit ? sessions[slot].number : nil)
    }

    /// The session to wake an app for; nil if there is none.
    var firstDone: Int? { done.first?.number }
}

extension TransferSessions.Session: SnapshotElement {
    static var blank: TransferSessions.Session { TransferSessions.Session(app: .blank, session: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (app, session) = (app, session)
        try coder.code(&app)
        try coder.code(&session)
        self = TransferSessions.Session(app: app, session: session, open: open, hasNews: hasNews)
        try coder.code(&open, in: 0...Int(Int32.max))
        try coder.code(&hasNews)
        try coder.check(open > 0 || hasNews)
    }
}
