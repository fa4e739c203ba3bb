import FetchSched

/// Ground truth for ablations: tells a scheduler, as time passes, what no host could know.
struct TruthFeed: Sendable {
    /// Whether each change of content is announced when it comes, and nothing else is new.
    let tellsContent: Bool
    /// Whether the launches and moments to come are known.
    let tellsLaunches: Bool

    private let wakes: Bool
    private let changes: [(time: Instant, app: Int, bytes: Int64)]
    private var nextChange = 0
    private let moments: [OwnActivity]
    private var nextMoment = 0
    /// Each app's launches, as places among the moments, and how many have passed.
    private let launches: [[Int]]
    private var passed: [Int]
    private let uses: [Int]
    private var passedUses = 0

    init(_ run: PolicyRun, _ ablation: Ablation) {
        tellsContent = ablation.tellsContent
        tellsLaunches = ablation.tellsLaunches
        wakes = ablation.wakes
        changes = tellsContent ? run.trace.updates.inOrder() : []
        var own = DeviceSimulation(
            trace: run.trace, radio: run.radio, rules: run.rules, policy: NonePolicy(),
            recordActivity: tellsLaunches)
        if tellsLaunches { _ = own.run() }
        moments = own.ownActivity ?? []
        var launches = [[Int]](repeating: [], count: run.trace.appNames.count)
        var uses: [Int] = []
        for (place, moment) in moments.enumerated() {
            guard let launch = moment.launch else { continue }
            launches[launch.app].append(place)
            uses.append(place)
        }
        self.launches = launches
        self.uses = uses
        passed = Array(repeating: 0, count: launches.count)
    }

    /// Tells what is to be known at `now`; to be called before anything else is.
    mutating func tell(_ scheduler: inout Scheduler, at now: Instant) {
        while nextChange < changes.count, changes[nextChange].time <= now {
            let change = changes[nextChange]
            nextChange += 1
            scheduler.observe(.contentHint(AppID(change.app)), at: change.time)
        }
        guard tellsLaunches else { return }
        var foresight = scheduler.foresight ?? Foresight(apps: launches.count)
        if scheduler.foresight == nil {
            foresight.wakes = wakes
            for app in launches.indices {
                foresight.nextLaunch[app] = launches[app].first.map { moments[$0].time }
            }
        }
        while nextMoment < moments.count, moments[nextMoment].time <= now {
            if let launch = moments[nextMoment].launch {
                passed[launch.app] += 1
                passedUses += 1
                let next = passed[launch.app]
                foresight.nextLaunch[launch.app] =
                    next < launches[launch.app].count ? moments[launches[launch.app][next]].time : nil
            }
            nextMoment += 1
        }
        foresight.nextMoment = nextMoment < moments.count ? moments[nextMoment].time : nil
        foresight.nextUse = passedUses < uses.count ? moments[uses[passedUses]].time : nil
        scheduler.foresight = foresight
    }
}
