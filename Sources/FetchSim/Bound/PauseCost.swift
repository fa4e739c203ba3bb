/// The least energy that a pause of the device's own activity can cost, whatever is fetched in it. What bytes take is
/// left out: that depends on how many they are, not on when they come.
///
/// **Pieces.** Fetches divide a pause into pieces: the radio waits for a time d in its tail, or sleeps, and the
/// next activity takes the promotion (T seconds, J joules) that belongs to the stage reached. A piece before a
/// fetch takes d + T of the pause and costs the tail's energy up to d, and J. That is nowhere below
/// h(u) = min over the stages (A + w (u - T - B) + J), with u the length of the piece, B and A the time and
/// energy at which the stage starts and w its power. h is concave and not negative, so many pieces cost no less than
/// one of their whole length.
///
/// **The last piece** ends with the own activity, which waits for x seconds, 0 <= x <= T, of the promotion.
/// Undisturbed it waits for W seconds. If x > W, all that follows may be delayed by x - W, and overlap with what
/// comes later: that spares at most the base power for that time. If x < W, the activity ends earlier and
/// the pause after it is longer, which costs `lengthening` watts at least. This is linear in x in between 0,
/// W and T, so one of these is the least.
struct PauseCost {
    /// The stages of the tail, and sleep.
    private let stages: [Stage]
    private let active: Double
    private let promotion: RadioProfile.Phase

    struct Pause {
        /// Length of the pause, and the most by which it grows if own activity before it is spared or need not wait.
        let seconds: Double
        let slack: Double
        /// W: for how long the own activity waits at the end if nothing is fetched.
        let wait: Double
        /// Least cost of a second more of the next pause, in watts.
        let lengthening: Double
    }

    /// A stage that the radio can reach in a pause; sleep is the last one.
    private struct Stage {
        let start: Double
        let joulesBefore: Double
        let watts: Double
        /// The promotion of an activity that starts in this stage; nil if it starts at once.
        let promotion: RadioProfile.Phase?
    }

    init(_ radio: RadioProfile) {
        active = radio.baseWatts
        promotion = radio.promotion
        var stages: [Stage] = []
        var start = 0.0
        var joules = 0.0
        for stage in radio.tail {
            stages.append(
                Stage(start: start, joulesBefore: joules, watts: stage.watts, promotion: stage.promotion))
            start += stage.seconds
            joules += stage.seconds * stage.watts
        }
        stages.append(
            Stage(start: start, joulesBefore: joules, watts: 0, promotion: radio.promotion))
        self.stages = stages
    }

    /// The least energy with fetches of that total length in the pause, or more.
    func least(_ pause: Pause, fetch: Double = 0) -> Double {
        let reached = reachable(pause)
        let free = max(0, pause.seconds - fetch)
        // Activity all through, which the own activity joins without a promotion.
        var least = active * max(pause.seconds, fetch) + pause.lengthening * pause.wait
        for stage in 0..<reached {
            let start = stages[stage].start
            let atOnce = joules(stage, last: free, pause)
            let inTheEnd = joules(stage, last: start, pause) + joulesBeforeFetch(free - start, reached)
            least = min(least, active * fetch + min(atOnce, inTheEnd))
        }
        return least
    }

    /// The least energy if the radio's state at the beginning of the pause is whatever suits best, such as
    /// asleep, just active, or in the middle of a promotion: a whole promotion, or no sleep.
    func leastFromAnyState(_ pause: Pause, fetch: Double = 0) -> Double {
        let free = max(0, pause.seconds - fetch)
        func joules(_ phase: RadioProfile.Phase) -> Double {
            let whole = phase.joules - active * max(0, phase.seconds - pause.wait)
            let rest = phase.watts * free - active * max(0, phase.seconds - free - pause.wait)
            return min(whole, rest)
        }
        var watts = active
        var least = joules(promotion)
        for stage in stages.dropLast() {
            if let promotion = stage.promotion {
                least = min(least, joules(promotion))
            } else {
                watts = min(watts, stage.watts)
            }
        }
        return active * fetch + min(watts * free, least)
    }

    /// h: a piece before a fetch, or several.
    private func joulesBeforeFetch(_ seconds: Double, _ reached: Int) -> Double {
        var least = Double.infinity
        for place in 0..<reached {
            let stage = stages[place]
            let inTail = stage.watts * (seconds - (stage.promotion?.seconds ?? 0) - stage.start)
            least = min(least, stage.joulesBefore + inTail + (stage.promotion?.joules ?? 0))
        }
        return least
    }

    /// The last piece, if it ends in that stage.
    private func joules(_ place: Int, last seconds: Double, _ pause: Pause) -> Double {
        let stage = stages[place]
        let whole = stage.promotion?.seconds ?? 0
        let promotion = stage.promotion?.joules ?? 0
        func joules(_ waited: Double) -> Double {
            let tail = stage.joulesBefore + stage.watts * (seconds - (whole - waited) - stage.start)
            let later = pause.lengthening * max(0, pause.wait - waited) - active * max(0, waited - pause.wait)
            return tail + promotion + later
        }
        // From infinity on, as what is not a number (no power for an endless time) is no minimum.
        return min(.infinity, joules(0), joules(min(pause.wait, whole)), joules(whole))
    }

    /// How many stages can be reached in the pause.
    private func reachable(_ pause: Pause) -> Int {
        let longest = pause.seconds + pause.slack
        let tail = stages.count - 1
        var reached = 0
        while reached < tail, longest >= stages[reached].start { reached += 1 }
        // A hair of room for rounding, which may have put the end of a pause beyond the tail.
        return reached == tail && longest >= stages[tail].start - 1e-6 ? tail + 1 : reached
    }
}

extension RadioProfile {
    /// The radio's energy from the end of an activity on: its tail, from `scoredFrom` on, and the promotion
    /// that an activity at `start` then takes. The same steps as ``RadioMeter``'s, so that both agree on
    /// the stage even where rounding decides.
    func gap(from end: Double, to start: Double, scoredFrom: Double) -> (
        tailJoules: Double, promotion: Phase?
    ) {
        guard end.isFinite else { return (0, promotion) }
        var from = end
        var joules = 0.0
        for stage in tail {
            let to = from + stage.seconds
            joules += stage.watts * max(0, min(to, start) - max(from, scoredFrom))
            if start <= to { return (joules, stage.promotion) }
            from = to
        }
        return (joules, promotion)
    }

    func wattsReached(after seconds: Double) -> Double {
        var start = 0.0
        for stage in tail {
            start += stage.seconds
            if seconds < start - 1e-6 { return stage.watts }
        }
        return 0
    }
}
