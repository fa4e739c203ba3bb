import CFetchSched
import FetchSched
import FetchSchedC
import FetchSchedText
import Testing

/// Behind the C interface is the same poller: told the same, it says the same.
@Suite struct PollerAgreementTests {
    @Test func overRandomRequests() throws {
        var calls: Set<Int> = []
        for seed in 1...4 {
            var twins = PollerTwins(seed: UInt64(seed))
            for step in 0..<400 {
                twins.now = twins.now + .seconds(Double(twins.below(twins.below(3) == 0 ? 7200 : 90)))
                calls.insert(twins.step())
                twins.ask()
                if step % 150 == 149 { twins.compare("seed \(seed), step \(step)") }
            }
            #expect(twins.requests > 100, "seed \(seed)")
            twins.compareKnowledge()
            try twins.restart()
            twins.compare("seed \(seed), restored")
        }
        #expect(calls == Set(0..<PollerTwins.kinds), "not every kind of call was compared")
    }
}

/// A poller behind the C interface and one without it, which are told the same.
private struct PollerTwins {
    static let kinds = 11
    var handle: PollerHandle
    var poller: Poller
    var random: SplitMix64
    var now = FetchTime(milliseconds: monday)
    var sources: [AppID] = []
    var groups = 0
    var requests = 0

    init(seed: UInt64) {
        handle = PollerHandle(seed: seed)
        poller = Poller(unchecked: .poller(requestsPerDay: 500), seed: seed)
        random = SplitMix64(seed: seed &* 77)
        for _ in 0..<3 { addGroup() }
        for _ in 0..<12 { addSource() }
    }

    func compare(_ place: Comment) {
        let isSame = handle.snapshot() == poller.snapshot()
        #expect(isSame, place)
    }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// Whether both went well, or both did not.
    private mutating func expect(
        _ status: fetchsched_status, at location: SourceLocation = #_sourceLocation,
        _ call: (inout Poller) throws -> Void
    ) {
        var isFine = true
        do { try call(&poller) } catch { isFine = false }
        #expect((status == FETCHSCHED_OK) == isFine, sourceLocation: location)
    }

    private mutating func addGroup() {
        let (spacing, once) = (Int64(below(3)) * 1000, below(3))
        var limits = GroupLimits()
        limits.spacing = TimeSpan(milliseconds: spacing)
        if once > 0 { limits.atOnce = once }
        var number: Int32 = -7
        #expect(fetchsched_poller_add_group(handle.handle, spacing, Int32(once), &number) == FETCHSCHED_OK)
        #expect(poller.addGroup(limits).number == number)
        groups = max(groups, Int(number) + 1)
    }

    /// Random limits, in both languages; some in a group that there is not.
    private mutating func limits() -> (fetchsched_source_limits, SourceLimits?) {
        var given = fetchsched_source_limits(
            least_ms: Int64(below(3)) * 600_000, most_ms: below(2) == 0 ? .max : 86_400_000,
            weight: [1, 1, 0.5, 3][below(4)], group: Int32(below(groups + 1)) - 1, reserved: 0)
        if below(20) == 0 { given.group = 1000 }
        var limits = SourceLimits()
        limits.least = TimeSpan(milliseconds: given.least_ms)
        limits.most = TimeSpan(milliseconds: given.most_ms)
        limits.weight = given.weight
        guard given.group >= 0 else { return (given, limits) }
        limits.group = poller.group(number: given.group)
        return (given, limits.group == nil ? nil : limits)
    }

