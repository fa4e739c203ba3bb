import FetchSched

// Not raw values: reading those back takes a hash table, and so a mathematics library that Embedded Swift may lack.
extension FetchVeto.Rule {
    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .quitByUser: "quit-by-user"
        case .refreshOffForApp: "refresh-off-for-app"
        case .refreshOff: "refresh-off"
        case .noNetwork: "no-network"
        case .lowPowerMode: "low-power-mode"
        case .lowBattery: "low-battery"
        case .budgetSpent: "budget-spent"
        case .backingOff: "backing-off"
        case .intervalNever: "interval-never"
        case .intervalNotPassed: "interval-not-passed"
        case .spacingNotPassed: "spacing-not-passed"
        case .settling: "settling"
        case .serverDelay: "server-delay"
        case .inForeground: "in-foreground"
        case .fetchUnderWay: "fetch-under-way"
        case .fetchesLose: "fetches-lose"
        case .networkFails: "network-fails"
        case .everNew: "ever-new"
        case .unknownApp: "unknown-app"
        case .pushOverLimit: "push-over-limit"
        case .lowUrgency: "low-urgency"
        case .regionPeriod: "region-period"
        case .significantPeriod: "significant-period"
        case .timeLeft: "time-left"
        case .notOnWiFi: "not-on-wifi"
        case .noPower: "no-power"
        case .radioAsleep: "radio-asleep"
        case .behindOthers: "behind-others"
        }
    }
}

extension FetchVeto {
    /// The rule's name.
    public var name: String { rule.name }
}

extension FetchExplanation.Verdict {
    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .vetoed: "vetoed"
        case .fetch: "fetch"
        case .probe: "probe"
        case .waitForFreeMoment: "wait-for-free-moment"
        case .doesNotPay: "does-not-pay"
        case .radioAsleep: "radio-asleep"
        case .deviceInUse: "device-in-use"
        case .notDue: "not-due"
        }
    }
}

extension FetchDecision.Reason {
    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .freeMoment: "free-moment"
        case .wakeup: "wakeup"
        case .probe: "probe"
        case .push: "push"
        case .forced: "forced"
        case .due: "due"
        }
    }
}
