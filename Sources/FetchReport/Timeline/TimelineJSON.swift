import FetchSched
import FetchSim
import FetchTrace

/// The day for machines, `fetchsched-timeline/1`. The keys are described in docs/timeline-format.md.
extension TimelineReport {
    package var json: String {
        JSON.object([
            "format": .text("fetchsched-timeline/1"), "trace": .text(trace),
            "device": .text(replay.trace.name), "radio": .text(radio), "valueJoules": .number(valueJoules),
            "seed": .whole(seed), "date": .text(replay.day.date),
            "begin": stamp(replay.day.time.lowerBound), "end": stamp(replay.day.time.upperBound),
            "scored": .truth(replay.day.time.lowerBound >= replay.own.scoredFrom),
            "ownRadio": lines(replay.own.radio.map(stretch)), "policies": lines(replay.runs.map(run)),
        ]).text + "\n"
    }

    private func run(_ run: DayReplay.Run) -> JSON {
        let energy = run.backgroundEnergy
        return .object([
            "policy": .text(run.policy), "launches": .whole(run.timeline.launches.count),
            "freshLaunches": .whole(run.timeline.freshLaunches), "backgroundJoules": .number(energy.joules),
            "promotionJoules": .number(energy.promotionJoules), "activeJoules": .number(energy.activeJoules),
            "tailJoules": .number(energy.tailJoules), "wakeups": .whole(run.wakeups),
            "launchList": lines(run.timeline.launches.map(launch)),
            "updateList": lines(run.timeline.updates.map(update)),
            "fetchList": lines(run.timeline.fetches.map(fetch)),
            "radio": lines(run.timeline.radio.map(stretch)),
        ])
    }

    private func launch(_ launch: DeviceTimeline.Launch) -> JSON {
        .object([
            "time": stamp(launch.time), "app": .text(app(launch.app)), "fresh": .truth(launch.isFresh),
            "staleSince": launch.staleSince.map(stamp) ?? .null, "lastSync": stamp(launch.lastSync),
            "end": stamp(launch.end),
        ])
    }

    private func update(_ update: DeviceTimeline.Update) -> JSON {
        .object([
            "time": stamp(update.time), "app": .text(app(update.app)), "bytes": .whole(update.bytes),
            "fate": .text(update.fate.rawValue),
        ])
    }

    private func fetch(_ fetch: RecordedFetch) -> JSON {
        .object([
            "time": stamp(fetch.start), "end": stamp(fetch.end), "app": .text(app(fetch.app)),
            "outcome": .text(fetch.outcome.name), "bytes": .whole(fetch.fetch.bytes),
            "reason": .text(fetch.reason), "wokeRadio": .truth(fetch.wokeRadio),
        ])
    }

    private func stretch(_ stretch: RadioStretch) -> JSON {
        .object([
            "phase": .text(stretch.phase.rawValue), "begin": stamp(replay.own.instant(stretch.start)),
            "end": stamp(replay.own.instant(stretch.end)), "watts": .number(stretch.watts),
        ])
    }

    private func stamp(_ instant: FetchTime) -> JSON { .text(replay.days.text(of: instant)) }

    private func lines(_ items: [JSON]) -> JSON { .rows(items, indent: "") }
}
