// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchSchedText)
    import FetchSchedText
#endif

@c @implementation
public func fetchsched_poller_due(
    _ poller: OpaquePointer?, _ now: Int64, _ sources: UnsafeMutablePointer<fetchsched_source>?,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let (room, count) = try unsafe (room(sources, capacity), Answer(count))
        var taken = 0
        // Called only for as many as there is room for: the request to each is under way from then on.
        while taken < room.count, let source = poller.startNextRequest(at: FetchTime(milliseconds: now)) {
            unsafe room.initializeElement(at: taken, to: source.number)
            taken += 1
        }
        count.write(taken)
    }
}

@c @implementation
public func fetchsched_poller_next_deadline(
    _ poller: OpaquePointer?, _ now: Int64, _ time: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: time) { poller in
        (poller.nextDeadline(after: FetchTime(milliseconds: now)) ?? .distantFuture).milliseconds
    }
}

@c @implementation
public func fetchsched_poller_next_request(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64, _ next: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: next) { poller throws(EngineError) in
        let next = try poller.nextRequest(to: AppID(number: source), at: FetchTime(milliseconds: now))
        return (next ?? .distantFuture).milliseconds
    }
}

@c @implementation
public func fetchsched_poller_record_answer(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ outcome: UInt32, _ bytes: Int64,
    _ changed: UnsafePointer<Int64>?, _ count: Int, _ retryAfter: Int64, _ maxAge: Int64, _ now: Int64,
    _ next: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let place = try unsafe Answer(next)
        var answer = SourceAnswer(try numbered(Int64(outcome)))
        answer.bytes = bytes
        answer.changed = try unsafe given(changed, count).map { FetchTime(milliseconds: $0) }
        if retryAfter >= 0 { answer.retryAfter = TimeSpan(milliseconds: retryAfter) }
        if maxAge >= 0 { answer.maxAge = TimeSpan(milliseconds: maxAge) }
        let time = try tried { () throws(EngineError) in
            try poller.recordAnswer(answer, from: AppID(number: source), at: FetchTime(milliseconds: now))
        }
        place.write((time ?? .distantFuture).milliseconds)
    }
}

@c @implementation
public func fetchsched_poller_defer_request(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ until: Int64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(poller: poller, source) { poller, source throws(EngineError) in
        try poller.deferRequest(
            to: source, until: FetchTime(milliseconds: until), at: FetchTime(milliseconds: now))
    }
}

// MARK: What the host knows

@c @implementation
public func fetchsched_poller_note_read(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64
) -> fetchsched_status {
    unsafe tell(poller: poller, source) { poller, source throws(EngineError) in
        try poller.noteRead(of: source, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_poller_note_announcement(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64
) -> fetchsched_status {
    unsafe tell(poller: poller, source) { poller, source throws(EngineError) in
        try poller.noteAnnouncement(of: source, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_poller_set_network(
    _ poller: OpaquePointer?, _ isUp: Int32, _ now: Int64
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        poller.setNetwork(isUp: try truth(Int64(isUp)), at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_poller_price(
    _ poller: OpaquePointer?, _ now: Int64, _ price: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: price) { $0.price(at: FetchTime(milliseconds: now)) }
}

@c @implementation
public func fetchsched_poller_join_price(
    _ poller: OpaquePointer?, _ price: Double, _ now: Int64
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        try tried { () throws(EngineError) in
            try poller.joinPrice(price, at: FetchTime(milliseconds: now))
        }
    }
}

// MARK: What the poller knows

@c @implementation
public func fetchsched_poller_idle_reason(
    _ poller: OpaquePointer?, _ now: Int64, _ reason: UnsafeMutablePointer<UInt32>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: reason) {
        UInt32($0.idleReason(at: FetchTime(milliseconds: now))?.rawValue ?? 0)
    }
}

@c @implementation
public func fetchsched_poller_new_content_probability(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64,
    _ probability: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: probability) { poller throws(EngineError) in
        let source = AppID(number: source)
        guard poller.has(source) else { throw .unknownApp(source) }
        return poller.newContentProbability(of: source, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_poller_explain(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64,
    _ explanation: UnsafeMutablePointer<fetchsched_explanation>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: explanation) { poller throws(EngineError) in
        fetchsched_explanation(try poller.explain(AppID(number: source), at: FetchTime(milliseconds: now)))
    }
}

@c @implementation
public func fetchsched_poller_explain_text(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64, _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ size: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let (room, size) = try unsafe (room(text, capacity), Answer(size))
        let explanation = try tried { () throws(EngineError) in
            try poller.explain(AppID(number: source), at: FetchTime(milliseconds: now))
        }
        try unsafe write(explanation.line, to: room, size: size)
    }
}
