/// The transfers that have not ended, and which of them comes next.
///
/// Each transfer stands in the heaps that ``place(_:_:_:at:)`` says. All are kept up to the moment of the last question:
/// what changes a transfer marks it as stale, and what changes by itself is in one of the heaps of moments. So a question
/// looks only at what has changed since the last one.
///
/// - Complexity: O(log transfers) per change.
struct TransferLine: Sendable {
    var transfers = Slab<Transfer>()
    /// Their slots by number.
    var slots = NumberedSlots()
    /// Those of which something changed since the last question.
    var stale = NumberSet()

    /// When each is given up, and those whose time is over, by number.
    private(set) var deadlines = DeadlineHeap()
    private(set) var overdue = NumberHeap<UInt64>()
    /// When each next gives up waiting for Wi-Fi or power.
    private(set) var relaxing = DeadlineHeap()
    /// Those that are ready: when they are no longer left alone, and when they start if the radio stays asleep.
    private(set) var backoffs = DeadlineHeap()
    private(set) var starts = DeadlineHeap()
    /// Those that may start now, and those that might if the radio were awake.
    private var startable = NumberHeap<TransferRank>()
    private var waiting = NumberHeap<TransferRank>()
    /// Those under way, the last one first, and those of them that must stop, by number.
    private var underWay = NumberHeap<TransferRank.Reversed>()
    private var halted = NumberHeap<UInt64>()
    /// When the ranks change by themselves: of those that may start or are under way, and of those that wait.
    private(set) var levels = DeadlineHeap()
    private(set) var waitingLevels = DeadlineHeap()

    /// How many transfers were looked at so far: the work that tests hold against what is documented.
    private(set) var looks = 0
    private(set) var activeCount = 0
    private(set) var readyCount = 0
    private(set) var discretionaryCount = 0

    var count: Int { transfers.count }

    // MARK: What is there

    /// Adds a transfer; its slot.
    mutating func insert(_ transfer: Transfer) -> Int {
        let slot = transfers.insert(transfer)
        slots.append(transfer.number, slot: slot)
        stale.insert(slot)
        count(transfer, 1)
        return slot
    }

    /// Takes a transfer out.
    mutating func remove(_ slot: Int) {
        count(transfers[slot], -1)
        slots.remove(transfers[slot].number)
        stale.remove(slot)
        deadlines.remove(slot)
        overdue.remove(slot)
        relaxing.remove(slot)
        leaveLine(slot)
        transfers.remove(slot)
    }

    /// Changes a transfer, which is looked at again at the next question.
    mutating func change(_ slot: Int, _ body: (inout Transfer) -> Void) {
        count(transfers[slot], -1)
        body(&transfers[slot])
        count(transfers[slot], 1)
        stale.insert(slot)
    }

    private mutating func count(_ transfer: Transfer, _ one: Int) {
        activeCount += transfer.isActive ? one : 0
        readyCount += transfer.readySince != nil ? one : 0
        discretionaryCount += transfer.request.isDiscretionary ? one : 0
    }

    /// Marks all as stale.
    ///
    /// - Complexity: O(transfers).
    mutating func disturbAll() {
        for slot in slots { stale.insert(slot) }
    }

    // MARK: What comes next

    /// Puts a transfer, of which all changes up to `now` are known, where it belongs.
    mutating func place(
        _ slot: Int, _ history: ConditionHistory, _ limits: TransferLimits, at now: Instant
    ) {
        looks &+= 1
        stale.remove(slot)
        let transfer = transfers[slot]
        func future(_ moment: Instant?) -> Instant? { moment.flatMap { $0 > now ? $0 : nil } }
        deadlines.set(slot, to: future(transfer.deadline))
        overdue.set(slot, to: transfer.deadline <= now ? transfer.number : nil)
        relaxing.set(slot, to: future(transfer.relaxes(history, limits, at: now)))
        guard transfer.isActive || transfer.readySince != nil else { return leaveLine(slot) }
        let rank = transfer.rank(limits, at: now)
        let change = future(transfer.levelChanges(limits, at: now))
        if transfer.isActive {
            leaveLine(slot)
            underWay.set(slot, to: TransferRank.Reversed(rank: rank))
            halted.set(slot, to: transfer.readySince == nil ? transfer.number : nil)
            levels.set(slot, to: change)
        } else {
            let start = transfer.startsAt(limits, radioIsAwake: false, at: now)
            let mayStart = start <= now
            let waits = !mayStart && transfer.backoffUntil <= now
            underWay.remove(slot)
            halted.remove(slot)
            backoffs.set(slot, to: future(transfer.backoffUntil))
            starts.set(slot, to: future(start))
            startable.set(slot, to: mayStart ? rank : nil)
            waiting.set(slot, to: waits ? rank : nil)
            levels.set(slot, to: mayStart ? change : nil)
            waitingLevels.set(slot, to: waits ? change : nil)
        }
    }

    private mutating func leaveLine(_ slot: Int) {
        backoffs.remove(slot)
        starts.remove(slot)
        startable.remove(slot)
        waiting.remove(slot)
        underWay.remove(slot)
        halted.remove(slot)
        levels.remove(slot)
        waitingLevels.remove(slot)
    }

    /// Whether nothing has changed by itself up to `now` since transfers were last placed.
    func isUp(to now: Instant) -> Bool {
        func isAhead(_ heap: DeadlineHeap) -> Bool { heap.first.map { $0.due > now } ?? true }
        return stale.isEmpty && isAhead(deadlines) && isAhead(relaxing) && isAhead(backoffs)
            && isAhead(starts) && isAhead(levels) && isAhead(waitingLevels)
    }

    /// A transfer of which something changed by itself up to `now`, marked as stale; nil if there is none (any more).
    mutating func popChanged(at now: Instant) -> Int? {
        let slot =
            deadlines.popFirst(dueAt: now) ?? relaxing.popFirst(dueAt: now) ?? backoffs.popFirst(dueAt: now)
            ?? starts.popFirst(dueAt: now) ?? levels.popFirst(dueAt: now)
            ?? waitingLevels.popFirst(dueAt: now)
        if let slot { stale.insert(slot) }
        return slot
    }

    /// The one that was enqueued first of those whose time is over.
    var firstOverdue: Int? { overdue.first?.number }

    /// The one that was enqueued first of those under way whose conditions do not hold.
    var firstHalted: Int? { halted.first?.number }

    /// The one to start first of those that may start now.
    func first(radioIsAwake: Bool) -> (slot: Int, rank: TransferRank)? {
        let own = startable.first
        guard radioIsAwake, let other = waiting.first else { return own.map { ($0.number, $0.due) } }
        guard let own, own.due < other.due else { return (other.number, other.due) }
        return (own.number, own.due)
    }

    /// The one under way that ranks last.
    var last: (slot: Int, rank: TransferRank)? { underWay.first.map { ($0.number, $0.due.rank) } }
}
