extension Scheduler {
    /// Why `app` would be fetched at `now` or would not.
    ///
    /// Asking leaves the scheduler as it was.
    ///
    /// - Complexity: O(apps x steps of the plan), as it works on a copy.
    public func explain(_ app: AppID, at now: Instant) throws(SchedulerError) -> Explanation {
        guard apps.indices.contains(app.index) else { throw .unknownApp(app) }
        var copy = self
        return copy.explanation(of: app, at: now)
    }

    private mutating func explanation(of app: AppID, at now: Instant) -> Explanation {
        let state = apps[app.index]
        let vetoes = vetoes(of: app.index, at: now)
        let awake = radio.isAwake(at: now, configuration.radio)
        let value = fetchValue(
            app.index, forecast.outlook(at: now), hour: conditions.clock.hour(now), at: now)
        let verdict: Explanation.Verdict
        if !vetoes.isEmpty {
            verdict = .vetoed
        } else if !awake {
            verdict = .radioAsleep
        } else if value.isDue {
            verdict = .fetch
        } else {
            verdict = value.surplus > 0 ? .waitForFreeMoment : .notWorthFetching
        }
        return Explanation(
            app: app, moment: now, vetoes: vetoes, radioIsAwake: awake, value: value,
            launchIntensity: launchIntensity(of: app, at: now), lastSync: state.lastSync,
            silentLooks: state.silentLooks, failures: state.failures, verdict: verdict,
            expected: expectation(verdict, vetoes, at: now))
    }

    private mutating func expectation(
        _ verdict: Explanation.Verdict, _ vetoes: [Veto], at now: Instant
    ) -> Explanation.Expectation {
        switch verdict {
        case .fetch, .probe: return .now
        case .vetoed:
            var latest = now
            for veto in vetoes {
                guard let until = veto.until else { return .notForeseen }
                latest = max(latest, until)
            }
            return .notBefore(latest)
        case .waitForFreeMoment, .notWorthFetching, .radioAsleep:
            return nextWakeup(after: now).map { .wakeup($0) } ?? .nextFreeMoment
        }
    }

    /// Everything that forbids a fetch of the app now.
    func vetoes(of app: Int, at now: Instant) -> [Veto] {
        let state = apps[app]
        var vetoes: [Veto] = []
        switch state.interval {
        case .never: vetoes.append(.intervalNever)
        case .minimum: break
        case .custom:
            if let until = state.intervalEnd, until > now { vetoes.append(.intervalNotPassed(until: until)) }
        }
        if state.backoffUntil > now { vetoes.append(.backingOff(until: state.backoffUntil)) }
        if foreground == app { vetoes.append(.inForeground) }
        if state.fetchStart != nil { vetoes.append(.fetchUnderWay) }
        if state.quit { vetoes.append(.quitByUser) }
        if !state.refreshAllowed { vetoes.append(.refreshOffForApp) }
        return vetoes + conditions.vetoes(configuration)
    }
}
