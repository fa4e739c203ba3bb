import Testing

@testable import FetchSched

/// The service against the rules applied minute by minute, under random calls.
@Suite struct TransferModelTests {
    @Test func agreesWithTheNaiveRules() {
        for seed in 0..<80 as Range<UInt64> {
            if let wrong = TransferRun(seed: seed).wrong(steps: 500) {
                Issue.record("seed \(seed): \(wrong)")
                return
            }
        }
    }
}

/// One run of random calls.
private struct TransferRun {
    var service: TransferBench
    var naive = NaiveTransfers()
    var random: SplitMix64
    /// What the host knew of the network when it last asked.
    var hadNetwork = true

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        naive.most = 1 + random.below(2)
        naive.relaxAfter = 40 + random.below(200)
        naive.nearing = 20 + random.below(60)
        var limits = TransferLimits()
        limits.mostAtOnce = naive.most
        limits.relaxAfter = .minutes(Int64(naive.relaxAfter))
        limits.nearing = .minutes(Int64(naive.nearing))
        limits.slowestBytesPerSecond = Double(naive.rate) / 60
        limits.firstRetry = .minutes(Int64(naive.retry))
        service = TransferBench(limits: limits, apps: 3)
    }

    private var now: FetchTime { .monday + .minutes(Int64(naive.now)) }

    /// What was wrong; nil if nothing was.
    func wrong(steps: Int) -> String? {
        var run = self
        if let wrong = run.ask(awake: false) { return wrong }
        for step in 0..<steps {
            if let wrong = run.step() { return "step \(step): \(wrong)" }
        }
        return nil
    }

    private mutating func step() -> String? {
        let app = random.below(3)
        let number = naive.items.isEmpty ? 1 : random.pick(naive.items).number
        let bytes = 60 * (random.below(200) - 10)
        switch random.below(40) {
        case 0..<6: if let wrong = enqueue(app) { return wrong }
        case 6..<10:
            naive.progress(number, bytes)
            try? service.progress(TransferID(number), bytes: Int64(bytes), at: now)
        case 10..<13:
            naive.interrupt(number, at: bytes, hadNetwork: hadNetwork)
            try? service.interrupted(TransferID(number), atByte: Int64(bytes), at: now)
        case 13..<16:
            let running = naive.items.first(where: \.active)?.number ?? number
            naive.remove(running, isNews: true)
            try? service.finished(TransferID(running), at: now)
        case 16:
            naive.remove(number, isNews: false)
            try? service.cancel(TransferID(number), at: now)
        case 17:
            naive.quit.insert(app)
            service.quit(AppID(app))
        case 18, 19:
            naive.quit.remove(app)
            service.launched(AppID(app))
        case 20:
            let allowed = random.bernoulli(0.7)
            if allowed { naive.refreshOff.remove(app) } else { naive.refreshOff.insert(app) }
            service.setRefreshAllowed(allowed, of: AppID(app))
        case 21..<27: change()
        case 27..<29: return ask(awake: true)
        default: return pass(random.below(random.pick([3, 6, 40])))
        }
        return ask(awake: false)
    }

    private mutating func change() {
        switch random.below(6) {
        case 0, 1: naive.conditions.network = random.pick([.wifi, .wifi, .cellular, .none])
        case 2: naive.conditions.power = random.pick([.charging, .battery])
        case 3: naive.conditions.batteryLevel = random.pick([0.1, 0.2, 0.4, 0.5, 0.8])
        case 4: naive.conditions.isInLowPowerMode = random.bernoulli(0.2)
        default: naive.conditions.isRefreshAllowed = random.bernoulli(0.8)
        }
    }

    private mutating func enqueue(_ app: Int) -> String? {
        guard naive.items.count < 8, !naive.quit.contains(app) else { return nil }
        let minutes = random.pick([0, 10, 100, 400, 1000])
        var request = TransferRequest(AppID(app), bytes: Int64(60 * random.pick([0, 1, 10, 100, 300])))
        request.session = random.below(2)
        request.priority = random.pick([.low, .normal, .high])
        request.isDiscretionary = random.bernoulli(0.3)
        request.wakesApp = random.bernoulli(0.8)
        request.resourceTimeout = .minutes(Int64(minutes))
        do throws(EngineError) {
            let id = try service.enqueue(request, at: now)
            naive.enqueue(request, minutes: minutes)
            if id.number != naive.enqueued { return "number \(id.number), not \(naive.enqueued)" }
        } catch {
            return "\(error)"
        }
        return nil
    }

    /// Lets minutes pass. The host asks when it was told to, and there must be nothing to do before.
    private mutating func pass(_ minutes: Int) -> String? {
        for _ in 0..<minutes {
            let next = service.nextTime(naive.conditions, at: now)
            naive.pass()
            if let next, next <= now {
                if let wrong = ask(awake: false) { return wrong }
            } else if let action = naive.action(awake: false) {
                return "at \(now): \(action) is due, but nextTime said \(next as Any)"
            }
        }
        return ask(awake: false)
    }

    private mutating func ask(awake: Bool) -> String? {
        naive.look()
        hadNetwork = naive.conditions.network != .none
        for _ in 0..<100 {
            let mine = naive.action(awake: awake)
            let its = service.nextAction(naive.conditions, isRadioAwake: awake, at: now)
            if mine != its { return "at \(now): \(its as Any), not \(mine as Any)" }
            guard let mine else { return random.bernoulli(0.2) ? look(awake: awake) : nil }
            naive.take(mine)
            naive.look()
        }
        return "never comes to an end"
    }

    private func look(awake: Bool) -> String? {
        guard service.all.map(\.id.number) == naive.items.map(\.number) else { return "\(service.all)" }
        for (status, item) in zip(service.all, naive.items) {
            if status.bytesDone != item.done || status.isActive != item.active {
                return "\(status), not \(item)"
            }
            let waits = try? service.waits(of: status.id, naive.conditions, isRadioAwake: awake, at: now)
            if (waits?.isEmpty ?? false) != item.active { return "\(item) waits for \(waits as Any)" }
        }
        guard let next = service.nextTime(naive.conditions, at: now) else { return nil }
        return next > now || awake ? nil : "nothing to do, but due at \(next)"
    }
}
