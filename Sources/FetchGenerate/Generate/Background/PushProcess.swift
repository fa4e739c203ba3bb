import FetchSched
import FetchTrace

/// The pushes of one device, which its apps' servers send because of updates, and some for nothing.
///
/// Bursts of updates make storms: many silent pushes within minutes, more than any rate limit lets through.
struct PushProcess: Sendable {
    /// Spread of the payloads of alerts: standard deviation of the logarithm.
    private static let payloadSigma = 0.6
    private static let payloads = 100...PushParameters.payloadMaximum
    /// Mean time from the return of the network to the arrival of the stored push, in seconds.
    private static let meanReconnection = 5.0

    let parameters: PushParameters
    let days: Int
    var sampler: Sampler

    /// All pushes in order of time, in elapsed seconds.
    ///
    /// - Parameters:
    ///   - changes: The changes of each app's origin.
    ///   - offline: When there is no network, in order. Of what is sent then, the newest of each kind and app
    ///     comes afterwards, as push services keep no more.
    mutating func pushes(
        for changes: [[OriginProcess.Change]], offline: [Stretch]
    ) -> [Draft] {
        var result: [Draft] = []
        for app in changes.indices where !changes[app].isEmpty {
            guard sampler.bernoulli(parameters.appShare) else { continue }
            let sent = pushes(of: app, changes[app]).inOrder()
            for isSilent in [false, true] {
                result += delivered(
                    sent.filter { ($0.value == Words.Push.silent) == isSilent }, offline: offline)
            }
        }
        return result.inOrder()
    }

    private mutating func pushes(of app: Int, _ changes: [OriginProcess.Change]) -> [Draft] {
        var result: [Draft] = []
        let isSilent = sampler.bernoulli(parameters.silentShare)
        func push(_ time: Double, _ value: EventValue, _ bytes: Int64) -> Draft {
            Draft(time: time, kind: .push, app: app, value: value, bytes: bytes)
        }
        for change in changes {
            let time = change.time + sampler.exponential(mean: parameters.meanDelay)
            if isSilent, sampler.bernoulli(parameters.announcedShare) {
                result.append(push(time, Words.Push.silent, change.bytes))
            }
            if sampler.bernoulli(parameters.alertShare) {
                let drawn = sampler.logNormal(
                    median: parameters.payloadMedian, sigma: PushProcess.payloadSigma)
                result.append(push(time, Words.Push.alert, Int64(drawn.bounded(to: PushProcess.payloads))))
            }
        }
        guard isSilent, parameters.idlePerDay > 0 else { return result }
        let mean = 86_400 / parameters.idlePerDay
        var time = sampler.exponential(mean: mean)
        while time < Double(days) * 86_400 {
            result.append(push(time, Words.Push.silent, 0))
            time += Swift.max(1, sampler.exponential(mean: mean))
        }
        return result
    }

    /// Draws the arrivals of one app's pushes of one kind.
    private mutating func delivered(_ sent: [Draft], offline: [Stretch]) -> [Draft] {
        var result: [Draft] = []
        var stored: Draft?
        var gap = 0
        func deliver(_ draft: Draft?, after end: Double, _ sampler: inout Sampler) -> Draft? {
            guard var draft else { return nil }
            draft.time = end + sampler.exponential(mean: PushProcess.meanReconnection)
            return draft
        }
        for push in sent {
            while gap < offline.count, offline[gap].end <= push.time {
                if let late = deliver(stored, after: offline[gap].end, &sampler) { result.append(late) }
                stored = nil
                gap += 1
            }
            if gap < offline.count, offline[gap].contains(push.time) {
                stored = push
            } else {
                result.append(push)
            }
        }
        if gap < offline.count, let late = deliver(stored, after: offline[gap].end, &sampler) {
            result.append(late)
        }
        return result
    }
}
