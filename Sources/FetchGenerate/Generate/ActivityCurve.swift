import FetchSched

/// The rate of something over a whole trace, drawn from its ``RhythmHabits``.
package struct ActivityCurve: Sendable {
    /// One user's or source's addition to the rhythm.
    package struct Own: Sendable {
        package var perDay: Double
        /// Factor of each half hour of the day.
        package var hours = [Double](repeating: 1, count: RhythmHabits.slots)
        /// Factor on the spread of the days.
        package var daySpreadFactor = 1.0
    }

    /// A rate, and how active each day is.
    package struct Drawn: Sendable {
        /// The rate of each slot of the trace.
        package let curve: RateCurve
        /// How active each day is, in standard deviations of the logarithm.
        package let days: [Double]
    }

    /// Draws the rate of each slot of the trace.
    ///
    /// - Parameters:
    ///   - life: What changes the days of a user; nil for an origin.
    ///   - steadyDays: See ``SessionHabits/steadyDays``.
    package static func draw(
        _ rhythm: RhythmHabits, own: Own, calendar: LocalCalendar, life: LifeHabits? = nil,
        steadyDays: Int? = nil, sampler: inout Sampler
    ) -> Drawn {
        let usual = Week(rhythm.weekdayHours, rhythm.weekendHours, own: own)
        let phases = (life?.phases ?? []).map { phase in
            (week: Week(phase.weekdayHours, phase.weekendHours, own: own), activity: phase.activity)
        }
        let sigma = Swift.min(3, rhythm.daySpread * own.daySpreadFactor)
        let states = DayStates.draw(
            memory: rhythm.dayMemory, days: calendar.days, steadyDays: steadyDays, sampler: &sampler)
        var rates: [Double] = []
        rates.reserveCapacity(calendar.days * DayRhythm.slotsPerDay)
        for day in 0..<calendar.days {
            var factor = PortableMath.exp(sigma * states[day] - 0.5 * sigma * sigma)
            let isWeekend = calendar.isWeekend(day)
            let off = isWeekend ? rhythm.weekendDaysOff ?? rhythm.daysOff : rhythm.daysOff
            if sampler.bernoulli(off) { factor = 0 }
            factor *= rhythm.weekdays[calendar.weekday(day)] * own.perDay / 86_400
            var week = usual
            if let number = life?.phase(on: day, of: calendar.days) {
                week = phases[number].week
                factor *= phases[number].activity
            }
            let hours = isWeekend ? week.weekend : week.weekday
            for slot in 0..<RhythmHabits.slots {
                let rate = hours[slot] * factor
                // A slot of the curve is half as long.
                rates.append(rate)
                rates.append(rate)
            }
        }
        return Drawn(curve: RateCurve(rates: rates), days: states)
    }

    /// The half hours of weekdays and of weekends, with mean 1.
    private struct Week {
        let weekday: [Double]
        let weekend: [Double]

        init(_ weekday: [Double], _ weekend: [Double], own: Own) {
            self.weekday = Week.product(weekday, own)
            self.weekend = Week.product(weekend, own)
        }

        private static func product(_ hours: [Double], _ own: Own) -> [Double] {
            let raw = zip(hours, own.hours).map { $0 * $1 }
            let mean = raw.reduce(0, +) / Double(raw.count)
            return mean > 0 ? raw.map { $0 / mean } : raw
        }
    }

    /// A factor for each half hour whose logarithm is a sum of waves: cosine and sine of one day, half a day ...
    package static func waves(_ amplitudes: [Double]) -> [Double] {
        (0..<RhythmHabits.slots).map { slot in
            var sum = 0.0
            for (index, amplitude) in amplitudes.enumerated() where amplitude != 0 {
                sum += amplitude * wave(index, slot: slot)
            }
            return PortableMath.exp(sum)
        }
    }

    /// The wave of that number in the middle of a half hour.
    package static func wave(_ index: Int, slot: Int) -> Double {
        let angle = (Double(slot) + 0.5) * 360 / Double(RhythmHabits.slots) * Double(index / 2 + 1)
        return index % 2 == 0 ? PortableMath.cosine(degrees: angle) : PortableMath.sine(degrees: angle)
    }
}
