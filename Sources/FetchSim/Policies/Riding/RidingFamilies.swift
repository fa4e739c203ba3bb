import FetchSched

extension PolicyFamily {
    static let oneRecent = PolicyFamily(
        "one-recent", "at a radio activity, fetches the most recently launched app", PolicyParameter.riding(),
        sweep: ridingAges
    ) {
        RidingPolicy($0.settings) { Double($0.lastLaunch.milliseconds) }
    }

    static let oneOften = PolicyFamily(
        "one-often", "at a radio activity, fetches the most often launched app", PolicyParameter.riding(),
        sweep: ridingAges
    ) {
        RidingPolicy($0.settings) { $0.launches }
    }

    /// At each activity of the radio the app with the most launches times the probability that there is something new,
    /// if it changes at random times at the rate at which changes were found so far.
    static let oneScore = PolicyFamily(
        "one-score", "at a radio activity, fetches the app with the highest launches × P(new)",
        PolicyParameter.riding(screen: 3), sweep: ridingAges
    ) {
        RidingPolicy($0.settings) { app in
            (app.launches + 0.1) * (1 - PortableMath.exp(-app.changesPerSecond * app.copyAge))
        }
    }

    static let oneIndex = PolicyFamily(
        "one-index", "at a radio activity, fetches the app with the highest index, above a threshold",
        source:
            "Azar et al., \"Tractable near-optimal policies for crawling\" (PNAS 2018); Kolobov et al. (NeurIPS 2019)",
        [
            PolicyParameter(
                "least", 0.01, in: 1e-6...1,
                "least index: energy of a fetch over V")
        ] + PolicyParameter.riding(age: 60, apps: 30, screen: 3),
        sweep: [
            0.9, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03, 0.02, 0.01, 0.003, 0.001, 0.0003, 0.0001,
            0.00001, 0.000001,
        ]
    ) {
        let least = $0.settings["least"]
        return RidingPolicy($0.settings) { app in
            let (changes, launches, age) = (app.changesPerSecond, app.launchesPerSecond, app.copyAge)
            // The index is never above l / (l + m), nor above m l age^2 / 2: most apps need no exponential.
            let most = min(launches / (launches + changes), changes * launches * age * age / 2)
            guard most >= 0.999 * least else { return nil }
            let index = fetchIndex(changes: changes, launches: launches, age: age)
            return index >= least ? index : nil
        }
    }

    /// The value of a fetch now, less that of the fetch it delays, in fresh launches: for one app that changes and is
    /// launched at constant rates and can be fetched at any time,
    ///
    ///     p - m / (l + m) (1 - e^(-(l + m) age)),   p = 1 - e^(-m age)
    ///
    /// with m changes and l launches per second. It grows with the age, from 0 to l / (l + m).
    static func fetchIndex(changes m: Double, launches l: Double, age: Double) -> Double {
        let both = l + m
        guard both > 0 else { return 0 }
        return 1 - PortableMath.exp(-m * age) - m / both * (1 - PortableMath.exp(-both * age))
    }
}
