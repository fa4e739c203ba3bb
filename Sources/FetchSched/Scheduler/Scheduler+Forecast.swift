/// The scheduler's forecasts, see ``FetchEngine``.
extension Scheduler {
    func useIntensity(at now: Instant) -> Double {
        if polling.isOn { return polling.demandNow(at: now, device.clock) }
        return forecast.launchIntensity(at: now, clock: device.clock)
    }

    mutating func nextAppShare(_ app: Int, at now: Instant) -> Double {
        if polling.isOn { return polling.share(of: app, at: now) }
        // Rounding may bring the one app that there is above 1.
        return min(1, forecast.nextAppProbability(app, at: now, clock: device.clock))
    }

    mutating func nextAppProbabilities(at now: Instant) -> [Double] {
        apps.indices.map { apps.numbers.isVacant($0) ? 0 : nextAppShare($0, at: now) }
    }

    mutating func launchProbability(of app: AppID, within span: TimeSpan, at now: Instant) -> Double {
        guard apps.contains(app) else { return 0 }
        if polling.isOn {
            let share = polling.share(of: app.index, at: now)
            return PortableMath.saturation(
                share * polling.demand(from: now, within: span, device.clock))
        }
        return forecast.launchProbability(of: app.index, within: span, at: now, clock: device.clock)
    }

    func newContentProbability(of app: AppID, at now: Instant) -> Double {
        guard apps.contains(app) else { return 0 }
        return content.somethingNew(app.index, apps, at: now, device.clock)
    }
}
