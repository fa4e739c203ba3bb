/// When to wake the radio while the device is not in use: a dynamic programme over the moments to come.
///
/// Until the next session starts, copies get older; a wakeup renews them all, for its energy. Time is cut into steps;
/// h_k is the probability that the session starts in step k if none has before, and f_k that other traffic wakes the
/// radio in step k, which renews the copies for the transfers alone. With A(j, k) the expected value lost if the
/// session starts in step k and the copies are from step j, and D(j) the least expected loss from step j on, just after
/// the copies were renewed:
///
///     L(j, m) = sum over k from j to m-1 of  P(neither before k) (h_k A(j, k) + f_k (C + D(k+1)))
///               + P(neither before m) (W + C + D(m))
///     D(j) = min over m > j of L(j, m), or without a wakeup
///
/// W being a wakeup's energy and C that of the transfers. D is computed backwards; the first wakeup from the
/// present ages is the best m of the same sum. At the end of the steps nothing more is lost.
///
/// An app that may not be fetched before step o, as its interval has not passed, counts as renewed then, whatever wakes
/// the radio. A wakeup at m < o has lost the difference until then, which L(now, m) adds:
///
///     sum over k from m to o-1 of  P(neither from m to k) h_k (A_app(now, k) - A_app(m, k))
///
/// - Complexity: O(steps x (steps + hours x apps)), and O(o²) for each app that may not be fetched yet.
struct WakeupPlan: Sendable {
    private struct Step: Sendable {
        /// Probabilities that the session starts in the step, that other traffic wakes the radio, and of neither.
        var session: Double
        var moment: Double
        var neither: Double
        var hour: Int
        /// Value lost if the session starts in the step with the present copies.
        var lostNow = 0.0
        /// The least expected loss from it on, if the copies were renewed just before.
        var renewed = 0.0
        /// Expected loss by a moment in it for which the radio wakes anyway.
        var met = 0.0
        /// Loss before a wakeup from apps that may not be fetched until later.
        var late = 0.0
    }

    /// Energy of a wakeup, and of the batch's transfers, in joules.
    private var wakeupJoules = 0.0
    private var batchJoules = 0.0
    private var steps: [Step] = []
    /// The last step of each hour of the day; -1 for hours that have none.
    private var lastStep = [Int](repeating: -1, count: 24)
    /// Value lost if the session starts in a step with copies g steps old: a row for each hour of the day, as the value
    /// of a session depends only on the hour of its step. Empty without apps.
    private var lost: [Double] = []

    /// Starts a plan without apps.
    mutating func clear(wakeupJoules: Double) {
        self.wakeupJoules = wakeupJoules
        batchJoules = 0
        steps.removeAll(keepingCapacity: true)
        lost.removeAll(keepingCapacity: true)
        for hour in 0..<24 { lastStep[hour] = -1 }
    }

    /// Appends a step: what is expected to happen in it, and its hour of day.
    mutating func append(sessions: Double, moments: Double, hour: Int) {
        let any = PortableMath.saturation(sessions + moments)
        let part = sessions + moments > 0 ? any / (sessions + moments) : 0
        lastStep[hour] = steps.count
        steps.append(
            Step(
                session: sessions * part, moment: moments * part,
                neither: 1 - sessions * part - moments * part, hour: hour))
    }

    /// Adds an app; no step may be appended after it.
    ///
    /// - Parameters:
    ///   - values: by hour of day, the value of a fresh launch times the probability that a session starts with it.
    ///   - newNow: by step, the probability that its source has something new that the present copy lacks.
    ///   - newSince: by steps passed since a fetch, the probability that its source has something new.
    ///   - cost: energy of its transfer, in joules.
    ///   - opens: the first step before which it may be fetched.
    mutating func add(values: [Double], newNow: [Double], newSince: [Double], cost: Double, opens: Int = 0) {
        if lost.isEmpty { lost.append(contentsOf: repeatElement(0, count: steps.count * 24)) }
        batchJoules += cost
        for start in 0..<min(opens, steps.count) {
            var stays = 1.0
            for k in start..<min(opens, steps.count) {
                let step = steps[k]
                let missed = max(0, newNow[k] - newSince[k - start])
                steps[start].late += stays * step.session * values[step.hour] * missed
                stays *= step.neither
            }
        }
        for step in steps.indices { steps[step].lostNow += values[steps[step].hour] * newNow[step] }
        for hour in 0..<24 where lastStep[hour] >= 0 {
            let value = values[hour]
            let row = hour * steps.count
            for age in 0...lastStep[hour] { lost[row + age] += value * newSince[age] }
        }
    }

    /// The step before which to wake the radio, or nil for not at all.
    mutating func firstWakeup() -> Int? {
        guard !lost.isEmpty else { return nil }
        var later = 0.0
        for from in stride(from: steps.count - 1, through: 0, by: -1) {
            steps[from].met = steps[from].moment * (batchJoules + later)
            later = leastLoss(renewedAt: from)
            steps[from].renewed = later
        }
        return firstWakeupFromNow()
    }

    /// The least expected loss from a step on at which the copies were renewed.
    private func leastLoss(renewedAt start: Int) -> Double {
        let batch = wakeupJoules + batchJoules
        var passed = 0.0
        var stays = 1.0
        var best = Double.infinity
        for k in start..<steps.count {
            let step = steps[k]
            // A wakeup before step k; not at once after the last one.
            if k > start { best = min(best, passed + stays * (batch + step.renewed)) }
            let lost = lost[step.hour * steps.count + (k - start)]
            passed += stays * (step.session * lost + step.met)
            // The loss only grows, and is part of every later choice.
            if passed > best { break }
            stays *= step.neither
        }
        return min(passed, best)
    }

    /// The step before which to wake the radio if the copies are the present ones; nil for not at all.
    private func firstWakeupFromNow() -> Int? {
        let batch = wakeupJoules + batchJoules
        var passed = 0.0
        var stays = 1.0
        var best = Double.infinity
        var found: Int?
        for (k, step) in steps.enumerated() {
            let loss = passed + stays * (batch + step.renewed + step.late)
            if loss < best {
                best = loss
                found = k
            }
            passed += stays * (step.session * step.lostNow + step.met)
            if passed > best { break }
            stays *= step.neither
        }
        return passed <= best ? nil : found
    }
}
