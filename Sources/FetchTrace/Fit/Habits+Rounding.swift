import FetchSched

extension Double {
    /// The nearest number with four significant digits.
    var fourDigits: Double {
        guard self != 0, isFinite else { return self }
        let exponent = Int((PortableMath.log(magnitude) / PortableMath.log(10)).rounded(.down))
        var scale = 1.0
        for _ in 0..<Swift.min(20, (3 - exponent).magnitude) { scale *= 10 }
        return exponent <= 3 ? (self * scale).rounded() / scale : (self / scale).rounded() * scale
    }
}

extension Habits {
    /// Rounds every number to four significant digits: the rest is chance, and would tell more than it says.
    mutating func round() {
        users.spread = users.spread.map(\.fourDigits)
        users.correlation = users.correlation.map { $0.map { ($0 * 100).rounded() / 100 } }
        sessions.perDay = sessions.perDay.fourDigits
        sessions.rhythm.round()
        sessions.continuation = sessions.continuation.map(\.fourDigits)
        sessions.lengthDaySpread = sessions.lengthDaySpread.fourDigits
        sessions.lengthMemory = sessions.lengthMemory.fourDigits
        sessions.lengthWithActivity = sessions.lengthWithActivity.fourDigits
        sessions.pauses.values = sessions.pauses.values.map(\.fourDigits)
        sessions.lengths.values = sessions.lengths.values.map(\.fourDigits)
        sessions.lengthSpread = sessions.lengthSpread.fourDigits
        apps.used = apps.used.fourDigits
        apps.unused = apps.unused.fourDigits
        apps.popularity = apps.popularity.map(\.fourDigits)
        apps.popularityTail = apps.popularityTail.fourDigits
        apps.interestSpread = apps.interestSpread.map(\.fourDigits)
        apps.burstSpread = apps.burstSpread?.map(\.fourDigits)
        apps.keptSpread = apps.keptSpread?.fourDigits
        apps.interestMemory = apps.interestMemory.fourDigits
        apps.keptDays = apps.keptDays.map(\.fourDigits)
        apps.hourSpread = apps.hourSpread.fourDigits
        apps.neverShare = apps.neverShare.fourDigits
        apps.customShare = apps.customShare.fourDigits
        choice.first.round()
        choice.within.round()
        choice.companionChance = choice.companionChance?.fourDigits
        content.rhythm.round()
        content.rates = content.rates.map {
            ContentHabits.Rate(
                rank: $0.rank, online: $0.online.fourDigits, perDay: $0.perDay.fourDigits,
                // The spread of one origin is what rounding leaves of nothing.
                spread: $0.spread < 1e-6 ? 0 : $0.spread.fourDigits)
        }
        content.fastest = content.fastest.fourDigits
        content.hourSpread = content.hourSpread.fourDigits
        content.gapVariety = content.gapVariety.fourDigits
        content.gapsWithRate = content.gapsWithRate?.fourDigits
        content.hoursWithRate = content.hoursWithRate?.fourDigits
        content.daySpreadVariety = content.daySpreadVariety.fourDigits
        content.sizeMedian = content.sizeMedian.fourDigits
        content.sizeSpreadBetween = content.sizeSpreadBetween.fourDigits
        content.sizeSpreadWithin = content.sizeSpreadWithin.fourDigits
        surroundings.outagesPerDay = surroundings.outagesPerDay.fourDigits
        guard var conditions = surroundings.conditions else { return }
        conditions.unpluggedHour = conditions.unpluggedHour.fourDigits
        conditions.unpluggedSpread = conditions.unpluggedSpread.fourDigits
        conditions.pluggedHour = conditions.pluggedHour.fourDigits
        conditions.pluggedSpread = conditions.pluggedSpread.fourDigits
        surroundings.conditions = conditions
    }
}

extension RhythmHabits {
    fileprivate mutating func round() {
        weekdayHours = weekdayHours.map(\.fourDigits)
        weekendHours = weekendHours.map(\.fourDigits)
        weekdays = weekdays.map(\.fourDigits)
        gaps.values = gaps.values.map(\.fourDigits)
        daySpread = daySpread.fourDigits
        dayMemory = dayMemory.fourDigits
        daysOff = daysOff.fourDigits
        weekendDaysOff = weekendDaysOff?.fourDigits
        nightSpread = nightSpread?.fourDigits
    }
}

extension ChoiceHabits.Situation {
    fileprivate mutating func round() {
        recency = recency.map(\.fourDigits)
        unopened = unopened.fourDigits
        again = again.fourDigits
        successorSpread = successorSpread.fourDigits
        pairSpread = pairSpread.fourDigits
    }
}
