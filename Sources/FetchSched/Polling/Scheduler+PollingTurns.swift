/// When to reconsider a due source that may not be polled now, one function for each reason; nil where it may be.
extension Scheduler {
    /// - Parameter moment: when a request pays, by what is known now.
    mutating func laterLook(at app: Int, _ moment: FetchTime, at now: FetchTime) -> FetchTime? {
        guard moment > now else { return nil }
        polling.waiting.remove(app)
        // An app that came a little too early is not followed by the next millisecond.
        let step = max(1000, (now - apps[basics: app].lastSync).milliseconds / 256)
        return max(moment, now + TimeSpan(milliseconds: min(step, 3_600_000)))
    }

    /// Until when a source that failed waits for another to be answered, after a pause; nil if it does not.
    func proofTurn(of app: Int, at now: FetchTime) -> FetchTime? {
        let unproven = polling.lateNetwork.unproven
        return unproven > now && !network.isDown && isTry(app) ? unproven : nil
    }

    /// The source's turn after a pause. Until then it waits for nothing else.
    mutating func turnAfterPause(of app: Int, at now: FetchTime) -> FetchTime? {
        guard let turn = proofTurn(of: app, at: now) else { return nil }
        polling.waiting.remove(app)
        return turn
    }

    /// The source's turn in the number of requests. Until then it waits.
    mutating func numberTurn(of app: Int, at now: FetchTime) -> FetchTime? {
        guard let perDay = polling.price.perDay else { return nil }
        if isFirstRequest(of: app), perDay > 0 { return nil }
        let promised = polling.promisedPerDay
        // A late try shows nothing.
        if apps[app].everNew.isTried, polling.price.roomOpens(reserving: promised) <= now { return nil }
        if polling.price.allows(at: now, reserving: promised) { return nil }
        let longest = longestWait(of: app)
        if now >= longest {
            let room = polling.price.roomOpens(reserving: 0, evenly: false)
            return room > now ? room : nil
        }
        let turn = polling.price.turn(after: polling.waiting.count, reserving: promised)
        if polling.waiting[app] == nil { polling.waiting.set(app, to: min(now, polling.due[app] ?? now)) }
        return min(max(turn, now + .seconds(1)), longest)
    }

    /// Until when the source may wait for its turn, as room is reserved for it; `distantFuture` where none is.
    func longestWait(of app: Int) -> FetchTime {
        let (limits, last) = (polling[limits: app], apps[basics: app].lastSync)
        let isPromised = limits.promised > 0 && polling.promisedPerDay > 0 && last > .distantPast
        return isPromised ? last + limits.most : .distantFuture
    }

    /// First time at which the source's group may be polled; nil if that is now, or the source has no group.
    ///
    /// - Parameter present: the present, where `now` is in the future.
    func groupOpens(for app: Int, at now: FetchTime, present: FetchTime) -> FetchTime? {
        guard let group = polling.group(of: app) else { return nil }
        let opens = max(
            polling.groups[group].opens, groupIsFree(group, at: present, isForeseen: now > present))
        return opens > now ? opens : nil
    }

    /// Whether the source has to wait for its group, or behind those that do: then it joins them.
    mutating func waitsForGroup(_ app: Int, at now: FetchTime) -> Bool {
        guard let group = polling.group(of: app) else { return false }
        let isUrgent = isUrgent(app, at: now)
        let isNext = isUrgent || polling.lines.first(of: group).map { $0 == app } ?? true
        let opens = groupOpens(for: app, at: now, present: now)
        if isNext, opens == nil { return false }
        polling.waiting.remove(app)
        polling.waitInLine(app, until: opens ?? now, isUrgent: isUrgent)
        return true
    }

    /// The next source of those that wait for a group which may be polled now: an urgent one, or among the first in
    /// line the one with the most surplus.
    mutating func bestInLine(from app: Int, at now: FetchTime) -> Int {
        guard polling.lines.next(after: app) != nil, groupOpens(for: app, at: now, present: now) == nil else {
            return app
        }
        var (best, most) = (app, -Double.infinity)
        var next: Int? = app
        for _ in 0..<Self.mostCompared {
            guard let app = next, most < .infinity else { break }
            let surplus = surplusInLine(app, at: now)
            if surplus > most { (best, most) = (app, surplus) }
            next = polling.lines.next(after: app)
        }
        if best != app { polling.waitInLine(best, until: now, isUrgent: true) }
        return best
    }

    /// The surplus of the source's request, computed once a question; infinite if the source is urgent. A source that
    /// fails does not show whether its server serves again.
    private mutating func surplusInLine(_ app: Int, at now: FetchTime) -> Double {
        if let known = polling.compared.first(where: { $0.app == app }) { return known.surplus }
        let isTry = polling.group(of: app).map { polling.groups[$0].isTried } ?? false
        let surplus =
            isTry && apps[app].failures > 0
            ? -Double.infinity : isUrgent(app, at: now) ? .infinity : pollingValue(app, at: now).surplus
        if polling.compared.count < 2 * Self.mostCompared { polling.compared.append((app, surplus)) }
        return surplus
    }

    /// Whether the source precedes others: it was never polled, or may wait no longer.
    func isUrgent(_ app: Int, at now: FetchTime) -> Bool {
        isFirstRequest(of: app) || longestWait(of: app) <= now
    }

    /// Most sources of a line that are compared; the others move up as these are polled.
    private static var mostCompared: Int { 32 }

    /// When a group at its limit of simultaneous requests is expected to have room; `distantPast` if it has room now.
    ///
    /// - Parameter isForeseen: whether the host queries its next time: it returns when a request ends or is abandoned.
    private func groupIsFree(_ group: Int, at now: FetchTime, isForeseen: Bool) -> FetchTime {
        let most = polling.groups[group].atOnce
        guard most < .max else { return .distantPast }
        var (count, last) = (0, FetchTime.distantPast)
        for app in apps.running where polling.group(of: app) == group {
            count += 1
            last = max(last, apps[app].fetch?.since ?? now)
        }
        guard count >= most else { return .distantPast }
        // A request lasts for some time more, the longer it has lasted.
        let more = TimeSpan(milliseconds: 1 + (now - last).milliseconds / 8)
        return now + (isForeseen ? configuration.fetchLimit : more)
    }

    /// When the source may be paid for.
    mutating func energyTurn(of app: Int, somethingNew: Double, at now: FetchTime) -> FetchTime? {
        let estimate = costs.estimate(
            app, apps, somethingNew: somethingNew, inUse: device.foreground != nil)
        let joules = max(configuration.leastFetchJoules, costs.batchJoules(estimate))
        guard !affords(app, joules: joules, somethingNew: somethingNew) else { return nil }
        let affordable = affordsFrom(app, joules: joules, somethingNew: somethingNew, at: now)
        // Once a day at least: estimates move, and launches pay back. At the end of time there is no later moment.
        let later = min(max(now + .minutes(1), affordable), now + .days(1))
        return later > now ? later : .distantFuture
    }
}
