import FetchTrace

/// Consequences of one device's launches: tasks, transfers, and apps that are swiped away. Elapsed time.
struct UseProcess: Sendable {
    /// From the end of a use until the user swipes the app away, in seconds; shorter than any pause between uses.
    private static let quitDelay = 0.2
    /// A task in the middle of a use starts after this share of it.
    private static let middle = 0.5
    /// Shortest and longest work in seconds.
    private static let works = 0.5...7_200.0

    let launches: [LaunchProcess.Launch]
    let apps: Int
    var sampler: Sampler

    /// When the user swipes apps away, right after uses, in order.
    mutating func quits(_ parameters: ControlParameters) -> [Draft] {
        launches.compactMap { launch in
            guard sampler.bernoulli(parameters.quitShare) else { return nil }
            return Draft(
                time: launch.time + launch.duration + UseProcess.quitDelay, kind: .quit, app: launch.app)
        }
    }

    /// The tasks' starts and ends, in order. Each task has an id of its own.
    ///
    /// A task whose work takes longer than ``TaskParameters/allowance``, or whose app is swiped away first, has no
    /// end: it cannot finish.
    mutating func tasks(_ parameters: TaskParameters, quits: [Draft]) -> [Draft] {
        let isWorking = (0..<apps).map { _ in sampler.bernoulli(parameters.appShare) }
        var starts: [Draft] = []
        for launch in launches where isWorking[launch.app] {
            for (share, moment) in [(parameters.middleShare, UseProcess.middle), (parameters.endShare, 1)]
            where sampler.bernoulli(share) {
                let drawn = sampler.logNormal(median: parameters.workMedian, sigma: parameters.workSigma)
                let work = drawn.bounded(to: UseProcess.works)
                starts.append(
                    Draft(
                        time: launch.time + moment * launch.duration, kind: .task, app: launch.app,
                        duration: (work * 10).rounded(.up) / 10))
            }
        }
        var quitTimes = [[Double]](repeating: [], count: apps)
        for quit in quits {
            if let app = quit.app { quitTimes[app].append(quit.time) }
        }
        var result: [Draft] = []
        for (number, var start) in starts.inOrder().enumerated() {
            start.label = (Words.Task.begin, "t\(number + 1)")
            result.append(start)
            guard let work = start.duration, let app = start.app, work <= TaskParameters.allowance else {
                continue
            }
            let end = start.time + work
            if quitTimes[app].contains(where: { $0 >= start.time && $0 <= end }) { continue }
            result.append(
                Draft(time: end, kind: .task, app: app, label: (Words.Task.end, "t\(number + 1)")))
        }
        return result.inOrder()
    }

    /// The transfers that uses ask for, and backups at night; in order.
    ///
    /// - Parameter nights: The elapsed times of the local midnights.
    mutating func transfers(_ parameters: TransferParameters, nights: [Double]) -> [Draft] {
        // Apps that are used, so that uses ask for something.
        var used: [Int] = []
        for launch in launches where !used.contains(launch.app) { used.append(launch.app) }
        let movers = Array(sampler.shuffled(used).prefix(sampler.integer(parameters.apps)))
        var result: [Draft] = []
        for launch in launches where movers.contains(launch.app) && sampler.bernoulli(parameters.useShare) {
            let moment = sampler.unit() < 0.5 ? launch.duration : sampler.unit() * launch.duration
            result.append(transfer(launch.app, at: launch.time + moment, isBackup: false, parameters))
        }
        for night in nights {
            for app in movers where sampler.bernoulli(parameters.nightlyShare) {
                let time = night + sampler.uniform(0...18_000)
                result.append(transfer(app, at: time, isBackup: true, parameters))
            }
        }
        return result.inOrder()
    }

    private mutating func transfer(
        _ app: Int, at time: Double, isBackup: Bool, _ parameters: TransferParameters
    ) -> Draft {
        var options: TransferOptions = []
        if sampler.bernoulli(parameters.uploadShare) || isBackup { options.insert(.upload) }
        if sampler.bernoulli(parameters.discretionaryShare) || isBackup { options.insert(.discretionary) }
        if sampler.bernoulli(parameters.silentFinishShare) { options.insert(.silentFinish) }
        let median = parameters.sizeMedian * (isBackup ? parameters.backupFactor : 1)
        let drawn = sampler.logNormal(median: median, sigma: parameters.sizeSigma)
        let bytes = drawn.bounded(to: TransferParameters.sizes)
        var timeout: Double?
        if sampler.bernoulli(parameters.timeoutShare), !parameters.timeouts.isEmpty {
            timeout = parameters.timeouts[sampler.integer(0...(parameters.timeouts.count - 1))]
        }
        return Draft(
            time: time.rounded(.down), kind: .transfer, app: app, value: .transfer(options),
            bytes: Int64(bytes), duration: timeout)
    }
}
