import FetchSched
import FetchSim
import Synchronization

/// One device's conversation with a program: events are stored until the next query.
///
/// After a failure it says nothing any more and answers that there is nothing to do, so that the replay comes to its
/// end; then the failure is what counts.
final class ExecSession<Channel: LineChannel>: Sendable {
    private let state: Mutex<State>

    private struct State {
        var channel: Channel
        var pending: [UInt8] = []
        /// Lines sent, or to be sent.
        var lines = 0
        var question = ""
        var failure: (line: Int, sent: String, fault: ExecFault)?
        /// Number of requested fetches and wakeups, and the time of the first.
        var acts = 0
        var start: FetchTime?
        var apps = 0

        mutating func say(_ line: String) {
            guard failure == nil else { return }
            pending.append(contentsOf: line.utf8)
            lines += 1
        }

        mutating func fail(_ fault: ExecFault) {
            guard failure == nil else { return }
            failure = (lines, String(question.dropLast()), fault)
            pending = []
            channel.abandon()
        }

        /// The answer to a question; nil once something has failed.
        mutating func ask<T>(_ line: String, _ read: ([UInt8]) throws(ExecFault) -> T) -> T? {
            guard failure == nil else { return nil }
            say(line)
            question = line
            do throws(ExecFault) {
                let answer = try channel.exchange(pending)
                pending.removeAll(keepingCapacity: true)
                return try read(answer)
            } catch {
                fail(error)
                return nil
            }
        }

        /// Counts a fetch or a wakeup.
        mutating func act(at now: FetchTime) {
            let since = start ?? now
            start = since
            acts += 1
            let seconds = Int(max(0, (now - since).milliseconds) / 1000)
            if acts - ExecLimits.spareActs > seconds { fail(.tooBusy(acts: acts, seconds: seconds)) }
        }
    }

    init(_ channel: Channel) {
        state = Mutex(State(channel: channel))
    }

    deinit { state.withLock { $0.channel.abandon() } }

    func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        state.withLock { state in
            state.apps = max(state.apps, app.index + 1)
            state.say(EventLine.interval(interval, app, now))
        }
    }

    func tell(_ line: @autoclosure () -> String) {
        state.withLock { $0.say(line()) }
    }

    /// How many fetches the program has under way at once, at the most.
    func hello(_ setup: PolicySetup) -> Int {
        state.withLock { $0.ask(EventLine.hello(setup), Answer.hello) ?? 1 }
    }

    /// - Parameter isWoken: whether nothing has happened since the last query.
    func fetch(at now: FetchTime, isWoken: Bool) -> Answer.Fetch {
        state.withLock { state in
            if isWoken { state.act(at: now) }
            let apps = state.apps
            let answer = state.ask(EventLine.fetch(now)) { answer throws(ExecFault) in
                try Answer.fetch(answer, apps: apps)
            }
            guard let answer else { return Answer.Fetch(wake: .distantFuture, radio: .distantFuture) }
            if answer.app != nil { state.act(at: now) }
            return answer
        }
    }

    func wake(at now: FetchTime) -> Answer.Fetch {
        let never = Answer.Fetch(wake: .distantFuture, radio: .distantFuture)
        return state.withLock { $0.ask(EventLine.wake(now), Answer.wake) ?? never }
    }

    func push(_ app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        state.withLock { $0.ask(EventLine.push(app, isAllowed: isAllowed, now), Answer.push) ?? false }
    }

    /// Tells the program that the trace is over.
    ///
    /// - Returns: what it did wrong, now or before.
    func end(policy: String, device: String) -> ExecFailure? {
        state.withLock { state in
            if state.failure == nil {
                state.question = ""
                do throws(ExecFault) {
                    try state.channel.finish(state.pending)
                } catch {
                    state.fail(error)
                }
            }
            return state.failure.map { failure in
                ExecFailure(
                    policy: policy, device: device, line: failure.line, sent: failure.sent,
                    fault: failure.fault)
            }
        }
    }
}
