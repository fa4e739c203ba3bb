import FetchSched

extension RecordedEngine {
    /// The host ends and starts again as ``/FetchHost/FetchHost`` does: an app is not fetched until it is added again.
    mutating func restart(at now: FetchTime) {
        let now = now + ahead
        let apps = live.appIDs.map { ($0, live.interval(of: $0) ?? .never) }
        var lines = ["restarted", "snapshot", "restore", "restarted"].map { JournalLine(now, $0) }
        for (app, interval) in apps.map({ ($0.0, .never) }) + apps {
            lines.append(JournalLine(now, "interval").with(app).with(interval))
        }
        var player = JournalPlayer(live)
        // An engine refuses none of these, and restores what it wrote.
        for line in lines { note([line] + ((try? player.play(line)) ?? [])) }
        live = player.engine ?? live
    }
}
