import FetchSched

/// Lives the random life of that seed, for `states.c`: `facts` are the calls, the restored states, the digest of all states, and
/// what was wrong, 0 for nothing. Of two lives one is a poller's.
@_cdecl("states_run")
public func statesRun(_ seed: UInt64, _ facts: UnsafeMutablePointer<UInt64>) {
    if seed & 1 == 0 {
        live(StateRun<Poller>(seed: seed), facts)
    } else {
        live(StateRun<FetchEngine>(seed: seed), facts)
    }
}

private func live<State>(_ run: consuming StateRun<State>, _ facts: UnsafeMutablePointer<UInt64>) {
    run.run()
    facts[0] = UInt64(run.calls)
    facts[1] = UInt64(run.restores)
    facts[2] = run.digest
    facts[3] = UInt64(run.finding?.rawValue ?? 0)
}
