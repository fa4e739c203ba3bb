import FetchSched

/// The launches of one device: a renewal process of sessions in the user's operational time, habits at fixed
/// times of day, and a chain of apps within each session.
struct SessionProcess: Sendable {
    /// One launch; times in seconds from the start of the trace.
    struct Launch: Sendable {
        let time: Double
        let duration: Double
        let app: Int
    }

    /// One habit on one day.
    private struct Appointment {
        let time: Double
        let app: Int
    }

    /// A habit that is late by more than this is left out for the day: 10 minutes.
    private static let patienceSeconds = 600.0
    /// Shortest pause between sessions, so that no app is launched twice within seconds.
    private static let shortestPause = 10.0
    /// Shortest pause between the apps of a session, in seconds.
    private static let shortestSwitch = 1.0
    /// Mean of what is added to ``shortestSwitch``, in seconds.
    private static let meanSwitch = 2.0
    /// Shortest time in the foreground, in seconds.
    private static let shortestForeground = 2.0

    private let preset: GeneratorPreset
    private let device: DeviceModel
    private let calendar: LocalCalendar
    private var sampler: Sampler

    /// Makes the process; the sampler is its own.
    init(preset: GeneratorPreset, device: DeviceModel, calendar: LocalCalendar, sampler: Sampler) {
        self.preset = preset
        self.device = device
        self.calendar = calendar
        self.sampler = sampler
    }

    /// All launches of the trace, in order of time, none overlapping.
    mutating func launches() -> [Launch] {
        let curve = sessionCurve()
        let appointments = drawAppointments()
        var launches: [Launch] = []
        var next = 0
        var now = 0.0
        while true {
            let gap = sampler.fallingHazardGap()
            let spontaneous = curve.advance(from: now, by: gap) ?? curve.end
            while next < appointments.count, appointments[next].time < now - SessionProcess.patienceSeconds {
                next += 1
            }
            var start = spontaneous
            var first: Int?
            if next < appointments.count, appointments[next].time <= spontaneous {
                start = appointments[next].time
                first = appointments[next].app
                next += 1
            }
            start = Swift.max(start, now + SessionProcess.shortestPause)
            guard start < curve.end else { return launches }
            now = appendSession(from: start, first: first, until: curve.end, to: &launches)
        }
    }

    /// Appends one session and returns its end.
    private mutating func appendSession(
        from start: Double, first: Int?, until end: Double, to launches: inout [Launch]
    ) -> Double {
        let usage = preset.usage
        let favourites = favourites(at: start)
        let isLong = sampler.chance(usage.longShare)
        let continuation = isLong ? usage.longContinuation : usage.shortContinuation
        var session: [Int] = []
        var now = start
        var app = first ?? favourites.first(at: hour(at: now), sampler: &sampler)
        while let present = app, now < end {
            session.append(present)
            let drawn = sampler.logNormal(median: usage.foregroundMedian, sigma: usage.foregroundSigma)
            let bounded = Swift.max(
                SessionProcess.shortestForeground, Swift.min(usage.foregroundMaximum, drawn))
            let duration = Swift.min(bounded, end - now)
            launches.append(Launch(time: now, duration: duration, app: present))
            now += duration
            guard sampler.chance(continuation) else { break }
            now += SessionProcess.shortestSwitch + sampler.exponential(mean: SessionProcess.meanSwitch)
            app = favourites.next(after: session, at: hour(at: now), sampler: &sampler)
        }
        return now
    }

    private func hour(at time: Double) -> Double {
        (time / 86_400 - (time / 86_400).rounded(.down)) * 24
    }

    private func isChanged(_ day: Int) -> Bool {
        preset.change?.holds(on: day, of: calendar.days) ?? false
    }

    private func favourites(at time: Double) -> Favourites {
        let changed = isChanged(Int(time / 86_400)) && device.favourites.count > 1
        return device.favourites[changed ? 1 : 0]
    }

    /// The rate of sessions on every slot of the trace.
    private mutating func sessionCurve() -> RateCurve {
        let usage = preset.usage
        let base = Rhythms(preset.schedule, deviation: usage.peakDeviation, sampler: &sampler)
        let alternative = preset.change.map {
            Rhythms($0.schedule, deviation: usage.peakDeviation, sampler: &sampler)
        }
        let perSecond = device.sessionsPerDay / 86_400
        var rates: [Double] = []
        rates.reserveCapacity(calendar.days * DayRhythm.slotsPerDay)
        for day in 0..<calendar.days {
            let rhythms = isChanged(day) ? alternative ?? base : base
            let isWeekend = calendar.isWeekend(day)
            let rhythm = isWeekend ? rhythms.weekend : rhythms.weekday
            let activity = sampler.unitMeanLogNormal(sigma: usage.daySpread)
            let factor = perSecond * activity * (isWeekend ? rhythms.weekendFactor : 1)
            let shift = usage.dayShift * sampler.normal()
            rates += rhythm.slots(shift: shift).map { $0 * factor }
        }
        return RateCurve(rates: rates)
    }

    /// A schedule's rhythms as one person lives them.
    private struct Rhythms {
        let weekday: DayRhythm
        let weekend: DayRhythm
        let weekendFactor: Double

        init(_ schedule: Schedule, deviation: Double, sampler: inout Sampler) {
            weekday = schedule.weekday.individual(deviation: deviation, sampler: &sampler)
            weekend = schedule.weekend.individual(deviation: deviation, sampler: &sampler)
            weekendFactor = schedule.weekendFactor
        }
    }

    /// The habits of all days, in order of time.
    private mutating func drawAppointments() -> [Appointment] {
        // Each person has habits a little earlier or later than the schedule's.
        let personal = preset.usage.peakDeviation * sampler.normal()
        var result: [Appointment] = []
        for day in 0..<calendar.days {
            let isChanged = isChanged(day)
            let schedule = isChanged ? preset.change?.schedule ?? preset.schedule : preset.schedule
            let apps = device.favourites[isChanged && device.favourites.count > 1 ? 1 : 0].habitApps
            for habit in schedule.habits where apps.indices.contains(habit.app) {
                let jitter = habit.jitterMinutes / 60 * sampler.normal()
                let happens = sampler.chance(habit.probability)
                guard happens, habit.onWeekends || !calendar.isWeekend(day) else { continue }
                let hour = Swift.max(0, habit.hour + personal + jitter)
                result.append(
                    Appointment(time: Double(day) * 86_400 + hour * 3_600, app: apps[habit.app]))
            }
        }
        return result.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
    }
}
