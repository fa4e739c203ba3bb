import FetchSched
import FetchGenerate

/// How days differ.
///
/// Read off directly, the memory of days comes out too short: the mean that is taken off drifts with them, and probabilities
/// that rise along a session are higher partly because long sessions come on the same days. Of generated users both are
/// so as well, hence the trial.
extension HabitsCalibration {
    /// Moves the spreads and memories of the days' activity and of their sessions' length.
    func adjustDays(_ sessions: inout SessionHabits, _ found: Statistics, _ step: Double) {
        adjustActivity(&sessions.rhythm, found, step)
        adjustGaps(&sessions.rhythm, found, step)
        guard sessions.lengthDaySpread > 0, wanted.isSupported("lengthDays"),
            let goal = wanted.numbers("lengthDays"), let have = found.numbers("lengthDays")
        else { return }
        // The variance of the log-odds, and what of it the next day still has.
        let all = goal[0] - have[0]
        let lasting = goal[1] - have[1]
        let variance = sessions.lengthDaySpread * sessions.lengthDaySpread
        let moved = variance + 0.5 * step * (0.5 * (all + lasting)).bounded(to: -0.2...0.2)
        let longer = 0.5 * step * ((lasting - all) / Swift.max(0.05, variance)).bounded(to: -0.4...0.4)
        sessions.lengthDaySpread = moved.bounded(to: 0.0001...4).squareRoot()
        sessions.lengthMemory = (sessions.lengthMemory + longer).bounded(to: 0...DayStates.drift)
    }

    /// Moves each quantile of the gaps: days that are told less well than they differ lengthen them, too.
    private func adjustGaps(_ rhythm: inout RhythmHabits, _ found: Statistics, _ step: Double) {
        let bins = LogBins.gaps
        guard
            let quantiles = bins.quantiles(events: wanted.events("sessions.gaps")),
            quantiles.count == rhythm.gaps.values.count
        else { return }
        let goal = bins.curve(wanted.shares("sessions.gaps"), quantiles)
        let have = bins.curve(found.shares("sessions.gaps"), quantiles)
        var least = 0.0
        for index in rhythm.gaps.values.indices {
            let ratio = PortableMath.log(goal.values[index] / have.values[index])
            let factor = PortableMath.exp(0.5 * step * ratio.bounded(to: -0.5...0.5))
            least = Swift.max(least, (rhythm.gaps.values[index] * factor).bounded(to: 1e-4...1e4))
            rhythm.gaps.values[index] = least
        }
    }

    private func adjustActivity(_ rhythm: inout RhythmHabits, _ found: Statistics, _ step: Double) {
        guard let memory = gap("sessions.day", found), let wider = gap("sessions.dayVariance", found) else {
            return
        }
        rhythm.dayMemory = (rhythm.dayMemory + 0.5 * step * memory).bounded(to: 0...DayStates.drift)
        // The days' factor is log-normal: its relative variance is exp(spread^2) - 1.
        let variance = PortableMath.exp(rhythm.daySpread * rhythm.daySpread) - 1
        let moved = variance + 0.5 * step * wider.bounded(to: -0.3...0.3)
        rhythm.daySpread = Swift.min(3, PortableMath.log(1 + Swift.max(0, moved)).squareRoot())
    }
}
