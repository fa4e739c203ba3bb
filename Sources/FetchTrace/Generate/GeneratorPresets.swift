import FetchSched

extension GeneratorPreset {
    /// Heartbeat of a push connection over a mobile network: 28 minutes.
    ///
    /// Source: publicly reported defaults of Google Cloud Messaging, 28 minutes on mobile networks and 15 on
    /// Wi-Fi.
    public static let mobileHeartbeat = TimeSpan.minutes(28)

    /// Every preset, in the order in which they are listed.
    public static let all: [GeneratorPreset] = [
        GeneratorPreset(
            name: "commuter",
            summary: "sharp weekday peaks (commute, lunch, evening), other weekends, heartbeats to ride on",
            schedule: .commuter
        ).with {
            $0.zones = [-28_800, -18_000, 0, 3_600, 19_800, 32_400]
            $0.heartbeat = mobileHeartbeat
        },
        GeneratorPreset(
            name: "student",
            summary:
                "days that shift by hours, late nights, changing network and power, and fetches that fail",
            schedule: .student
        ).with {
            $0.usage.dayShift = 1.5
            $0.usage.daySpread = 0.45
            $0.usage.peakDeviation = 0.8
            $0.content.updatesPerDay = 180
            $0.zones = [-18_000, 3_600, 28_800]
            $0.hasConditions = true
            $0.outagesPerDay = 0.5
        },
        GeneratorPreset(
            name: "night-shift",
            summary: "awake at night while origins sleep; every fourth week works early instead",
            schedule: .nightShift
        ).with {
            $0.change = ScheduleChange(to: .earlyShift, rule: .rotating(cycle: 28, alternate: 7))
            $0.content.updatesPerDay = 180
        },
        GeneratorPreset(
            name: "quiet",
            summary: "origins that rarely change: most fetches find nothing",
            schedule: .allDay
        ).with {
            $0.content.slowShare = 0.85
            $0.content.fastMedian = 3
            $0.content.updatesPerDay = 60
        },
        GeneratorPreset(
            name: "news",
            summary: "origins that change every few minutes in the day: copies age at once",
            schedule: .allDay
        ).with {
            $0.usage.sessionsPerDay = 22
            $0.apps.installed = 25...40
            $0.content.slowShare = 0.15
            $0.content.fastMedian = 40
            $0.content.rateSigma = 0.8
            $0.content.rateMaximum = 200
            $0.content.updatesPerDay = 700
            $0.content.burstShare = 0.1
        },
        GeneratorPreset(
            name: "heavy",
            summary: "about 200 launches a day: the radio is up most of the time",
            schedule: .allDay
        ).with {
            $0.usage.sessionsPerDay = 110
            $0.usage.userSpread = 0.08
            $0.usage.foregroundMedian = 28
            $0.usage.foregroundSigma = 1.0
            $0.apps.installed = 60...90
            $0.apps.popularityDecay = 0.13
            $0.content.updatesPerDay = 220
        },
        GeneratorPreset(
            name: "sparse",
            summary: "about 10 launches a day: thin data, and every wakeup costs",
            schedule: .allDay
        ).with {
            $0.usage.sessionsPerDay = 3.4
            $0.usage.userSpread = 0.15
            $0.apps.installed = 15...25
            $0.apps.popularityDecay = 0.3
            $0.content.updatesPerDay = 90
            $0.zones = [-10_800, 7_200, 36_000]
            $0.heartbeat = mobileHeartbeat
        },
        GeneratorPreset(
            name: "custom",
            summary: "apps with intervals of their own from 15 minutes to a day, some never, some minimum",
            schedule: .commuter
        ).with {
            $0.apps.neverShare = 0.25
            $0.apps.customShare = 0.5
            $0.content.updatesPerDay = 170
        },
        GeneratorPreset(
            name: "habit-change",
            summary: "half-way through, the times of day and the favourite apps change",
            schedule: .commuter
        ).with {
            $0.change = ScheduleChange(to: .lateStarter, rule: .atHalf)
            $0.content.updatesPerDay = 150
        },
        GeneratorPreset(
            name: "messenger",
            summary:
                "updates announced by pushes, in storms beyond every rate limit; heartbeats; apps swiped away",
            schedule: .allDay
        ).with {
            $0.content.slowShare = 0.2
            $0.content.burstShare = 0.06
            $0.content.burstLength = 8
            $0.content.burstGap = 40
            $0.zones = [-18_000, 0, 19_800]
            $0.heartbeat = mobileHeartbeat
            $0.pushes = PushParameters()
            $0.controls = ControlParameters()
        },
        GeneratorPreset(
            name: "traveller",
            summary: "places, work finished after uses, changing networks, and journeys to other zones",
            schedule: .commuter
        ).with {
            $0.content.updatesPerDay = 170
            $0.zones = [-18_000, 0, 3_600]
            $0.hasConditions = true
            $0.places = PlaceParameters()
            $0.places?.daysBetweenJourneys = 8
            $0.places?.destinations = [-28_800, -18_000, 0, 7_200, 19_800, 32_400]
            $0.tasks = TaskParameters()
        },
        GeneratorPreset(
            name: "backup",
            summary: "downloads and uploads up to a gigabyte, charging at night, Wi-Fi at home and at work",
            schedule: .allDay
        ).with {
            $0.content.updatesPerDay = 150
            $0.zones = [-28_800, 3_600]
            $0.hasConditions = true
            $0.transfers = TransferParameters()
            $0.tasks = TaskParameters()
        },
        GeneratorPreset(
            name: "everything",
            summary: "every event of trace format 1",
            schedule: .commuter
        ).with {
            $0.apps.customShare = 0.3
            $0.content.updatesPerDay = 150
            $0.content.burstShare = 0.05
            $0.content.burstLength = 6
            $0.content.burstGap = 60
            $0.zones = [-18_000, 3_600, 32_400]
            $0.heartbeat = mobileHeartbeat
            $0.hasConditions = true
            $0.outagesPerDay = 0.3
            $0.pushes = PushParameters()
            $0.places = PlaceParameters()
            $0.places?.daysBetweenJourneys = 10
            $0.places?.destinations = [-28_800, 0, 19_800]
            $0.tasks = TaskParameters()
            $0.transfers = TransferParameters()
            $0.controls = ControlParameters()
            $0.traffic = TrafficParameters()
        },
    ]
}
