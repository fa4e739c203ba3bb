@testable import FetchSched

/// What an engine must never do, whoever calls it with whatever times: an account of apps and transfers by number.
struct Promises {
    private var neverFetched: [Bool] = []
    private var quit: [Bool] = []
    /// As the engine was told, and what decides on its fetches: bytes may say otherwise to one than to the other, as may a
    /// host that tells a part alone.
    private var network: Network
    private var networkOfFetches: Network
    private var transfers: [TransferID: Int64] = [:]

    init(_ engine: BackgroundEngine<Scheduler>) {
        network = engine.conditions.network
        networkOfFetches = engine.fetches.device.conditions.network
        for app in engine.fetches.apps.indices {
            neverFetched.append(engine.fetches.apps[basics: app].interval == .never)
            quit.append(engine.fetches.apps[basics: app].quit)
        }
        for transfer in engine.transfers.all { transfers[transfer.id] = transfer.request.bytes }
    }

    /// Follows a call and its answer; says what was wrong with the answer.
    mutating func follow(
        _ call: EngineCall, _ answer: EngineAnswer, _ engine: BackgroundEngine<Scheduler>, at now: Instant
    ) -> String? {
        switch (call, answer) {
        case (.register(let interval), .app(let app)):
            if app.index != neverFetched.count { return "a number out of turn" }
            neverFetched.append(interval == .never)
            quit.append(false)
        case (.setInterval(let interval, let app), .nothing): neverFetched[app.index] = interval == .never
        case (.observe(.launch(let app)), _) where quit.indices.contains(app.index): quit[app.index] = false
        case (.observe(.quit(let app)), _) where quit.indices.contains(app.index): quit[app.index] = true
        case (.observe(.network(let network)), _): (self.network, networkOfFetches) = (network, network)
        case (.force(let app), .nothing): return started(app)
        case (.enqueue(let request), .transfer(let transfer)):
            if transfers[transfer] != nil { return "a number of another transfer" }
            transfers[transfer] = request.bytes
            if isQuit(request.app) { return "a transfer of an app that was quit" }
        case (.receive(_, let app, _), .reception(let reception)):
            if reception == .deliver, isQuit(app) { return "a push to an app that was quit" }
        case (.nextAction, .action(let action?)): return check(action, engine, at: now)
        case (.nextTime, .time(let time?)):
            // At the end of time there is no later one.
            if time <= now { return "a time that is not ahead" }
        default: break
        }
        return nil
    }

    private func isQuit(_ app: AppID) -> Bool { quit.indices.contains(app.index) && quit[app.index] }

    private func started(_ app: AppID) -> String? {
        guard quit.indices.contains(app.index) else { return "no such app" }
        if quit[app.index] { return "a fetch of an app that was quit" }
        if neverFetched[app.index] { return "a fetch of an app that is never to be fetched" }
        return networkOfFetches == .none ? "a fetch without a network" : nil
    }

    private func check(
        _ action: BackgroundAction, _ engine: BackgroundEngine<Scheduler>, at now: Instant
    ) -> String? {
        switch action {
        case .fetch(let app):
            return started(app)
                ?? (engine.work.foreground == app && engine.fetches.device.foreground == app.index
                    ? "a fetch of the app in the foreground" : nil)
        case .deliver(let push): return isQuit(push.app) ? "a push to an app that was quit" : nil
        case .wakeForLocation(let wake):
            if isQuit(wake.app) { return "woke an app that was quit" }
            return wake.awakeUntil >= now ? nil : "woken until a time that has passed"
        case .wakeForTransfers(let app, _): return isQuit(app) ? "woke an app that was quit" : nil
        case .startTransfer(let transfer, let byte):
            guard let size = transfers[transfer] else { return "no such transfer" }
            if byte < 0 || byte > max(0, size) { return "from a byte of \(size)" }
            return network == .none ? "a transfer without a network" : nil
        case .pauseTransfer(let transfer), .giveUpTransfer(let transfer):
            return transfers[transfer] == nil ? "no such transfer" : nil
        case .stopFetch, .refreshSnapshot, .expiring, .terminate, .suspend, .resume: return nil
        }
    }
}
