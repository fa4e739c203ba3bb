extension Scheduler {
    func explain(_ app: AppID, at now: FetchTime) throws(EngineError) -> FetchExplanation {
        guard let explanation = explanations(of: [app], at: now).first else { throw .unknownApp(app) }
        return explanation
    }

    /// Why each of these apps, if it is known, would be fetched at `now` or would not.
    func explanations(of list: [AppID], at now: FetchTime) -> [FetchExplanation] {
        var copy = self
        let shared = copy.prepareToExplain(at: now)
        return list.compactMap { app in
            apps.contains(app) ? copy.explanation(of: app, at: now, shared) : nil
        }
    }

    /// Answers that all apps explained at a moment share, once they are computed.
    struct SharedAnswers {
        var useIntensity = 0.0
        /// Whether a fetch needs no wakeup.
        var isAwake = true
        /// The apps that the scheduler's own wakeup fetches, if one is under way or due now.
        var batchNow: [Int] = []
        /// The wakeup that is planned, and the apps that it would fetch.
        var wakeup: FetchTime?
        var batchPlanned: [Int] = []
    }

    /// Prepares this copy for `explain`.
    private mutating func prepareToExplain(at now: FetchTime) -> SharedAnswers {
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        var answers = sharedAnswers(at: now)
        answers.useIntensity = useIntensity(at: now)
        return answers
    }

    private mutating func explanation(
        of app: AppID, at now: FetchTime, _ shared: SharedAnswers
    ) -> FetchExplanation {
        let state = apps[app.index]
        let value = value(of: app.index, at: now)
        var vetoes: [FetchVeto] = []
        visitVetoes(of: app.index, at: now) { vetoes.append($0) }
        if !isBudgetSpent, !affords(app.index, joules: value.cost, somethingNew: value.somethingNew) {
            let until = mayLoseFrom(value.cost, app.index)
            vetoes.append(until <= now ? FetchVeto(.budgetSpent) : FetchVeto(.fetchesLose, until: until))
        }
        let verdict =
            vetoes.isEmpty ? verdict(on: app.index, value, at: now, shared) : .vetoed
        return FetchExplanation(
            app: app, moment: now, vetoes: vetoes, isRadioAwake: shared.isAwake,
            isNetworkAlwaysOn: polls,
            value: value,
            launchIntensity: shared.useIntensity * nextAppShare(app.index, at: now),
            lastSync: apps[basics: app.index].lastSync,
            silentLooks: Int(state.silentLooks), failures: Int(state.failures), verdict: verdict,
            expected: expectation(verdict, of: app.index, vetoes, at: now, shared),
            source: explainedSource(app.index, at: now))
    }

    private func explainedSource(_ app: Int, at now: FetchTime) -> FetchExplanation.Source? {
        guard polling.price.perDay != nil else { return nil }
        let opens = polling.group(of: app).map { polling.groups[$0].opens } ?? now
        return FetchExplanation.Source(
            updatesPerDay: 86_400 * content.meanChange(of: app, apps), groupOpens: opens > now ? opens : nil,
            isNumberSpent: !polling.price.allows(at: now), isNew: isFirstRequest(of: app))
    }

    private func expectation(
        _ verdict: FetchExplanation.Verdict, of app: Int, _ vetoes: [FetchVeto], at now: FetchTime,
        _ shared: SharedAnswers
    ) -> FetchExplanation.Expectation {
        switch verdict {
        case .fetch, .probe: return .now
        case .vetoed:
            // A veto may end before the source is due.
            var latest = max(now, ownTime(of: app) ?? now)
            for veto in vetoes {
                guard let until = veto.until, until < .distantFuture else { return .notForeseen }
                latest = max(latest, until)
            }
            return .notBefore(latest)
        case .waitForFreeMoment, .doesNotPay, .radioAsleep, .deviceInUse, .notDue:
            return expectation(of: app, shared)
        }
    }

    /// Visits what forbids a fetch of the app, without making a list.
    func visitVetoes(of app: Int, at now: FetchTime, _ visit: (FetchVeto) -> Void) {
        let state = apps[app]
        func forbid(_ rule: FetchVeto.Rule, until end: FetchTime) {
            if end > now || end == .distantFuture { visit(FetchVeto(rule, until: end)) }
        }
        switch apps[basics: app].interval {
        case .never: visit(FetchVeto(.intervalNever))
        case .minimum: break
        case .custom: if let end = apps.intervalEnd(of: app) { forbid(.intervalNotPassed, until: end) }
        }
        forbid(.spacingNotPassed, until: apps.spacedFrom(of: app))
        if let last = state.lastFetch.known { forbid(.everNew, until: last + everNewSpacing(of: app)) }
        forbid(.settling, until: apps.settledFrom(of: app))
        forbid(.backingOff, until: state.backoffUntil)
        forbid(.serverDelay, until: state.server.allows(after: state.lastLook))
        if device.foreground == app { visit(FetchVeto(.inForeground)) }
        if state.fetch != nil { visit(FetchVeto(.fetchUnderWay)) }
        if apps[basics: app].quit { visit(FetchVeto(.quitByUser)) }
        if !apps[basics: app].refreshAllowed { visit(FetchVeto(.refreshOffForApp)) }
        device.conditions.visitVetoes(configuration, visit)
        if isBudgetSpent { visit(FetchVeto(.budgetSpent)) }
        if waitsForNetwork(at: now) {
            visit(FetchVeto(.networkFails, until: max(network.nextTry, nextExpiry ?? now)))
        } else if let turn = proofTurn(of: app, at: now) {
            visit(FetchVeto(.networkFails, until: turn))
        }
    }
}
