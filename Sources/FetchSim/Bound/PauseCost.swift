/// The least energy that a pause of the device's own activity can cost, whatever is fetched in it.
///
/// **Pieces.** Fetches divide a pause into pieces: the radio waits for a time d in its tail, or sleeps, and the
/// next activity takes the promotion (T seconds, J joules) that belongs to the stage reached. A piece before a
/// fetch takes d + T of the pause and costs the tail's energy up to d, and J. That is nowhere below
/// h(u) = min over the stages (A + w (u - T - B) + J), with u the length of the piece, B and A the time and
/// energy at which the stage begins and w its power. h is concave and not negative, so many pieces cost no less than
/// one of their whole length.
///
/// **The last piece** ends with the own activity, which waits for x seconds, 0 <= x <= T, of the promotion.
/// Undisturbed it waits for W seconds. If x > W, all that follows may be delayed by x - W, and overlap with what
/// comes later: that spares at most the active power for that time. If x < W, the activity ends earlier and
/// the pause after it is longer, which costs `lengthening` watts at least. This is linear in x in between 0,
/// W and T, so one of these is the least.
struct PauseCost {
    let radio: RadioProfile
    /// The pause, and by how much it may be longer if own activity before it is spared or need not wait.
    let pause: Double
    let slack: Double
    /// W: for how long the own activity waits at the end if nothing is fetched.
    let wait: Double
    /// What a second more of the next pause costs at the least, in watts.
    let lengthening: Double

    /// A stage that the radio can reach in the pause; sleep is the last one.
    private struct Stage {
        var begin: Double
        var joulesBefore: Double
        var watts: Double
        var promotion: RadioProfile.Phase?
    }

    /// The least energy with fetches of that total length in the pause, or more.
    func least(fetch: Double = 0) -> Double {
        let active = radio.activeWatts
        let stages = reachable()
        let free = max(0, pause - fetch)
        // Activity all through, which the own activity joins without a promotion.
        var least = active * max(pause, fetch) + lengthening * wait
        for stage in stages {
            let atOnce = joules(stage, last: free)
            let inTheEnd = joules(stage, last: stage.begin) + joulesBeforeFetch(free - stage.begin, stages)
            least = min(least, active * fetch + min(atOnce, inTheEnd))
        }
        return least
    }

    /// The least energy if the radio's state at the beginning of the pause is whatever suits best, such as
    /// asleep, just active, or in the middle of a promotion: a whole promotion, or no sleep.
    func leastFromAnyState(fetch: Double = 0) -> Double {
        let active = radio.activeWatts
        let free = max(0, pause - fetch)
        var least = radio.tail.reduce(active) { $1.promotion == nil ? min($0, $1.watts) : $0 } * free
        for phase in [radio.promotion] + radio.tail.compactMap(\.promotion) {
            let whole = phase.joules - active * max(0, phase.seconds - wait)
            let rest = phase.watts * free - active * max(0, phase.seconds - free - wait)
            least = min(least, whole, rest)
        }
        return active * fetch + least
    }

    /// h: a piece before a fetch, or several.
    private func joulesBeforeFetch(_ seconds: Double, _ stages: [Stage]) -> Double {
        stages.reduce(.infinity) { least, stage in
            let promotion = stage.promotion ?? RadioProfile.Phase(seconds: 0, watts: 0)
            return min(
                least,
                stage.joulesBefore + stage.watts * (seconds - promotion.seconds - stage.begin)
                    + promotion.joules)
        }
    }

    /// The last piece, if it ends in that stage.
    private func joules(_ stage: Stage, last seconds: Double) -> Double {
        let promotion = stage.promotion ?? RadioProfile.Phase(seconds: 0, watts: 0)
        let whole = promotion.seconds
        return [0, min(wait, whole), whole].reduce(.infinity) { least, waited in
            let tail = stage.joulesBefore + stage.watts * (seconds - (whole - waited) - stage.begin)
            let later = lengthening * max(0, wait - waited) - radio.activeWatts * max(0, waited - wait)
            return min(least, tail + promotion.joules + later)
        }
    }

    private func reachable() -> [Stage] {
        var stages: [Stage] = []
        var begin = 0.0
        var joules = 0.0
        for stage in radio.tail where pause + slack >= begin {
            stages.append(
                Stage(begin: begin, joulesBefore: joules, watts: stage.watts, promotion: stage.promotion))
            begin += stage.seconds
            joules += stage.seconds * stage.watts
        }
        // A hair of room for rounding, which may have put the end of a pause beyond the tail.
        if pause + slack >= begin - 1e-6, stages.count == radio.tail.count {
            stages.append(Stage(begin: begin, joulesBefore: joules, watts: 0, promotion: radio.promotion))
        }
        return stages
    }
}

extension RadioProfile {
    /// What the radio spends from the end of an activity on: its tail, from `scoredFrom` on, and the promotion
    /// that an activity at `begin` then takes. The same steps as ``RadioMeter``'s, so that both agree on
    /// the stage even where rounding decides.
    func gap(from end: Double, to begin: Double, scoredFrom: Double) -> (
        tailJoules: Double, promotion: Phase?
    ) {
        guard end.isFinite else { return (0, promotion) }
        var from = end
        var joules = 0.0
        for stage in tail {
            let to = from + stage.seconds
            joules += stage.watts * max(0, min(to, begin) - max(from, scoredFrom))
            if begin <= to { return (joules, stage.promotion) }
            from = to
        }
        return (joules, promotion)
    }

    /// The power of the deepest stage reached within `seconds` after an activity, in watts.
    func wattsReached(after seconds: Double) -> Double {
        var begin = 0.0
        for stage in tail {
            begin += stage.seconds
            if seconds < begin - 1e-6 { return stage.watts }
        }
        return 0
    }
}
