import FetchSched

/// The rules of background transfers in the plainest way: whole minutes, and everything looked at every time.
struct NaiveTransfers {
    struct Item {
        let number: UInt64
        let app: Int
        let session: Int
        let size: Int
        let priority: Int
        let isDiscretionary: Bool
        let wakes: Bool
        let deadline: Int
        var done = 0
        var active = false
        /// The minute in which its conditions began to hold, as far as they still do.
        var readyFrom: Int?
        var doneAtStart = 0
        var notBefore = Int.min
        var interruptions = 0
        var noWiFi = false
        var noPower = false
    }

    /// Spans in minutes, rate in bytes per minute.
    var relaxAfter = 3 * 24 * 60
    var nearing = 24 * 60
    var rate = 60
    var patience = 15
    var retry = 2
    var longestRetry = 60
    var most = 1

    var items: [Item] = []
    var ended: [UInt64: (app: Int, session: Int)] = [:]
    var news: Set<[Int]> = []
    var quit: Set<Int> = []
    var refreshOff: Set<Int> = []
    var conditions = DeviceConditions()
    /// In which minute there last was Wi-Fi, power, and both.
    var lastWiFi = 0, lastPower = 0, lastBoth = 0
    var now = 0
    var stoppedNow = false
    var enqueued: UInt64 = 0

    var hasWiFi: Bool { conditions.network == .wifi }
    var hasPower: Bool { conditions.power == .charging || conditions.batteryLevel >= 0.5 }

    /// Looks at the circumstances.
    mutating func look() {
        if hasWiFi { lastWiFi = now }
        if hasPower { lastPower = now }
        if hasWiFi && hasPower { lastBoth = now }
        for index in items.indices {
            var item = items[index]
            if conditions.network == .none { (item.notBefore, item.interruptions) = (.min, 0) }
            let need = (item.size - item.done + rate - 1) / rate
            if item.isDiscretionary, now >= item.deadline - max(nearing, need) {
                let noWiFi = now - lastWiFi >= relaxAfter && !hasWiFi
                let noPower = now - lastPower >= relaxAfter && !hasPower
                if noWiFi { item.noWiFi = true }
                if noPower { item.noPower = true }
                let noBoth = now - lastBoth >= relaxAfter && !(hasWiFi && hasPower)
                if noBoth && !noWiFi { item.noPower = true }
            }
            items[index] = item
            items[index].readyFrom = mayRun(item) ? item.readyFrom ?? now : nil
        }
    }

    /// Lets a minute pass; the circumstances stay as they are.
    mutating func pass() {
        now += 1
        stoppedNow = false
        look()
    }

    func mayRun(_ item: Item) -> Bool {
        if conditions.network == .none { return false }
        guard item.isDiscretionary else { return true }
        if conditions.isInLowPowerMode || !conditions.isRefreshAllowed || refreshOff.contains(item.app) {
            return false
        }
        if conditions.power == .battery && conditions.batteryLevel < 0.2 { return false }
        return (hasWiFi || item.noWiFi) && (hasPower || item.noPower)
    }

    private func mayStart(_ item: Item, awake: Bool) -> Bool {
        guard !item.active, mayRun(item), now >= item.notBefore else { return false }
        if awake || stoppedNow || items.contains(where: \.active) || !item.isDiscretionary { return true }
        let need = (item.size - item.done + rate - 1) / rate
        return now - (item.readyFrom ?? now) >= patience || now >= item.deadline - need
    }

    private func level(_ item: Item) -> Int {
        item.priority * 2 + (item.isDiscretionary ? 0 : 1)
    }

    private func comesBefore(_ one: Item, _ other: Item) -> Bool {
        (-level(one), one.deadline, one.number) < (-level(other), other.deadline, other.number)
    }

    /// What is to be done; nil for nothing.
    func action(awake: Bool) -> EngineAction? {
        if let item = items.first(where: { now >= $0.deadline }) {
            return .giveUpTransfer(TransferID(item.number))
        }
        let waiting = news.filter { key in
            !quit.contains(key[0]) && !items.contains { $0.app == key[0] && $0.session == key[1] }
        }
        // The session that was begun first.
        if let key = waiting.min(by: { begin($0) < begin($1) }) {
            return .wakeForTransfers(AppID(key[0]), session: key[1])
        }
        if let item = items.first(where: { $0.active && !mayRun($0) }) {
            return .pauseTransfer(TransferID(item.number))
        }
        guard let best = items.filter({ mayStart($0, awake: awake) }).min(by: comesBefore) else { return nil }
        let active = items.filter(\.active)
        if active.count < most { return .startTransfer(TransferID(best.number), fromByte: Int64(best.done)) }
        guard let last = active.max(by: comesBefore),
            level(best) > level(last)
        else { return nil }
        return .pauseTransfer(TransferID(last.number))
    }

    /// When each session was begun.
    var begins: [[Int]: Int] = [:]
    var beginsCount = 0
    private func begin(_ key: [Int]) -> Int { begins[key] ?? 0 }

    /// Does it.
    mutating func take(_ action: EngineAction) {
        switch action {
        case .giveUpTransfer(let id): remove(id.number, isNews: true)
        case .wakeForTransfers(let app, let session):
            news.remove([app.index, session])
            begins[[app.index, session]] = nil
        case .pauseTransfer(let id): stop(id.number)
        case .startTransfer(let id, _):
            guard let index = items.firstIndex(where: { $0.number == id.number }) else { return }
            items[index].doneAtStart = items[index].done
            items[index].active = true
        default: break
        }
    }

    private mutating func stop(_ number: UInt64) {
        guard let index = items.firstIndex(where: { $0.number == number && $0.active }) else { return }
        items[index].active = false
        stoppedNow = true
    }

    mutating func remove(_ number: UInt64, isNews: Bool) {
        guard let index = items.firstIndex(where: { $0.number == number }) else { return }
        stop(number)
        let item = items.remove(at: index)
        let key = [item.app, item.session]
        if isNews && item.wakes { news.insert(key) }
        if !news.contains(key), !items.contains(where: { $0.app == item.app && $0.session == item.session }) {
            begins[key] = nil
        }
    }

    mutating func enqueue(_ request: TransferRequest, minutes: Int) {
        enqueued += 1
        let key = [request.app.index, request.session]
        if begins[key] == nil {
            beginsCount += 1
            begins[key] = beginsCount
        }
        items.append(
            Item(
                number: enqueued, app: request.app.index, session: request.session, size: Int(request.bytes),
                priority: Int(request.priority.rawValue),
                isDiscretionary: request.isDiscretionary,
                wakes: request.wakesApp, deadline: now + minutes))
    }

    mutating func progress(_ number: UInt64, _ bytes: Int) {
        guard let index = items.firstIndex(where: { $0.number == number }) else { return }
        items[index].done = min(max(items[index].done, bytes), items[index].size)
    }

    mutating func interrupt(_ number: UInt64, at byte: Int, hadNetwork: Bool) {
        progress(number, byte)
        guard let index = items.firstIndex(where: { $0.number == number && $0.active }) else { return }
        stop(number)
        guard hadNetwork else { return }
        if items[index].done > items[index].doneAtStart { items[index].interruptions = 0 }
        items[index].notBefore = now + min(retry << min(items[index].interruptions, 20), longestRetry)
        items[index].interruptions += 1
    }
}
