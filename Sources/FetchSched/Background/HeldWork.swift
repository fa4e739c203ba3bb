/// A piece of an app's background work that has not been done yet, and what keeps it from being done now.
public struct HeldWork: Hashable, Sendable {
    /// What it is.
    public enum Kind: UInt8, Hashable, Sendable {
        /// A push; ``HeldWork/number`` is the host's.
        case push
        /// A crossing of the region of that number.
        case crossing
        /// A significant change of place.
        case significantChange
        /// A task under way; its `until` is when its time is over if the app runs on.
        case task
        /// A transfer.
        case transfer

        /// A short name for machines and tables.
        public var name: String {
            switch self {
            case .push: "push"
            case .crossing: "crossing"
            case .significantChange: "significant-change"
            case .task: "task"
            case .transfer: "transfer"
            }
        }
    }

    /// A reason for which it is not done now.
    public struct Wait: Hashable, Sendable {
        /// A short name for machines and tables.
        public let name: String
        /// When it ends by itself; nil if that takes an event.
        public let until: Instant?
    }

    /// How many bytes are moved, of how many.
    public struct Bytes: Hashable, Sendable {
        /// Moved so far.
        public let done: Int64
        /// In all.
        public let all: Int64
    }

    /// What it is.
    public let kind: Kind
    /// Which one, among the app's of that kind.
    public let number: UInt64
    /// Since when.
    public let since: Instant?
    /// How far it is, of transfers.
    public let bytes: Bytes?
    /// What keeps it; empty if it is under way or will be at the next question.
    public let waits: [Wait]
}

extension HeldWork: CustomStringConvertible {
    /// The whole as one line for people, as in `push 7: push-over-limit until 2026-01-05T07:12:00.000Z`.
    public var description: String {
        var text = kind.name + " " + String(number)
        if let bytes { text += ", " + String(bytes.done) + " of " + String(bytes.all) + " bytes" }
        text += ": "
        if waits.isEmpty { return text + "under way, or next" }
        var list = ""
        for wait in waits {
            list += (list.isEmpty ? "" : ", ") + wait.name
            if let until = wait.until { list += " until " + PlainText.time(until) }
        }
        return text + list
    }
}

extension BackgroundEngine {
    /// What of the app's background work beside fetches is not done, and why: what explains the rest of the engine as
    /// ``Scheduler/explain(_:at:)`` explains fetches.
    ///
    /// - Complexity: O(transfers x transfers of the app + open tasks).
    public func held(of app: AppID, at now: Instant) -> [HeldWork] {
        var held: [HeldWork] = []
        let isQuit = decider.isQuit(app)
        if let push = work.pushes.held(of: app), let veto = work.pushes.veto(of: app, isQuit: isQuit) {
            let wait = HeldWork.Wait(name: veto.name, until: veto.until)
            held.append(HeldWork(.push, push.number, since: push.arrived, [wait]))
        }
        for place in work.locations.held(of: app, at: now, isQuit: isQuit) {
            let waits = place.veto.map { [HeldWork.Wait(name: $0.name, until: $0.until)] } ?? []
            switch place.cause {
            case .enter(let region), .exit(let region):
                let number = UInt64(bitPattern: Int64(region.number))
                held.append(HeldWork(.crossing, number, since: place.happened, waits))
            case .significant: held.append(HeldWork(.significantChange, 0, since: place.happened, waits))
            }
        }
        let remaining = timeRemaining(of: app, at: now)
        for task in openTasks(of: app) {
            let isOpen = remaining == .max
            let wait = HeldWork.Wait(name: "time-left", until: isOpen ? nil : now + remaining)
            held.append(HeldWork(.task, task.number, since: nil, isOpen ? [] : [wait]))
        }
        let isAwake = radioIsAwake(at: now)
        for transfer in transfers where transfer.request.app == app {
            let waits =
                (try? work.transfers.waits(
                    of: transfer.id, conditions, isBudgetSpent: decider.budgetIsSpent, radioIsAwake: isAwake,
                    at: max(now, work.latest), apps: decider)) ?? []
            held.append(
                HeldWork(
                    .transfer, transfer.id.number, since: nil,
                    bytes: HeldWork.Bytes(done: transfer.bytesDone, all: max(0, transfer.request.bytes)),
                    waits.map { HeldWork.Wait(name: $0.name, until: $0.until) }))
        }
        return held
    }
}

extension HeldWork {
    fileprivate init(
        _ kind: Kind, _ number: UInt64, since: Instant?, bytes: Bytes? = nil,
        _ waits: [Wait]
    ) {
        self.kind = kind
        self.number = number
        self.since = since
        self.bytes = bytes
        self.waits = waits
    }
}
