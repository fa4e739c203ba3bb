import FetchSched
import FetchSim

/// The day for machines, `fetchsched-timeline/1`. The keys are described in docs/timeline-format.md.
extension TimelineReport {
    /// One object, ending in a newline.
    public var json: String {
        let head = [
            field("format", quoted("fetchsched-timeline/1")), field("trace", quoted(trace)),
            field("device", quoted(replay.trace.name)), field("radio", quoted(radio)),
            field("valueJoules", Figures.plain(valueJoules)), field("seed", "\(seed)"),
            field("date", quoted(replay.day.date)), field("begin", stamp(replay.day.time.lowerBound)),
            field("end", stamp(replay.day.time.upperBound)),
            field("scored", replay.day.time.lowerBound >= replay.own.scoredFrom ? "true" : "false"),
            field("ownRadio", list(replay.own.radio.map(stretch))),
        ]
        return "{" + (head + [field("policies", list(replay.runs.map(run)))]).joined(separator: ",") + "}\n"
    }

    private func run(_ run: DayReplay.Run) -> String {
        let energy = run.backgroundEnergy
        return object([
            field("policy", quoted(run.policy)), field("launches", "\(run.timeline.launches.count)"),
            field("freshLaunches", "\(run.timeline.freshLaunches)"),
            field("backgroundJoules", Figures.plain(energy.joules)),
            field("promotionJoules", Figures.plain(energy.promotionJoules)),
            field("activeJoules", Figures.plain(energy.activeJoules)),
            field("tailJoules", Figures.plain(energy.tailJoules)), field("wakeups", "\(run.wakeups)"),
            field("launchList", list(run.timeline.launches.map(launch))),
            field("updateList", list(run.timeline.updates.map(update))),
            field("fetchList", list(run.timeline.fetches.map(fetch))),
            field("radio", list(run.timeline.radio.map(stretch))),
        ])
    }

    private func launch(_ launch: DeviceTimeline.Launch) -> String {
        object([
            field("time", stamp(launch.time)), field("app", quoted(app(launch.app))),
            field("fresh", launch.isFresh ? "true" : "false"),
            field("staleSince", launch.staleSince.map(stamp) ?? "null"),
            field("lastSync", stamp(launch.lastSync)), field("end", stamp(launch.end)),
        ])
    }

    private func update(_ update: DeviceTimeline.Update) -> String {
        object([
            field("time", stamp(update.time)), field("app", quoted(app(update.app))),
            field("bytes", "\(update.bytes)"), field("fate", quoted(update.fate.rawValue)),
        ])
    }

    private func fetch(_ fetch: DeviceTimeline.Fetch) -> String {
        object([
            field("time", stamp(fetch.start)), field("end", stamp(fetch.end)),
            field("app", quoted(app(fetch.app))), field("outcome", quoted(fetch.outcome.name)),
            field("bytes", "\(fetch.bytes)"), field("reason", quoted(fetch.recorded.reason)),
            field("wokeRadio", fetch.wokeRadio ? "true" : "false"),
        ])
    }

    private func stretch(_ stretch: RadioStretch) -> String {
        object([
            field("phase", quoted(stretch.phase.rawValue)),
            field("begin", stamp(replay.own.instant(stretch.begin))),
            field("end", stamp(replay.own.instant(stretch.end))),
            field("watts", Figures.plain(stretch.watts)),
        ])
    }

    private func stamp(_ instant: Instant) -> String { quoted(replay.days.text(of: instant)) }

    private func object(_ fields: [String]) -> String { "{" + fields.joined(separator: ",") + "}" }

    private func list(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n" + elements.joined(separator: ",\n") + "\n]"
    }

    private func field(_ key: String, _ value: String) -> String { JSONReport.field(key, value) }

    private func quoted(_ text: String) -> String { JSONReport.quoted(text) }
}