    private mutating func addSource() {
        var (given, limits) = limits()
        var number: fetchsched_source = 7
        let status = fetchsched_poller_add_source(handle.handle, &given, now.milliseconds, &number)
        guard let limits else { return #expect(status == FETCHSCHED_ERROR_INVALID_VALUE && number == 7) }
        let source = poller.add(limits, at: now)
        #expect(status == FETCHSCHED_OK && source.number == number)
        sources.append(source)
    }

    /// A source, now and then one that was removed.
    private mutating func pick() -> AppID { sources[below(sources.count)] }

    /// Something happens.
    ///
    /// - Returns: the kind of call.
    mutating func step() -> Int {
        let (kind, source) = (below(Self.kinds), pick())
        let (c, number, now, time) = (handle.handle, source.number, now, now.milliseconds)
        switch kind {
        case 0: addSource()
        case 1:
            if below(3) == 0 {
                expect(fetchsched_poller_remove_source(c, number, time)) { try $0.remove(source, at: now) }
            }
        case 2:
            var (given, limits) = limits()
            let status = fetchsched_poller_set_source(c, number, &given, time)
            guard let limits else { #expect(status == FETCHSCHED_ERROR_INVALID_VALUE); break }
            expect(status) { try $0.setLimits(limits, of: source, at: now) }
        case 3:
            let paused = below(3) == 0
            expect(fetchsched_poller_pause_source(c, number, paused ? 1 : 0, time)) {
                try $0.setPaused(paused, of: source, at: now)
            }
        case 4: addGroup()
        case 5:
            let group = below(groups)
            let once = below(3)
            var limits = GroupLimits()
            limits.spacing = .seconds(2)
            if once > 0 { limits.atOnce = once }
            let status = fetchsched_poller_set_group(c, Int32(group), 2000, Int32(once))
            let known = poller.group(number: Int32(group))
            #expect((status == FETCHSCHED_OK) == (known != nil))
            if let known { poller.setLimits(limits, of: known) }
        case 6:
            let group = Int32(below(groups))
            let known = poller.group(number: group)
            #expect((fetchsched_poller_remove_group(c, group) == FETCHSCHED_OK) == (known != nil))
            if let known { poller.removeGroup(known) }
        case 7:
            expect(fetchsched_poller_note_read(c, number, time)) { try $0.noteRead(of: source, at: now) }
        case 8:
            expect(fetchsched_poller_note_announcement(c, number, time)) {
                try $0.noteAnnouncement(of: source, at: now)
            }
        case 9:
            let isUp = below(4) > 0
            #expect(fetchsched_poller_set_network(c, isUp ? 1 : 0, time) == FETCHSCHED_OK)
            poller.setNetwork(isUp: isUp, at: now)
        default:
            var price = 0.0
            #expect(fetchsched_poller_price(c, time, &price) == FETCHSCHED_OK)
            #expect(price == poller.price(at: now))
            let other = price * [0.5, 2, 0][below(3)]
            expect(fetchsched_poller_join_price(c, other, time)) { try $0.joinPrice(other, at: now) }
        }
        return kind
    }

    /// Takes all that are due of both, which must be the same, and answers most of them.
    mutating func ask() {
        var (room, count) = (Array(repeating: fetchsched_source(7), count: 3), 0)
        let (c, now, time) = (handle.handle, now, now.milliseconds)
        repeat {
            #expect(fetchsched_poller_due(c, time, &room, room.count, &count) == FETCHSCHED_OK)
            var taken: [fetchsched_source] = []
            while taken.count < room.count, let source = poller.startNextRequest(at: now) {
                taken.append(source.number)
            }
            #expect(taken == Array(room.prefix(count)))
            requests += count
            for number in room.prefix(count) {
                let source = AppID(number: number)
                switch below(12) {
                case 0: break
                case 1:
                    let until = now + .minutes(Int64(below(600)))
                    expect(fetchsched_poller_defer_request(c, number, until.milliseconds, time)) {
                        try $0.deferRequest(to: source, until: until, at: now)
                    }
                default: answer(source)
                }
            }
        } while count == room.count
        if below(20) == 0 { answer(pick()) }
        var next: Int64 = -1
        #expect(fetchsched_poller_next_deadline(c, time, &next) == FETCHSCHED_OK)
        #expect(next == (poller.nextDeadline(after: now) ?? .distantFuture).milliseconds)
    }

    private mutating func answer(_ source: AppID) {
        var answer = SourceAnswer([.newData, .noData, .noData, .failed, .gone][below(below(9) == 0 ? 5 : 4)])
        answer.bytes = Int64(below(9000)) - (below(30) == 0 ? 9000 : 0)
        let now = now
        for _ in 0..<below(3) { answer.changed.append(now - .minutes(Int64(below(300)))) }
        let wait = [-1, 0, 600_000, Int64.min][below(4)]
        let age = [-1, 0, 3_600_000][below(3)] as Int64
        answer.retryAfter = wait < 0 ? nil : TimeSpan(milliseconds: wait)
        answer.maxAge = age < 0 ? nil : TimeSpan(milliseconds: age)
        var next: Int64 = -7
        let dates = answer.changed.map(\.milliseconds)
        let status = fetchsched_poller_record_answer(
            handle.handle, source.number, UInt32(answer.outcome.rawValue), answer.bytes, dates, dates.count,
            wait, age, now.milliseconds, &next)
        expect(status) { poller in
            let expected = try poller.recordAnswer(answer, from: source, at: now)
            #expect(next == (expected ?? .distantFuture).milliseconds)
        }
        #expect((status == FETCHSCHED_OK) == (next != -7))
    }

    /// Asks both what they know.
    mutating func compareKnowledge() {
        let (c, time) = (handle.handle, now.milliseconds)
        var (count, reason): (Int, UInt32) = (-1, 99)
        #expect(fetchsched_poller_source_count(c, &count) == FETCHSCHED_OK)
        #expect(count == poller.sourceCount && count > 0)
        #expect(fetchsched_poller_idle_reason(c, time, &reason) == FETCHSCHED_OK)
        #expect(reason == UInt32(poller.idleReason(at: now)?.rawValue ?? 0))
        for source in poller.sources {
            var (next, probability, size): (Int64, Double, Int) = (-1, -1, 0)
            #expect(fetchsched_poller_next_request(c, source.number, time, &next) == FETCHSCHED_OK)
            let expected = (try? poller.nextRequest(to: source, at: now)) ?? .distantFuture
            #expect(next == expected.milliseconds)
            #expect(
                fetchsched_poller_new_content_probability(c, source.number, time, &probability)
                    == FETCHSCHED_OK)
            #expect(probability == poller.newContentProbability(of: source, at: now))
            var reasons = fetchsched_explanation()
            #expect(fetchsched_poller_explain(c, source.number, time, &reasons) == FETCHSCHED_OK)
            guard let explanation = try? poller.explain(source, at: now) else { return #expect(Bool(false)) }
            #expect(reasons.new_probability == explanation.value.somethingNew)
            #expect(reasons.verdict == UInt32(explanation.verdict.rawValue))
            #expect(reasons.vetoes.nonzeroBitCount == explanation.vetoes.count)
            var text = Array(repeating: CChar(1), count: 4096)
            #expect(
                fetchsched_poller_explain_text(c, source.number, time, &text, text.count, &size)
                    == FETCHSCHED_OK)
            let line = text.prefix(max(0, size - 1)).map { UInt8(bitPattern: $0) }
            #expect(String(decoding: line, as: UTF8.self) == explanation.description)
        }
    }

    mutating func restart() throws {
        let restored = try #require(PollerHandle(restoring: handle.snapshot()))
        #expect(fetchsched_poller_host_restarted(restored.handle, now.milliseconds) == FETCHSCHED_OK)
        poller.hostRestarted(at: now)
        handle = restored
    }
}
