/// When to wake the radio while nobody uses the device: the dynamic programme over the moments to come.
///
/// Until the next session begins, its first launch meets copies that get older; a wakeup renews them all, for
/// its energy. Time is cut into steps; h_k is the chance that the session begins in step k if none has before,
/// and f_k that the radio wakes in it for a reason of its own, which renews the copies for the transfers alone.
/// With A(j, k) the expected worth lost if the session begins in step k and the copies are from step j, and
/// D(j) the least expected loss from step j on, just after the copies were renewed:
///
///     L(j, m) = sum over k from j to m-1 of  P(neither before k) (h_k A(j, k) + f_k (C + D(k+1)))
///               + P(neither before m) (W + C + D(m))
///     D(j) = min over m > j of L(j, m), or without a wakeup
///
/// W being a wakeup's energy and C that of the transfers. D is computed backwards; the first wakeup from the
/// present ages is the best m of the same sum. At the end of the steps nothing more is lost.
///
/// - Complexity: O(steps x (steps + hours x apps)); the working memory is kept.
struct WakeupPlan: Sendable {
    /// Energy of a wakeup, and of the batch's transfers, in joules.
    private var wakeupJoules = 0.0
    private var batchJoules = 0.0
    private var count = 0
    private var session: [Double] = []
    private var moment: [Double] = []
    /// 1 - session - moment.
    private var neither: [Double] = []
    private var hours: [Int] = []
    /// The last step of each hour of the day; -1 for hours that have none.
    private var lastStep = [Int](repeating: -1, count: 24)
    /// Worth lost if the session begins in step k: with the present copies; with copies g steps old, in a row for
    /// each hour of the day, as what a session is worth depends on the step by its hour alone.
    private var lostNow: [Double] = []
    private var lost: [Double] = []
    private var renewed: [Double] = []
    /// What is expected to be lost by a moment in step k for which the radio wakes anyway.
    private var met: [Double] = []

    /// Begins a plan without apps.
    mutating func clear(wakeupJoules: Double) {
        self.wakeupJoules = wakeupJoules
        batchJoules = 0
        count = 0
        session.removeAll(keepingCapacity: true)
        moment.removeAll(keepingCapacity: true)
        neither.removeAll(keepingCapacity: true)
        hours.removeAll(keepingCapacity: true)
        lostNow.removeAll(keepingCapacity: true)
        lost.removeAll(keepingCapacity: true)
        renewed.removeAll(keepingCapacity: true)
        met.removeAll(keepingCapacity: true)
        for hour in 0..<24 { lastStep[hour] = -1 }
    }

    /// Appends a step: what is expected to happen in it, and its hour of day.
    mutating func append(sessions: Double, moments: Double, hour: Int) {
        let any = PortableMath.saturation(sessions + moments)
        let part = sessions + moments > 0 ? any / (sessions + moments) : 0
        session.append(sessions * part)
        moment.append(moments * part)
        neither.append(1 - sessions * part - moments * part)
        hours.append(hour)
        lastStep[hour] = count
        lostNow.append(0)
        renewed.append(0)
        met.append(0)
        count += 1
    }

    /// Makes room for apps; no step may be appended after it.
    mutating func ready() {
        lost.append(contentsOf: repeatElement(0, count: count * 24))
    }

    /// Adds an app.
    ///
    /// - Parameters:
    ///   - worth: by hour of day, the worth of a fresh launch times the chance that a session begins with it.
    ///   - newNow: by step, the chance that its source has something new that the present copy lacks.
    ///   - newSince: by steps passed since a fetch, the chance that its source has something new.
    ///   - cost: energy of its transfer, in joules.
    mutating func add(worth: [Double], newNow: [Double], newSince: [Double], cost: Double) {
        batchJoules += cost
        for step in 0..<count { lostNow[step] += worth[hours[step]] * newNow[step] }
        for hour in 0..<24 where lastStep[hour] >= 0 {
            let worth = worth[hour]
            let row = hour * count
            for age in 0...lastStep[hour] { lost[row + age] += worth * newSince[age] }
        }
    }

    /// The step before which to wake the radio, or nil for not at all.
    mutating func firstWakeup() -> Int? {
        var later = 0.0
        for from in stride(from: count - 1, through: 0, by: -1) {
            met[from] = moment[from] * (batchJoules + later)
            later = best(from: from).loss
            renewed[from] = later
        }
        return best(from: nil).step
    }

    /// The least expected loss from a step on at which the copies were renewed (nil: from now on with the
    /// present copies), and the step of the next wakeup.
    private func best(from: Int?) -> (loss: Double, step: Int?) {
        let begin = from ?? 0
        let isRenewed = from != nil
        let batch = wakeupJoules + batchJoules
        var passed = 0.0
        var stays = 1.0
        var best = Double.infinity
        var step: Int?
        for k in begin..<count {
            // A wakeup before step k; not at once after the last one.
            if k > begin || !isRenewed {
                let loss = passed + stays * (batch + renewed[k])
                if loss < best {
                    best = loss
                    step = k
                }
            }
            let lost = isRenewed ? self.lost[hours[k] * count + (k - begin)] : lostNow[k]
            passed += stays * (session[k] * lost + met[k])
            // It only grows, and whatever is chosen later has lost it too.
            if passed > best { break }
            stays *= neither[k]
        }
        return passed <= best ? (passed, nil) : (best, step)
    }
}
