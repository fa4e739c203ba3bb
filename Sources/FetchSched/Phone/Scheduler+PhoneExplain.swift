/// Answers of the decider of phones to ``Scheduler/explain(_:at:)``.
extension Scheduler {
    /// Also makes on this copy the decisions that precede a query for a fetch.
    mutating func phoneAnswers(at now: FetchTime) -> SharedAnswers {
        var answers = SharedAnswers()
        answers.isAwake = isRunGranted(at: now) || device.radio.isAwake(at: now, configuration.radio)
        var copy = self
        copy.startDueWakeup(at: now)
        answers.batchNow = copy.phone.isWakeupUnderWay ? batch(at: now) : []
        // A decision on a screen sign comes first, as it does in a query for a fetch.
        if answers.batchNow.isEmpty, device.conditions.allowFetches(configuration) {
            decideScreenOccasion(at: now)
        }
        answers.wakeup = plannedWakeup(after: now)
        answers.batchPlanned = answers.wakeup.map { batch(at: $0) } ?? []
        return answers
    }

    /// The decision on an app that nothing forbids to fetch.
    mutating func phoneVerdict(
        on app: Int, _ value: FetchValue, at now: FetchTime, _ shared: SharedAnswers
    ) -> FetchExplanation.Verdict {
        if shared.batchNow.contains(app) { return .fetch }
        if !shared.isAwake, !phone.screenOccasion.isOpen(at: now) {
            return device.foreground == nil ? .radioAsleep : .deviceInUse
        }
        // A radio that only the scheduler's own fetches hold awake is no opportunity.
        if isFreeMoment(now) {
            if isDue(value) { return .fetch }
            if isProbeOpen(app, at: now), value.cost <= mostProbeJoules(app, at: now) { return .probe }
        }
        return value.surplus > 0 ? .waitForFreeMoment : .doesNotPay
    }

    /// When an app is expected that is not fetched now.
    func phoneExpectation(of app: Int, _ shared: SharedAnswers) -> FetchExplanation.Expectation {
        guard let wakeup = shared.wakeup, shared.batchPlanned.contains(app) else { return .nextFreeMoment }
        return .wakeup(wakeup)
    }

    /// The apps that a planned wakeup at `moment` would fetch, if no query comes before.
    private func batch(at moment: FetchTime) -> [Int] {
        var batch: [Int] = []
        var copy = self
        while let decision = copy.bestOfOwnWakeup(moment) {
            batch.append(decision.app.index)
            copy.apps.startFetch(of: decision.app.index, FetchRun(since: moment))
        }
        return batch
    }
}
