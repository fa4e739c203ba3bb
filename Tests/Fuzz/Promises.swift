@testable import FetchSched

/// What an engine must never do, whoever calls it with whatever times: an account of apps and transfers by number.
struct Promises {
    private var neverFetched: [AppID: Bool] = [:]
    private var quit: [AppID: Bool] = [:]
    /// The numbers of apps that were removed.
    private var removed: Set<AppID> = []
    /// As the engine was told, and what decides on its fetches: bytes may say otherwise to one than to the other, as may a
    /// host that tells a part alone.
    private var network: NetworkPath
    private var networkOfFetches: NetworkPath
    private var transfers: [TransferID: Int64] = [:]

    init(_ engine: FetchEngine) {
        network = engine.conditions.network
        networkOfFetches = engine.scheduler.device.conditions.network
        for app in engine.appIDs {
            neverFetched[app] = engine.scheduler.apps[basics: app.index].interval == .never
            quit[app] = engine.scheduler.apps[basics: app.index].quit
        }
        for transfer in engine.transferStatuses { transfers[transfer.id] = transfer.request.bytes }
    }

    /// Follows a call and its answer; says what was wrong with the answer.
    mutating func follow(
        _ call: EngineCall, _ answer: EngineAnswer, _ engine: FetchEngine, at now: FetchTime
    ) -> String? {
        switch (call, answer) {
        case (.register(let interval), .app(let app)):
            if neverFetched[app] != nil || removed.contains(app) { return "a number of another app" }
            if app.index >= engine.scheduler.apps.count { return "a number out of turn" }
            neverFetched[app] = interval == .never
            quit[app] = false
        case (.remove(let app), .nothing):
            if neverFetched.removeValue(forKey: app) == nil { return "removed, and was not there" }
            quit[app] = nil
            removed.insert(app)
            if engine.hasApp(app) { return "still there" }
        case (.setInterval(let interval, let app), .nothing): neverFetched[app] = interval == .never
        case (.observe(.launch(let app)), _) where quit[app] != nil: quit[app] = false
        case (.observe(.quit(let app)), _) where quit[app] != nil: quit[app] = true
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

    /// Whether the user quit the app, or it was removed.
    private func isQuit(_ app: AppID) -> Bool { quit[app] ?? removed.contains(app) }

    private func started(_ app: AppID) -> String? {
        guard let isQuit = quit[app] else { return "no such app" }
        if isQuit { return "a fetch of an app that was quit" }
        if neverFetched[app] ?? true { return "a fetch of an app that is never to be fetched" }
        return networkOfFetches == .none ? "a fetch without a network" : nil
    }

    private func check(
        _ action: EngineAction, _ engine: FetchEngine, at now: FetchTime
    ) -> String? {
        switch action {
        case .fetch(let app):
            return started(app)
                ?? (engine.scheduler.device.foregroundApp == app
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
        case .refreshSnapshot(let app), .terminate(let app, _), .suspend(let app), .resume(let app):
            return removed.contains(app) ? "something for an app that was removed" : nil
        case .stopFetch, .expiring: return nil
        }
    }
}
