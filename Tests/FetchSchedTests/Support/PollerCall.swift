@testable import FetchSched

/// One call of a poller.
enum PollerCall {
    case add(SourceLimits)
    case remove(AppID)
    case setLimits(SourceLimits, AppID)
    case pause(Bool, AppID)
    case addGroup(GroupLimits)
    case setGroup(GroupLimits, Int32)
    case removeGroup(Int32)
    case start
    case nextDeadline
    case nextRequest(AppID)
    case record(SourceAnswer, AppID)
    case deferRequest(AppID, until: FetchTime)
    case read(AppID)
    case announce(AppID)
    case network(Bool)
    case hostRestarted
    case price
    case joinPrice(Double)
    case idle
    case explain(AppID)
}

extension PollerCall {
    func apply(to poller: inout Poller, at now: FetchTime) -> EngineAnswer {
        do throws(EngineError) {
            switch self {
            case .add(let limits): return .app(poller.add(limits, at: now))
            case .remove(let source): try poller.remove(source, at: now)
            case .setLimits(let limits, let source): try poller.setLimits(limits, of: source, at: now)
            case .pause(let isPaused, let source): try poller.setPaused(isPaused, of: source, at: now)
            case .addGroup(let limits): return .group(poller.addGroup(limits).number)
            case .setGroup(let limits, let number):
                if let group = poller.group(number: number) { poller.setLimits(limits, of: group) }
            case .removeGroup(let number):
                if let group = poller.group(number: number) { poller.removeGroup(group) }
            case .start: return poller.startNextRequest(at: now).map { .app($0) } ?? .nothing
            case .nextDeadline: return .time(poller.nextDeadline(after: now))
            case .nextRequest(let source): return .time(try poller.nextRequest(to: source, at: now))
            case .record(let answer, let source):
                return .time(try poller.recordAnswer(answer, from: source, at: now))
            case .deferRequest(let source, let moment):
                try poller.deferRequest(to: source, until: moment, at: now)
            case .read(let source): try poller.noteRead(of: source, at: now)
            case .announce(let source): try poller.noteAnnouncement(of: source, at: now)
            case .network(let isUp): poller.setNetwork(isUp: isUp, at: now)
            case .hostRestarted: poller.hostRestarted(at: now)
            case .price: return .price(poller.price(at: now).bitPattern)
            case .joinPrice(let price): try poller.joinPrice(price, at: now)
            case .idle: return .idle(poller.idleReason(at: now))
            case .explain(let source): return .why(try poller.explain(source, at: now))
            }
        } catch {
            return .error(error)
        }
        return .nothing
    }
}

/// The calls that bytes stand for.
extension ByteDraw {
    /// A call that a program that polls could make, of one of `sources`, or (if not `isSane`) any at all.
    mutating func pollerCall(sources: [AppID], isSane: Bool, at now: FetchTime) -> PollerCall {
        let source = isSane ? (sources.isEmpty ? AppID(0) : pick(sources)) : anyApp()
        switch below(25) {
        case 0: return .add(sourceLimits(isSane: isSane))
        case 1: return .setLimits(sourceLimits(isSane: isSane), source)
        case 2: return .addGroup(groupLimits(isSane: isSane))
        case 3: return .setGroup(groupLimits(isSane: isSane), group())
        case 4: return .removeGroup(group())
        case 5...9: return .start
        case 10...15:
            var answer = SourceAnswer(pick([.newData, .noData, .failed, .gone]))
            answer.bytes = isSane ? Int64(byte()) << 10 : size()
            if one(in: 2) {
                answer.changed = (0..<below(3)).map { _ in isSane ? now - wait() : moment(near: now) }
            }
            if one(in: 4) { answer.retryAfter = isSane ? wait() : span() }
            if one(in: 4) { answer.maxAge = isSane ? wait() : span() }
            return .record(answer, source)
        case 16: return .deferRequest(source, until: isSane ? now + wait() : moment(near: now))
        case 17: return .read(source)
        case 18: return .nextRequest(source)
        case 19: return .price
        case 20: return .joinPrice(isSane ? Double(byte()) : number())
        case 21: return .idle
        case 22: return one(in: 4) ? .remove(source) : .announce(source)
        case 23: return one(in: 3) ? .nextDeadline : one(in: 8) ? .hostRestarted : .explain(source)
        default:
            return one(in: 2)
                ? .network(!one(in: 4)) : one(in: 2) ? .explain(source) : .pause(one(in: 4), source)
        }
    }

    private mutating func group() -> Int32 { Int32(below(4)) - (one(in: 16) ? 1 : 0) }

    private mutating func sourceLimits(isSane: Bool) -> SourceLimits {
        var limits = SourceLimits()
        if one(in: 3) { limits.least = isSane ? wait() : span() }
        if one(in: 3) { limits.most = isSane ? wait() : span() }
        if one(in: 3) { limits.weight = isSane ? Double(byte()) / 16 : number() }
        if !one(in: 3) { limits.group = SourceGroup(number: group()) }
        return limits
    }

    private mutating func groupLimits(isSane: Bool) -> GroupLimits {
        var limits = GroupLimits()
        if one(in: 2) { limits.spacing = isSane ? wait() : span() }
        if one(in: 2) { limits.atOnce = below(4) }
        return limits
    }
}
