/// Apps that are removed.
extension TaskService {
    /// Forgets an app. Its tasks have ended.
    ///
    /// - Complexity: as ``quit(_:at:)``.
    mutating func forget(_ app: Int, at now: Instant) {
        notice(now)
        guard !apps.isBlank(app) else { return }
        stop(app, .notRunning)
        apps.clear(app)
    }

    mutating func lend(_ numbers: AppNumbers) { apps.numbers = numbers }

    /// Whether nothing is known of places without an app.
    func agrees(with numbers: AppNumbers) -> Bool { numbers.vacant.allSatisfy { apps.isBlank($0) } }

    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.contains(app) && apps[app.index].place == .quit }
}
