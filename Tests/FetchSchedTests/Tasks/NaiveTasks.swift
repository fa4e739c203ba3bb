@testable import FetchSched

/// The rules of background tasks in the plainest way: every app and every task is looked at in every millisecond.
struct NaiveTasks {
    enum Place { case notRunning, quit, foreground, background }

    struct App {
        var place = Place.notRunning
        var suspended = false
        var spent = 0
        var allowedUntil = Int.min
        var open: [(task: UInt64, told: Bool)] = []
    }

    /// Limits in milliseconds.
    let classic: Bool
    let limit: Int
    let entering: Int
    let notice: Int

    var apps: [App]
    var awakeUntil = Int.min
    var now = 0
    var begun: UInt64 = 0

    /// Whether the app, which is in the background, may run in this millisecond.
    private func mayRun(_ app: App) -> Bool {
        if now < app.allowedUntil { return true }
        return !app.open.isEmpty && (classic || now < awakeUntil)
    }

    /// Lets a millisecond pass.
    mutating func tick() {
        for index in apps.indices {
            let app = apps[index]
            if app.place == .background, !app.suspended, !app.open.isEmpty, mayRun(app), app.spent < limit {
                apps[index].spent += 1
            }
        }
        now += 1
    }

    /// What is to be done about an app at present.
    private func pending(_ index: Int) -> EngineAction? {
        let app = apps[index]
        guard app.place == .background else { return nil }
        if app.suspended { return mayRun(app) ? .resume(AppID(index)) : nil }
        // Up to the very end of a chunk the app can still be called.
        let canBeCalled = classic || now <= max(app.allowedUntil, awakeUntil) || app.spent >= limit
        if app.spent >= limit - notice, canBeCalled, let task = app.open.first(where: { !$0.told }) {
            return .expiring(BackgroundTaskID(task.task))
        }
        if !app.open.isEmpty, app.spent >= limit {
            return .terminate(AppID(index), leftOpen: app.open.map { BackgroundTaskID($0.task) })
        }
        return mayRun(app) ? nil : .suspend(AppID(index))
    }

    /// Whether anything is to be done.
    var isPending: Bool { apps.indices.contains { pending($0) != nil } }

    /// Takes all that is to be done, of one app after the other.
    mutating func drain() -> [[EngineAction]] {
        apps.indices.map { index in
            var actions: [EngineAction] = []
            while let action = pending(index) {
                actions.append(action)
                switch action {
                case .resume: apps[index].suspended = false
                case .suspend: apps[index].suspended = true
                case .terminate: apps[index] = App()
                case .expiring(let id):
                    for place in apps[index].open.indices where apps[index].open[place].task == id.number {
                        apps[index].open[place].told = true
                    }
                default: break
                }
            }
            return actions
        }
    }

    mutating func launched(_ index: Int) {
        apps[index].place = .foreground
        apps[index].suspended = false
        apps[index].spent = 0
        apps[index].allowedUntil = .min
        for place in apps[index].open.indices { apps[index].open[place].told = false }
    }

    mutating func enteredBackground(_ index: Int) {
        guard apps[index].place == .foreground else { return }
        apps[index].place = .background
        apps[index].allowedUntil = now + entering
    }

    mutating func wake(_ index: Int, for span: Int) {
        guard apps[index].place != .quit, apps[index].place != .foreground, span > 0 else { return }
        let rested = apps[index].suspended && apps[index].open.isEmpty
        if apps[index].place == .notRunning || rested { apps[index].spent = 0 }
        apps[index].place = .background
        apps[index].suspended = false
        apps[index].allowedUntil = max(apps[index].allowedUntil, now + span)
    }

    mutating func stop(_ index: Int, quit: Bool) {
        guard quit || apps[index].place != .quit else { return }
        apps[index] = App()
        apps[index].place = quit ? .quit : .notRunning
    }

    mutating func begin(_ index: Int) throws(EngineError) -> BackgroundTaskID {
        let place = apps[index].place
        guard place == .foreground || place == .background else { throw .notRunning(AppID(index)) }
        begun += 1
        apps[index].open.append((begun, false))
        return BackgroundTaskID(begun)
    }

    mutating func end(_ id: BackgroundTaskID) throws(EngineError) {
        for index in apps.indices {
            if let place = apps[index].open.firstIndex(where: { $0.task == id.number }) {
                apps[index].open.remove(at: place)
                return
            }
        }
        throw id.number >= 1 && id.number <= begun ? .taskEnded(id) : .unknownTask(id)
    }

    func remaining(_ index: Int) -> TimeSpan {
        let app = apps[index]
        switch app.place {
        case .foreground: return .max
        case .notRunning, .quit: return .zero
        case .background:
            let rest =
                app.open.isEmpty ? (app.allowedUntil > now ? app.allowedUntil - now : 0) : limit - app.spent
            return TimeSpan(milliseconds: Int64(rest))
        }
    }
}
