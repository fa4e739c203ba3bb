import FetchSched
import FetchGenerate

/// How days differ.
///
/// Read off directly, the memory of days comes out too short: the mean that is taken off drifts with them, and chances
/// that rise along a session are higher partly because long sessions come on the same days. Of generated users both are
/// so as well, hence the trial.
extension HabitsCalibration {
    /// Moves the spreads and memories of the days' activity and of their sessions' length.
    func adjustDays(_ sessions: inout SessionHabits, _ found: Statistics, _ step: Double) {
        adjustActivity(&sessions.rhythm, found, step)
        adjustNights(&sessions.rhythm, found, step)
        adjustGaps(&sessions.rhythm, found, step)
        guard sessions.lengthDaySpread > 0, wanted.count("lengthDays") >= Statistics.support,
            let goal = wanted.numbers("lengthDays", in: UseStatistics.lengthDayRange),
            let have = found.numbers("lengthDays", in: UseStatistics.lengthDayRange)
        else { return }
        // The variance of the log-odds, and what of it the next day still has.
        let all = goal[0] - have[0]
        let kept = goal[1] - have[1]
        let variance = sessions.lengthDaySpread * sessions.lengthDaySpread
        let moved = variance + 0.5 * step * Swift.max(-0.2, Swift.min(0.2, 0.5 * (all + kept)))
        let longer = 0.5 * step * Swift.max(-0.4, Swift.min(0.4, (kept - all) / Swift.max(0.05, variance)))
        sessions.lengthDaySpread = Swift.max(0.0001, Swift.min(4, moved)).squareRoot()
        sessions.lengthMemory = Swift.max(0, Swift.min(DayStates.drift, sessions.lengthMemory + longer))
    }

    private func adjustNights(_ rhythm: inout RhythmHabits, _ found: Statistics, _ step: Double) {
        guard let spread = rhythm.nightSpread,
            let goal = wanted.number("sessions.nightVariance", in: UseStatistics.nightRange),
            let have = found.number("sessions.nightVariance", in: UseStatistics.nightRange)
        else { return }
        let ratio = PortableMath.log((goal + 0.1) / (have + 0.1))
        let moved = spread * spread + 0.6 * step * Swift.max(-0.7, Swift.min(0.7, ratio))
        rhythm.nightSpread = Swift.max(0, Swift.min(4, moved)).squareRoot()
    }

    /// Moves each quantile of the gaps: days and nights that are told less well than they differ lengthen them, too.
    private func adjustGaps(_ rhythm: inout RhythmHabits, _ found: Statistics, _ step: Double) {
        let (wanted, events) = (wanted.shares("sessions.gaps"), wanted.events("sessions.gaps"))
        guard
            let quantiles = LogBins.gaps.quantiles(events: events),
            quantiles.steps + 1 == rhythm.gaps.values.count
        else { return }
        let goal = LogBins.gaps.curve(wanted, quantiles)
        let have = LogBins.gaps.curve(found.shares("sessions.gaps"), quantiles)
        var least = 0.0
        for index in rhythm.gaps.values.indices {
            let ratio = PortableMath.log(goal.values[index] / have.values[index])
            let factor = PortableMath.exp(0.5 * step * Swift.max(-0.5, Swift.min(0.5, ratio)))
            least = Swift.max(least, Swift.max(1e-4, Swift.min(1e4, rhythm.gaps.values[index] * factor)))
            rhythm.gaps.values[index] = least
        }
    }

    private func adjustActivity(_ rhythm: inout RhythmHabits, _ found: Statistics, _ step: Double) {
        guard wanted.count("sessions.day") >= Statistics.support,
            let goal = wanted.numbers("sessions.day", in: UseStatistics.shareRange),
            let have = found.numbers("sessions.day", in: UseStatistics.shareRange),
            let wide = wanted.number("sessions.dayVariance", in: UseStatistics.varianceRange),
            let found = found.number("sessions.dayVariance", in: UseStatistics.varianceRange)
        else { return }
        rhythm.dayMemory = Swift.max(
            0, Swift.min(DayStates.drift, rhythm.dayMemory + 0.5 * step * (goal[0] - have[0])))
        // The days' factor is log-normal: its relative variance is exp(spread^2) - 1.
        let variance = PortableMath.exp(rhythm.daySpread * rhythm.daySpread) - 1
        let moved = variance + 0.5 * step * Swift.max(-0.3, Swift.min(0.3, wide - found))
        rhythm.daySpread = Swift.min(3, PortableMath.log(1 + Swift.max(0, moved)).squareRoot())
    }
}
