import FetchSched
import FetchTrace

/// States of the phone: charging at night, Wi-Fi at home, gaps without network, battery level, low power mode.
struct ConditionProcess: Sendable {
    /// Low power mode starts at this level, as phones suggest it.
    private static let saverLevel = 0.2
    /// Hours between two reports of the battery's level.
    private static let levelPeriod = 3.0

    let conditions: SurroundingHabits.Conditions
    let calendar: LocalCalendar
    var sampler: Sampler

    /// All changes of conditions, in order of time; local time.
    mutating func steps() -> [Draft] {
        guard calendar.days > 0 else { return [] }
        var steps = [
            Draft(time: 0, kind: .network, value: Words.Network.wifi),
            Draft(time: 0, kind: .power, value: Words.Power.charging),
            Draft(time: 0, kind: .saver, value: Words.Switch.off),
        ]
        for day in 0..<calendar.days { appendDay(day, to: &steps) }
        let end = Double(calendar.days) * 86_400
        return steps.filter { $0.time < end }
    }

    /// Plugged in from after midnight until the morning; out from the morning to the evening, Wi-Fi there too.
    private mutating func appendDay(_ day: Int, to steps: inout [Draft]) {
        let midnight = Double(day) * 86_400
        func moment(_ hour: Double) -> Double { (midnight + hour * 3_600).rounded(.down) }

        let late = Swift.max(-2, Swift.min(2, sampler.normal()))
        let unplugged = Swift.max(0, conditions.unpluggedHour + conditions.unpluggedSpread * late)
        let later = Swift.max(-2, Swift.min(2, sampler.normal()))
        let plugged = Swift.max(
            unplugged + 1, Swift.min(23.9, conditions.pluggedHour + conditions.pluggedSpread * later))
        steps.append(Draft(time: moment(unplugged), kind: .power, value: Words.Power.battery))
        var level = 1.0
        var isSaving = false
        var hour = unplugged
        while hour < plugged {
            let rounded = (level * 100).rounded() / 100
            steps.append(Draft(time: moment(hour), kind: .level, value: .number(rounded)))
            if level <= ConditionProcess.saverLevel, !isSaving {
                isSaving = true
                steps.append(Draft(time: moment(hour), kind: .saver, value: Words.Switch.on))
            }
            // A battery lasts about a day; a heavy day empties it in the evening.
            level = Swift.max(0.03, level - sampler.logNormal(median: conditions.levelDrop, sigma: 0.35))
            hour += ConditionProcess.levelPeriod
        }
        steps.append(Draft(time: moment(plugged), kind: .power, value: Words.Power.charging))
        if isSaving { steps.append(Draft(time: moment(plugged), kind: .saver, value: Words.Switch.off)) }

        let leave = unplugged + sampler.uniform(0.3...0.9)
        let arrive = leave + sampler.uniform(0.3...0.8)
        let depart = Swift.min(20, arrive + sampler.uniform(4...9))
        let home = depart + sampler.uniform(0.4...1.5)
        for (from, to) in [(leave, arrive), (depart, home)] {
            steps.append(Draft(time: moment(from), kind: .network, value: Words.Network.cellular))
            if sampler.bernoulli(conditions.gapShare) {
                let gap = from + 0.3 * (to - from)
                steps.append(Draft(time: moment(gap), kind: .network, value: Words.Network.none))
                steps.append(
                    Draft(time: moment(gap + 0.5 * (to - gap)), kind: .network, value: Words.Network.cellular)
                )
            }
            steps.append(Draft(time: moment(to), kind: .network, value: Words.Network.wifi))
        }
    }
}
