extension FetchEngine {
    /// Number of registered apps.
    public var appCount: Int { scheduler.appCount }

    /// The numbers of all apps, those at the first places first.
    ///
    /// - Complexity: O(apps).
    public var appIDs: [AppID] { scheduler.appIDs }

    // Inlined, as a call would copy the whole engine.
    /// Whether an app of that number is registered.
    ///
    /// - Complexity: O(1).
    public func hasApp(_ app: AppID) -> Bool { scheduler.apps.contains(app) }

    /// How often the app allows its content to be fetched; nil for unknown apps.
    public func interval(of app: AppID) -> FetchInterval? {
        hasApp(app) ? scheduler.apps[basics: app.index].interval : nil
    }

    /// When the app's copy was last known to be up to date; nil for unknown apps.
    public func lastSync(of app: AppID) -> FetchTime? {
        hasApp(app) ? scheduler.apps[basics: app.index].lastSync : nil
    }

    /// When the fetch of the app under way was started; nil if there is none.
    public func fetchStart(of app: AppID) -> FetchTime? {
        hasApp(app) ? scheduler.apps[app.index].fetch?.since : nil
    }

    /// The apps whose fetch is under way, in the order of their starts.
    ///
    /// - Complexity: O(fetches under way).
    public var fetchesUnderWay: [AppID] { underWay.map { $0.app } }

    /// The device's circumstances.
    public var conditions: DeviceConditions { scheduler.device.conditions }

    /// The last fetch decided on, and why; nil before the first, and after a restore.
    public var lastDecision: FetchDecision? { scheduler.lastDecision }

    /// The value of a fresh launch at present, in joules: the configuration's, unless a budget or a charger moves it.
    public var valueJoules: Double { scheduler.valueJoules }

    /// Whether a daily budget is spent, so that only the user's own requests run.
    public var isBudgetSpent: Bool { scheduler.isBudgetSpent }

    /// Energy that fetches have cost beyond what the device spent anyway, in joules, by the radio's reported activity.
    ///
    /// - Complexity: O(1).
    public func joulesSpent(at now: FetchTime) -> Double { scheduler.joulesSpent(at: now) }

    /// Launches of any app expected per second at `now`.
    ///
    /// - Complexity: O(1).
    public func launchRate(at now: FetchTime) -> Double { scheduler.useIntensity(at: now) }

    /// The probability that a launch at `now` is one of `app`; 0 for unknown apps. Sums to 1 over all apps.
    ///
    /// - Complexity: O(apps).
    public func nextAppProbability(of app: AppID, at now: FetchTime) -> Double {
        guard hasApp(app) else { return 0 }
        var copy = scheduler
        return copy.nextAppShare(app.index, at: now)
    }

    /// By place of the app, the probability that a launch at `now` is of the app: to judge forecasts of apps that stay.
    package mutating func nextAppProbabilities(at now: FetchTime) -> [Double] {
        scheduler.apps.indices.map { scheduler.nextAppShare($0, at: now) }
    }

    /// The probability that `app` is launched within `span` from `now`; 0 for unknown apps.
    ///
    /// - Complexity: O(apps + hours of the span).
    public func launchProbability(of app: AppID, within span: TimeSpan, at now: FetchTime) -> Double {
        var copy = scheduler
        return copy.launchProbability(of: app, within: span, at: now)
    }

    /// The probability that the source of `app` has something new at `now`; 0 for unknown apps.
    ///
    /// - Complexity: O(1).
    public func newContentProbability(of app: AppID, at now: FetchTime) -> Double {
        scheduler.newContentProbability(of: app, at: now)
    }

    /// Why `app` would be fetched at `now` or would not, and when it will be.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(apps x (steps of the plan + apps that a wakeup would fetch)).
    public func explain(_ app: AppID, at now: FetchTime) throws(EngineError) -> FetchExplanation {
        try scheduler.explain(app, at: now)
    }

    /// The app's background work, except fetches, that is not done, and why.
    ///
    /// - Complexity: O(transfers x transfers of the app + open tasks).
    public func heldWork(of app: AppID, at now: FetchTime) -> [HeldWork] {
        let isQuit = scheduler.apps.isQuit(app)
        var held = pushes.heldWork(of: app, isQuit: isQuit)
        held += locations.heldWork(of: app, at: now, isQuit: isQuit)
        let remaining = timeRemaining(of: app, at: now)
        for task in openTasks(of: app) {
            let vetoes = remaining == .max ? [] : [FetchVeto(.timeLeft, until: now + remaining)]
            held.append(HeldWork(kind: .task, number: task.number, vetoes: vetoes))
        }
        let isAwake = isRadioAwake(at: now)
        return held + transfers.heldWork(of: app, transferConditions(isRadioAwake: isAwake, at: now))
    }
}
