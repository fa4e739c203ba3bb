import FetchSched

@testable import FetchSim

/// Knows the trace: what a policy would do that had seen the future.
struct Oracle {
    let trace: DeviceTrace
    let radio: RadioProfile
    let rules: SimulationRules
    let activity: [OwnActivity]
    let unfetched: DeviceMetrics

    init(_ trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules) {
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules, rival: PushPolicy(), recordActivity: true)
        unfetched = simulation.run()
        self.trace = trace
        self.radio = radio
        self.rules = rules
        activity = simulation.ownActivity ?? []
    }

    /// V for what launches are worth, less the energy beyond that without fetches.
    func netValue(_ metrics: DeviceMetrics, value: Double) -> Double {
        value * metrics.launchValue - (metrics.joules - unfetched.joules)
    }

    func bound(value: Double) -> ClairvoyantBound {
        DeviceLimits(trace: trace, radio: radio, rules: rules, values: [value]).bounds[0]
    }

    func metrics(_ plans: [Plan]) -> DeviceMetrics {
        replay(trace, ScriptedPolicy(plans, lawful: true), radio: radio, rules: rules)
    }

    /// With as many fetches under way at once as the plans ask for.
    func metricsAtOnce(_ plans: [Plan]) -> DeviceMetrics {
        replay(trace, ParallelPolicy(plans, lawful: true), radio: radio, rules: rules)
    }

    /// A launch that is stale without fetches, and where a fetch would help.
    struct Window {
        var app: Int
        var opens: FetchTime
        var launch: FetchTime
        var bytes: Int64
    }

    var windows: [Window] {
        activity.compactMap { step in
            guard let launch = step.launch, let window = launch.window, window.opens < step.time else {
                return nil
            }
            return Window(app: launch.app, opens: window.opens, launch: step.time, bytes: window.bytes)
        }
    }

    /// How long a fetch of the window takes on an awake radio.
    func length(_ window: Window) -> TimeSpan {
        let down = Double(window.bytes) + rules.power.costs.requestDownBytes
        let seconds = rules.requestSeconds + down / radio.bytesPerSecond
        return TimeSpan(milliseconds: Int64((seconds * 1000).rounded(.up)))
    }

    private var waits: [TimeSpan] {
        let phases = [radio.promotion] + radio.tail.compactMap(\.promotion)
        return [.zero] + phases.map { TimeSpan(milliseconds: Int64(($0.seconds * 1000).rounded(.up))) }
    }

    /// So that the fetch just ends at the launch, for each possible promotion.
    func justBefore(_ window: Window) -> [FetchTime] {
        waits.map { window.launch - length(window) - $0 }.filter { $0 >= window.opens }
    }

    /// Beginnings of the device's own activity within the window.
    func bursts(in window: Window) -> [FetchTime] {
        activity.map(\.time).filter { $0 >= window.opens && $0 < window.launch }
    }

    /// When the pause before an activity begins.
    private func pauseBegin(_ step: OwnActivity) -> FetchTime {
        trace.span.lowerBound + TimeSpan(milliseconds: Int64((max(0, step.previousEnd) * 1000).rounded(.up)))
    }

    /// Every moment of some interest for the window.
    func candidates(_ window: Window) -> [FetchTime] {
        var times = justBefore(window) + bursts(in: window)
        let ends = activity.map(pauseBegin)
        times += ends.filter { $0 >= window.opens && $0 < window.launch }
        times += [window.opens, window.opens + (window.launch - window.opens).half]
        let scored = rules.scoringStart(trace.span)
        times += [scored - .seconds(1), scored - length(window) - (waits.last ?? .zero), scored]
        return times.filter { $0 >= window.opens && $0 < window.launch }
    }

    /// Fetches for their own sake: just before, after and between the device's own activities.
    func filler(_ random: inout SplitMix64) -> [Plan] {
        var plans: [Plan] = []
        for step in activity where random.bernoulli(0.4) {
            let app = random.whole(0...max(0, trace.appNames.count - 1))
            switch random.whole(0...3) {
            case 0: plans.append(Plan(step.time - waits[random.whole(0...waits.count - 1)], app))
            case 1: plans.append(Plan(step.time - .seconds(random.number(0, 20)), app))
            case 2: plans.append(Plan(pauseBegin(step) + .seconds(random.number(0, 1)), app))
            default:
                var time = max(pauseBegin(step), step.time - .seconds(8))
                while time < step.time {
                    plans.append(Plan(time, app))
                    time = time + .seconds(rules.requestSeconds)
                }
            }
        }
        return plans
    }

    /// A random plan: some windows, one candidate each, perhaps with filler.
    func randomPlan(_ random: inout SplitMix64) -> [Plan] {
        let share = random.nextUnit()
        var plans: [Plan] = []
        for window in windows where random.bernoulli(share) {
            let times = candidates(window)
            guard !times.isEmpty else { continue }
            plans.append(Plan(times[random.whole(0...times.count - 1)], window.app))
        }
        return random.bernoulli(0.5) ? plans : plans + filler(&random)
    }

    /// All apps at the beginnings of some own activities, which their bytes prolong, or just before scoring begins.
    func together(_ random: inout SplitMix64) -> [Plan] {
        let apps = 0..<trace.appNames.count
        var moments = activity.map(\.time).filter { _ in random.bernoulli(0.3) }
        moments += windows.compactMap { justBefore($0).last }.filter { _ in random.bernoulli(0.3) }
        moments.append(rules.scoringStart(trace.span) - .seconds(random.number(0, 30)))
        return moments.flatMap { time in apps.map { Plan(time + .seconds(random.number(0, 0.5)), $0) } }
    }

    /// Climbs from the best of a few plans by small changes; returns the best plan found and its net value.
    func climb(steps: Int, value: Double, random: inout SplitMix64) -> (plans: [Plan], net: Double) {
        let windows = windows
        func judged(_ plans: [Plan]) -> (plans: [Plan], net: Double) {
            (plans, netValue(metrics(plans), value: value))
        }
        var best = judged(
            windows.compactMap { window in justBefore(window).last.map { Plan($0, window.app) } })
        for _ in 0..<steps {
            var plans = best.plans
            switch random.whole(0...5) {
            case 0: plans = randomPlan(&random)
            case 1 where !plans.isEmpty: plans.remove(at: random.whole(0...plans.count - 1))
            case 2 where !plans.isEmpty:
                let index = random.whole(0...plans.count - 1)
                plans[index].time = plans[index].time - .seconds(random.number(-3, 3))
            case 3:
                let filler = filler(&random)
                if !filler.isEmpty { plans.append(filler[random.whole(0...filler.count - 1)]) }
            case 4: plans += filler(&random)
            default:
                guard !windows.isEmpty else { continue }
                let window = windows[random.whole(0...windows.count - 1)]
                plans.removeAll { $0.app == window.app && $0.time >= window.opens && $0.time < window.launch }
                let times = candidates(window)
                if !times.isEmpty { plans.append(Plan(times[random.whole(0...times.count - 1)], window.app)) }
            }
            let found = judged(plans)
            if found.net > best.net { best = found }
        }
        return best
    }
}

extension TimeSpan {
    var half: TimeSpan { TimeSpan(milliseconds: milliseconds / 2) }
}
