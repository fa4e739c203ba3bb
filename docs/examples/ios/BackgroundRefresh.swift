import FetchHost
import FetchSched
import Foundation

/// The background refresh of an app with one source or several: what its app delegate calls.
struct BackgroundRefresh<C: Clock>: Sendable where C.Duration == Duration {
    let host: FetchHost<C>
    let system: any RefreshScheduler

    /// iOS gives a refresh, and a silent push, 30 s. Some are left to save the state.
    static var time: Duration { .seconds(25) }

    // MARK: Runs that the system grants

    /// Does what pays in a run, ends it once, and requests the next one.
    func handle(_ run: some RefreshRun) async {
        let (expirations, expiration) = AsyncStream<Void>.makeStream()
        run.setExpirationHandler { expiration.finish() }
        let isDone = await withTaskGroup(of: Bool.self) { group in
            group.addTask { await refresh() != nil }
            group.addTask {
                for await _ in expirations {}
                return false
            }
            let isDone = await group.next() ?? false
            // A refresh that is cancelled ends its fetches, keeps the state, and asks for the next run.
            group.cancelAll()
            await group.waitForAll()
            return isDone
        }
        run.setExpirationHandler(nil)
        run.setTaskCompleted(success: isDone)
    }

    /// - Returns: nil if a run is under way already.
    private func refresh() async -> RunSummary? {
        let summary = try? await host.run(within: Self.time)
        await askForNextRun()
        return summary
    }

    /// Nothing is requested while no source may be fetched. A refusal (the user has switched refreshes off) leaves the use of the
    /// app as the next occasion to ask.
    private func askForNextRun() async {
        guard let next = await host.nextRun else { return }
        try? system.submitRefresh(earliest: Date(next))
    }

    // MARK: Silent pushes

    /// A push says that the source has something new.
    ///
    /// - Parameter number: the push's own number, if the server counts them.
    func received(_ number: UInt64, for source: String) async -> PushResult {
        // A push that is stored, as too many came, counts with the next run.
        guard let reception = try? await host.receive(.silent, for: source, number: number) else {
            return .failed
        }
        guard reception == .deliver else { return .noData }
        guard let summary = await refresh() else { return .noData }
        if summary.updated.contains(source) { return .newData }
        return summary.cutOff.contains(source) ? .failed : .noData
    }

    // MARK: Uses of the app

    /// The user opens a source, and sees what it has.
    func opened(_ source: String) async {
        try? await host.observe(.launch(source))
    }

    /// The app has loaded the source for the user who looks at it.
    func loaded(_ source: String, foundNew: Bool, bytes: Int64) async {
        try? await host.observe(.foregroundSync(source, foundNew ? .newData : .noData, bytes: bytes))
    }

    /// The user leaves the source: what was learned is saved, and may change when a run pays.
    func left(_ source: String) async {
        try? await host.observe(.endOfUse(source))
        try? await host.save()
        await askForNextRun()
    }
}
