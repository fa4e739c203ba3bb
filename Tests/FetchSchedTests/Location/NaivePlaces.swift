@testable import FetchSched

/// The rules for places in the plainest way: distances by the textbook, all that happened is listed, and whether an app
/// may be told is worked out from the moments at which it was woken.
struct NaivePlaces {
    struct Watch {
        var id: Int
        var centre: GeoPosition?
        var radius: Double
        var isInside: Bool?
        /// Crossings that the app was not told; two that cancel each other are struck out.
        var crossings: [(enters: Bool, at: FetchTime)] = []
    }

    struct App {
        var watches: [Watch] = []
        var wantsChanges = false
        var anchor: GeoPosition?
        var changes: [FetchTime] = []
        var quit = false
        /// When it was woken last, for anything, for a crossing, for a change.
        var wake: FetchTime?
        var crossingWake: FetchTime?
        var changeWake: FetchTime?
    }

    /// One answer.
    struct Told: Equatable {
        var app: Int
        var cause: LocationCause
        var happened: FetchTime
    }

    let limits: LocationLimits
    var apps: [App]

    init(_ limits: LocationLimits, apps count: Int) {
        self.limits = limits
        apps = Array(repeating: App(), count: count)
    }

    mutating func add(_ id: Int, centre: GeoPosition?, radius: Double, to app: Int) -> Bool {
        if let index = apps[app].watches.firstIndex(where: { $0.id == id }) {
            apps[app].watches[index] = Watch(id: id, centre: centre, radius: radius)
            return true
        }
        guard apps[app].watches.count < limits.regionsPerApp else { return false }
        apps[app].watches.append(Watch(id: id, centre: centre, radius: radius))
        return true
    }

    mutating func remove(_ id: Int, from app: Int) -> Bool {
        let count = apps[app].watches.count
        apps[app].watches.removeAll { $0.id == id }
        return apps[app].watches.count < count
    }

    mutating func setWantsChanges(_ wants: Bool, for app: Int) {
        guard apps[app].wantsChanges != wants else { return }
        apps[app].wantsChanges = wants
        apps[app].anchor = nil
        apps[app].changes = []
    }

    mutating func observe(_ position: GeoPosition, at now: FetchTime) {
        for app in apps.indices {
            for index in apps[app].watches.indices {
                let watch = apps[app].watches[index]
                guard let centre = watch.centre else { continue }
                let distance = Geography.metres(centre, position)
                let out = watch.radius + max(limits.cushion, position.accuracy)
                let within = watch.radius - max(min(limits.cushion, watch.radius / 2), position.accuracy)
                if watch.isInside == nil {
                    apps[app].watches[index].isInside = distance <= watch.radius
                } else if watch.isInside == true, distance > out {
                    _ = cross(enters: false, watch.id, in: app, at: now)
                } else if watch.isInside == false, distance < within {
                    _ = cross(enters: true, watch.id, in: app, at: now)
                }
            }
            guard apps[app].wantsChanges else { continue }
            let moved = apps[app].anchor.map { Geography.metres($0, position) } ?? .infinity
            guard moved > limits.significantDistance, moved > position.accuracy else { continue }
            if apps[app].anchor != nil { apps[app].changes.append(now) }
            apps[app].anchor = position
        }
    }

    mutating func cross(enters: Bool, _ id: Int, in app: Int, at now: FetchTime) -> Bool {
        guard let index = apps[app].watches.firstIndex(where: { $0.id == id }) else { return false }
        guard apps[app].watches[index].isInside != enters else { return true }
        apps[app].watches[index].isInside = enters
        apps[app].watches[index].crossings.append((enters, now))
        if apps[app].watches[index].crossings.count == 2 { apps[app].watches[index].crossings = [] }
        return true
    }

    mutating func change(of app: Int, at now: FetchTime) -> Bool {
        if apps[app].wantsChanges { apps[app].changes.append(now) }
        return apps[app].wantsChanges
    }

    /// All that is to be told now.
    mutating func told(at now: FetchTime) -> [Told] {
        var told: [Told] = []
        for app in apps.indices where !apps[app].quit {
            let crossings = crossingsTold(app, at: now)
            let change = changeTold(app, at: now)
            // A change may have woken the app; then it is told what else it waits for.
            told += crossings + change + (change.isEmpty ? [] : crossingsTold(app, at: now))
        }
        return told
    }

    private func isAwake(_ app: Int, at now: FetchTime) -> Bool {
        apps[app].wake.map { now < $0 + limits.wakeTime } ?? false
    }

    private mutating func crossingsTold(_ app: Int, at now: FetchTime) -> [Told] {
        var told: [Told] = []
        for watch in apps[app].watches.sorted(by: { $0.id < $1.id }) {
            guard let crossing = watch.crossings.last else { continue }
            if !isAwake(app, at: now) {
                guard apps[app].crossingWake.map({ $0 + limits.regionPeriod <= now }) ?? true
                else { continue }
                apps[app].crossingWake = now
                apps[app].wake = now
            }
            let id = RegionID(watch.id)
            told.append(
                Told(app: app, cause: crossing.enters ? .enter(id) : .exit(id), happened: crossing.at))
            for index in apps[app].watches.indices where apps[app].watches[index].id == watch.id {
                apps[app].watches[index].crossings = []
            }
        }
        return told
    }

    private mutating func changeTold(_ app: Int, at now: FetchTime) -> [Told] {
        guard let happened = apps[app].changes.last,
            apps[app].changeWake.map({ $0 + limits.significantPeriod <= now }) ?? true
        else { return [] }
        if !isAwake(app, at: now) { apps[app].wake = now }
        apps[app].changeWake = now
        apps[app].changes = []
        return [Told(app: app, cause: .significant, happened: happened)]
    }

    /// The first moment, not before now, at which there is something to tell that is not told now.
    func nextTime(at now: FetchTime) -> FetchTime? {
        var times: [FetchTime] = []
        for app in apps where !app.quit {
            if app.watches.contains(where: { !$0.crossings.isEmpty }) {
                times.append(app.crossingWake.map { $0 + limits.regionPeriod } ?? now)
            }
            if !app.changes.isEmpty {
                times.append(app.changeWake.map { $0 + limits.significantPeriod } ?? now)
            }
        }
        return times.min().map { max($0, now) }
    }
}
