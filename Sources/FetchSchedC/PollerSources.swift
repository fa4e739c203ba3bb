// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

extension Poller {
    /// The limits of a source, as the host gives them.
    // Mutating, so that a call does not copy the poller.
    fileprivate mutating func limits(
        _ given: fetchsched_source_limits
    ) throws(Failure) -> SourceLimits {
        guard given.reserved == 0, given.least_ms >= 0, given.most_ms > 0, given.weight >= 0,
            given.weight < .infinity
        else { throw .invalidValue }
        var limits = SourceLimits()
        limits.least = TimeSpan(milliseconds: given.least_ms)
        limits.most = TimeSpan(milliseconds: given.most_ms)
        limits.weight = given.weight
        if given.group != Int32(FETCHSCHED_NO_GROUP) { limits.group = try known(given.group) }
        return limits
    }

    /// The group of that number, if there is one.
    fileprivate mutating func known(_ number: Int32) throws(Failure) -> SourceGroup {
        guard let group = group(number: number) else { throw .invalidValue }
        return group
    }
}

private func groupLimits(_ spacing: Int64, _ atOnce: Int32) throws(Failure) -> GroupLimits {
    guard spacing >= 0, atOnce >= 0 else { throw .invalidValue }
    var limits = GroupLimits()
    limits.spacing = TimeSpan(milliseconds: spacing)
    if atOnce > 0 { limits.atOnce = Int(atOnce) }
    return limits
}

@c @implementation
public func fetchsched_poller_add_source(
    _ poller: OpaquePointer?, _ limits: UnsafePointer<fetchsched_source_limits>?, _ now: Int64,
    _ source: UnsafeMutablePointer<fetchsched_source>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let (limits, answer) = try unsafe (poller.limits(given(limits)), Answer(source))
        answer.write(poller.add(limits, at: FetchTime(milliseconds: now)).number)
    }
}

@c @implementation
public func fetchsched_poller_set_source(
    _ poller: OpaquePointer?, _ source: fetchsched_source,
    _ limits: UnsafePointer<fetchsched_source_limits>?, _ now: Int64
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let limits = try unsafe poller.limits(given(limits))
        try tried { () throws(EngineError) in
            try poller.setLimits(limits, of: AppID(number: source), at: FetchTime(milliseconds: now))
        }
    }
}

@c @implementation
public func fetchsched_poller_remove_source(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ now: Int64
) -> fetchsched_status {
    unsafe tell(poller: poller, source) { poller, source throws(EngineError) in
        try poller.remove(source, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_poller_pause_source(
    _ poller: OpaquePointer?, _ source: fetchsched_source, _ isPaused: Int32, _ now: Int64
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let isPaused = try truth(Int64(isPaused))
        try tried { () throws(EngineError) in
            try poller.setPaused(isPaused, of: AppID(number: source), at: FetchTime(milliseconds: now))
        }
    }
}

@c @implementation
public func fetchsched_poller_source_count(
    _ poller: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(poller: poller, answer: count) { $0.sourceCount }
}

// MARK: Groups

@c @implementation
public func fetchsched_poller_add_group(
    _ poller: OpaquePointer?, _ spacing: Int64, _ atOnce: Int32, _ group: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let (limits, answer) = try unsafe (groupLimits(spacing, atOnce), Answer(group))
        answer.write(poller.addGroup(limits).number)
    }
}

@c @implementation
public func fetchsched_poller_set_group(
    _ poller: OpaquePointer?, _ group: Int32, _ spacing: Int64, _ atOnce: Int32
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        poller.setLimits(try groupLimits(spacing, atOnce), of: try poller.known(group))
    }
}

@c @implementation
public func fetchsched_poller_remove_group(_ poller: OpaquePointer?, _ group: Int32) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        poller.removeGroup(try poller.known(group))
    }
}
