import FetchSched

/// Troubles. Each takes sources of its own, so that troubles can be put together.
extension PollerWorld {
    /// Sources fall silent in the middle of the scored weeks.
    mutating func silence(_ count: Int) {
        change(count) { source in
            source.end = Self.scored + .days(5)
            source.changes.removeAll { $0 >= Self.scored + .days(5) }
        }
    }

    /// Sources answer with an error for good, one half of them with 410.
    mutating func kill(_ count: Int) {
        change(count / 2) { ($0.end, $0.last) = (Self.start + .days(3), .gone) }
        change(count - count / 2) { ($0.end, $0.last) = (Self.start + .days(3), .failed) }
    }

    mutating func makeEverNew(_ count: Int) { change(count) { $0.isEverNew = true } }

    mutating func announce(_ count: Int, until end: FetchTime = .distantFuture) {
        change(count) { $0.isAnnounced = true }
        hubEnd = end
    }

    /// Sources with one update a week, at an hour of their own.
    mutating func makeWeekly(_ count: Int) {
        for source in take(count) {
            let hour = (unit(0, 7)).rounded(.down) * 24 + unit(6, 20)
            sources[source].rate = 1 / 7.0
            sources[source].changes = (0..<Self.days / 7).map { week in
                Self.start + .days(7) * week + .seconds((hour + unit(0, 0.2)) * 3600)
            }
        }
    }

    /// The pages of sources are errors for some hours, again and again.
    mutating func breakPages(_ count: Int, hours: Double) {
        for source in take(count) { sources[source].errors = spells(6, hours: hours) }
    }

    /// Moves sources to a host of theirs.
    mutating func gather(_ count: Int, on host: Host) {
        hosts.append(host)
        change(count) { [place = hosts.count - 1] in $0.host = place }
    }

    /// A host of a part of all sources is down.
    mutating func takeDownHost(of count: Int, hours: Double, times: Int) {
        gather(count, on: Host(down: spells(times, hours: hours)))
    }

    /// A host serves one request in five minutes for some hours, and all at other times.
    mutating func overload(of count: Int, hours: Double, times: Int) {
        gather(count, on: Host(spacing: .minutes(5), busy: spells(times, hours: hours)))
    }

    /// One source of a host is always refused; the host serves the others.
    mutating func refuseOne(of count: Int, wait: TimeSpan) {
        gather(count, on: Host())
        if let source = sources.lastIndex(where: { $0.host == hosts.count - 1 }) {
            sources[source].refusal = wait
        }
    }

    mutating func takeDownNetwork(hours: Double, times: Int) {
        withoutNetwork += spells(times, hours: hours)
    }

    /// The host is awake for some minutes, at even distances, and has a network some seconds after it woke.
    mutating func sleep(wakesPerDay: Int64, minutes: Int64, late: TimeSpan) {
        let period = TimeSpan(milliseconds: 86_400_000 / wakesPerDay)
        for wake in 0..<Self.days * wakesPerDay {
            let start = Self.start + period * wake
            withoutNetwork.append(start..<start + late)
            asleep.append(start + .minutes(minutes)..<start + period)
        }
    }

    mutating func sleepOnWeekends() {
        asleep += (0..<Self.days / 7).map { week in
            Self.start + .days(7 * week + 5)..<Self.start + .days(7 * week + 7)
        }
    }

    mutating func restart(everyHours hours: Int64) {
        restarts = (1..<Self.days * 24 / hours).map { Self.start + .hours(hours) * $0 }
    }
}
