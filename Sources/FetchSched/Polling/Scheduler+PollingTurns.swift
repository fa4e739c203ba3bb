/// Why a source whose time has come is not asked now, and when to look at it again; nil where nothing stands against it.
extension Scheduler {
    /// - Parameter moment: when a request pays, by what is known now.
    mutating func laterLook(at app: Int, _ moment: FetchTime, at now: FetchTime) -> FetchTime? {
        guard moment > now else { return nil }
        polling.waiting.remove(app)
        // An app that came a little too early is not followed by the next millisecond.
        let step = max(1000, (now - apps[basics: app].lastSync).milliseconds / 256)
        return max(moment, now + TimeSpan(milliseconds: min(step, 3_600_000)))
    }

    /// The source's turn in the number of requests. Until then it waits.
    mutating func numberTurn(of app: Int, at now: FetchTime) -> FetchTime? {
        guard let perDay = polling.price.perDay else { return nil }
        if isFirstRequest(of: app), perDay > 0 { return nil }
        let promised = polling.promisedPerDay
        // A try that comes late tells nothing.
        if apps[app].everNew.isTried, polling.price.roomBegins(beside: promised) <= now { return nil }
        if polling.price.allows(at: now, beside: promised) { return nil }
        let longest = longestWait(of: app)
        if now >= longest {
            let room = polling.price.roomBegins(beside: 0, evenly: false)
            return room > now ? room : nil
        }
        let turn = polling.price.turn(after: polling.waiting.count, beside: promised)
        if polling.waiting[app] == nil { polling.waiting.set(app, to: min(now, polling.due[app] ?? now)) }
        return min(max(turn, now + .seconds(1)), longest)
    }

    /// Until when the source may wait for its turn, as room is kept for it; `distantFuture` where none is.
    func longestWait(of app: Int) -> FetchTime {
        let (limits, last) = (polling[limits: app], apps[basics: app].lastSync)
        let isKept = limits.promised > 0 && polling.promisedPerDay > 0 && last > .distantPast
        return isKept ? last + limits.most : .distantFuture
    }

    /// The source's turn in its group.
    ///
    /// - Parameter present: the present, where `now` is still to come.
    mutating func groupTurn(of app: Int, at now: FetchTime, present: FetchTime) -> FetchTime? {
        polling.waiting.remove(app)
        guard let group = polling.group(of: app) else { return nil }
        let free = groupIsFree(group, at: present, isForeseen: now > present)
        guard free > now || polling.groups[group].opens > now else { return nil }
        return polling.groups[group].turn(after: max(now, free))
    }

    /// When a group that has as many requests under way as its limit allows is believed to have room; `distantPast` if it has.
    ///
    /// - Parameter isForeseen: whether the host asks when to come again: it comes when a request ends, or is given up.
    private func groupIsFree(_ group: Int, at now: FetchTime, isForeseen: Bool) -> FetchTime {
        let most = polling.groups[group].limits.atOnce
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
