@testable import FetchSched

/// The dynamic programme of ``WakeupPlan`` written down as it stands above it, a row of losses for every step.
struct NaiveWakeupPlan {
    var wakeupJoules: Double
    var batchJoules = 0.0
    var steps: [(session: Double, moment: Double, hour: Int)] = []
    var lostNow: [Double] = []
    var lost: [[Double]] = []
    /// What is lost by apps that may not be fetched yet if the radio is woken before each step.
    var late: [Double] = []

    init(wakeupJoules: Double) { self.wakeupJoules = wakeupJoules }

    mutating func append(sessions: Double, moments: Double, hour: Int) {
        let any = PortableMath.saturation(sessions + moments)
        let part = sessions + moments > 0 ? any / (sessions + moments) : 0
        steps.append((sessions * part, moments * part, hour))
        lostNow.append(0)
        late.append(0)
        lost.append([Double](repeating: 0, count: steps.count))
    }

    mutating func add(values: [Double], newNow: [Double], newSince: [Double], cost: Double, opens: Int) {
        batchJoules += cost
        for begin in 0..<min(opens, steps.count) {
            var stays = 1.0
            for k in begin..<min(opens, steps.count) {
                late[begin] +=
                    stays * steps[k].session * values[steps[k].hour] * max(0, newNow[k] - newSince[k - begin])
                stays *= 1 - steps[k].session - steps[k].moment
            }
        }
        for step in steps.indices {
            lostNow[step] += values[steps[step].hour] * newNow[step]
            for age in 0...step { lost[step][age] += values[steps[step].hour] * newSince[age] }
        }
    }

    func firstWakeup() -> Int? {
        var renewed = [Double](repeating: 0, count: steps.count + 1)
        for from in steps.indices.reversed() { renewed[from] = best(from: from, renewed).loss }
        return best(from: nil, renewed).step
    }

    private func best(from: Int?, _ renewed: [Double]) -> (loss: Double, step: Int?) {
        var passed = 0.0
        var stays = 1.0
        var best = Double.infinity
        var step: Int?
        for k in (from ?? 0)..<steps.count {
            if from.map({ k > $0 }) ?? true {
                let loss =
                    passed + stays * (wakeupJoules + batchJoules + renewed[k] + (from == nil ? late[k] : 0))
                if loss < best { (best, step) = (loss, k) }
            }
            let lost = from.map { self.lost[k][k - $0] } ?? lostNow[k]
            passed += stays * (steps[k].session * lost + steps[k].moment * (batchJoules + renewed[k + 1]))
            stays *= 1 - steps[k].session - steps[k].moment
        }
        return passed <= best ? (passed, nil) : (best, step)
    }
}
