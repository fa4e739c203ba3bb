extension Scheduler {
    func explain(_ app: AppID, at now: Instant) throws(EngineError) -> Explanation {
        guard let explanation = explanations(of: [app], at: now).first else { throw .unknownApp(app) }
        return explanation
    }

    /// Why each of these apps, if it is known, would be fetched at `now` or would not.
    func explanations(of list: [AppID], at now: Instant) -> [Explanation] {
        var copy = self
        let shared = copy.beginExplaining(at: now)
        return list.compactMap { app in
            apps.contains(app) ? copy.explanation(of: app, at: now, shared) : nil
        }
    }

    /// Answers that all apps explained at a moment share, once they have been asked for.
    private struct SharedAnswers {
        var useIntensity: Double
        /// The apps that the scheduler's own wakeup fetches, if one is under way or due now.
        var batchNow: [Int]
        /// The wakeup that is planned, and the apps that it would fetch.
        var wakeup: Instant?
        var batchPlanned: [Int]
    }

    /// Makes this copy one to be asked.
    private mutating func beginExplaining(at now: Instant) -> SharedAnswers {
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        if polling.isOn { settlePolling(at: now) }
        var asked = self
        asked.startDueWakeup(at: now)
        let batchNow = asked.isWakeupUnderWay ? batch(at: now) : []
        // A decision on a screen sign comes first, as it does when a fetch is asked for.
        if batchNow.isEmpty, !polling.isOn, device.conditions.allowFetches(configuration) {
            decideScreenOccasion(at: now)
        }
        let wakeup = polling.isOn ? nil : plannedWakeup(after: now)
        return SharedAnswers(
            useIntensity: useIntensity(at: now), batchNow: batchNow, wakeup: wakeup,
            batchPlanned: wakeup.map { batch(at: $0) } ?? [])
    }

    private mutating func explanation(
        of app: AppID, at now: Instant, _ shared: SharedAnswers
    ) -> Explanation {
        let state = apps[app.index]
        let awake =
            polling.isOn || isRunGranted(at: now) || device.radio.isAwake(at: now, configuration.radio)
        let value = fetchValue(app.index, opportunity(at: now))
        var vetoes: [Veto] = []
        visitVetoes(of: app.index, at: now) { vetoes.append($0) }
        if !isBudgetSpent, !affords(app.index, joules: value.cost, somethingNew: value.somethingNew) {
            let until = mayLoseFrom(value.cost, app.index)
            vetoes.append(until <= now ? Veto(.budgetSpent) : Veto(.fetchesLose, until: until))
        }
        let verdict =
            vetoes.isEmpty ? verdict(on: app.index, value, isAwake: awake, at: now, shared) : .vetoed
        return Explanation(
            app: app, moment: now, vetoes: vetoes, isRadioAwake: awake, isNetworkAlwaysOn: polling.isOn,
            value: value,
            launchIntensity: shared.useIntensity * nextAppShare(app.index, at: now),
            lastSync: apps[basics: app.index].lastSync,
            silentLooks: Int(state.silentLooks), failures: Int(state.failures), verdict: verdict,
            expected: expectation(verdict, of: app.index, vetoes, at: now, shared),
            source: explainedSource(app.index, at: now))
    }

    private func explainedSource(_ app: Int, at now: Instant) -> Explanation.Source? {
        guard polling.price.perDay != nil else { return nil }
        let opens = polling.group(of: app).map { polling.groups[$0].opens } ?? now
        return Explanation.Source(
            updatesPerDay: 86_400 * content.meanChange(of: app, apps), groupOpens: opens > now ? opens : nil,
            isNumberSpent: !polling.price.allows(at: now))
    }

    /// The decision on an app that nothing forbids to fetch.
    private mutating func verdict(
        on app: Int, _ value: FetchValue, isAwake: Bool, at now: Instant, _ shared: SharedAnswers
    ) -> Explanation.Verdict {
        if polling.isOn { return pollingVerdict(on: app, at: now) }
        if shared.batchNow.contains(app) { return .fetch }
        if !isAwake, !screenOccasion.isOpen(at: now) {
            return device.foreground == nil ? .radioAsleep : .deviceInUse
        }
        // A radio kept awake by the scheduler's own fetches is no opportunity.
        if isFreeMoment(now) {
            if isDue(value) { return .fetch }
            if isProbeOpen(app, at: now), value.cost <= mostProbeJoules(app, at: now) { return .probe }
        }
        return value.surplus > 0 ? .waitForFreeMoment : .notWorthFetching
    }

    /// The apps that a wakeup of the scheduler's own at `moment` would fetch, if it was not asked for before.
    private func batch(at moment: Instant) -> [Int] {
        var batch: [Int] = []
        var copy = self
        while let decision = copy.bestOfOwnWakeup(moment) {
            batch.append(decision.app.index)
            copy.apps.beginFetch(of: decision.app.index, FetchRun(since: moment))
        }
        return batch
    }

    private func expectation(
        _ verdict: Explanation.Verdict, of app: Int, _ vetoes: [Veto], at now: Instant,
        _ shared: SharedAnswers
    ) -> Explanation.Expectation {
        switch verdict {
        case .fetch, .probe: return .now
        case .vetoed:
            // A veto may end before the source is due.
            var latest = polling.isOn ? max(now, polling.due[app] ?? now) : now
            for veto in vetoes {
                guard let until = veto.until, until < .distantFuture else { return .notForeseen }
                latest = max(latest, until)
            }
            return .notBefore(latest)
        case .waitForFreeMoment, .notWorthFetching, .radioAsleep, .deviceInUse, .notDue:
            if polling.isOn { return polling.due[app].map { .notBefore($0) } ?? .notForeseen }
            guard let wakeup = shared.wakeup, shared.batchPlanned.contains(app) else {
                return .nextFreeMoment
            }
            return .wakeup(wakeup)
        }
    }

    /// Visits what forbids a fetch of the app, without making a list.
    func visitVetoes(of app: Int, at now: Instant, _ visit: (Veto) -> Void) {
        let state = apps[app]
        func forbid(_ rule: Veto.Rule, until end: Instant) {
            if end > now || end == .distantFuture { visit(Veto(rule, until: end)) }
        }
        switch apps[basics: app].interval {
        case .never: visit(Veto(.intervalNever))
        case .minimum: break
        case .custom: if let end = apps.intervalEnd(of: app) { forbid(.intervalNotPassed, until: end) }
        }
        forbid(.spacingNotPassed, until: apps.spacedFrom(of: app))
        if let last = state.lastFetch.known { forbid(.everNew, until: last + everNewSpacing(of: app)) }
        forbid(.settling, until: apps.settledFrom(of: app))
        forbid(.backingOff, until: state.backoffUntil)
        forbid(.serverAskedToWait, until: state.server.allows(after: state.lastLook))
        if device.foreground == app { visit(Veto(.inForeground)) }
        if state.fetch != nil { visit(Veto(.fetchUnderWay)) }
        if apps[basics: app].quit { visit(Veto(.quitByUser)) }
        if !apps[basics: app].refreshAllowed { visit(Veto(.refreshOffForApp)) }
        device.conditions.visitVetoes(configuration, visit)
        if isBudgetSpent { visit(Veto(.budgetSpent)) }
        if waitsForNetwork(at: now) {
            visit(Veto(.networkFails, until: max(network.nextTry, nextExpiry ?? now)))
        }
    }
}
