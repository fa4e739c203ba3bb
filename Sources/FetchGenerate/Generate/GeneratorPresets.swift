extension GeneratorPreset {
    /// Heartbeat of a push connection over a mobile network: 28 minutes, in seconds.
    ///
    /// Source: publicly reported defaults of Google Cloud Messaging, 28 minutes on mobile networks and 15 on
    /// Wi-Fi.
    public static let mobileHeartbeat = 1_680.0

    /// Every preset, in the order in which they are listed.
    public static let all: [GeneratorPreset] = single + background + oneProgram + [population, server]

    /// Presets of launches and fetches alone.
    private static let single: [GeneratorPreset] = [
        GeneratorPreset(
            name: "commuter",
            summary: "sharp weekday peaks (commute, lunch, evening), other weekends, heartbeats",
            habits: .ordinary(.commuter).with {
                $0.surroundings.zones = [-28_800, -18_000, 0, 3_600, 19_800, 32_400]
                $0.surroundings.heartbeatSeconds = mobileHeartbeat
            }),
        GeneratorPreset(
            name: "student",
            summary:
                "irregular days, late nights, changing network and power, and fetches that fail",
            habits: .ordinary(.student, daySpread: 0.45).with {
                $0.users.spread[UserHabits.Component.dayCosine.rawValue] = 0.3
                $0.users.spread[UserHabits.Component.daySine.rawValue] = 0.3
                $0.surroundings.zones = [-18_000, 3_600, 28_800]
                $0.surroundings.conditions = .init()
                $0.surroundings.outagesPerDay = 0.5
            }),
        GeneratorPreset(
            name: "night-shift",
            summary: "awake at night while sources rest; early shifts every fourth week",
            habits: .ordinary(.nightShift).with {
                let early = PublishedRhythm.earlyShift
                $0.life = LifeHabits()
                $0.life?.phases = [early.phase(cycleDays: 28, from: 21, until: 28, otherFavourites: false)]
            }),
        GeneratorPreset(
            name: "quiet",
            summary: "sources that rarely change: most fetches find nothing",
            habits: .ordinary(.allDay).with { $0.content = $0.content.slower(by: 0.06, fastest: 6) }),
        GeneratorPreset(
            name: "news",
            summary: "sources that change every few minutes by day",
            habits: .ordinary(.allDay).with {
                $0.content.rates = ContentHabits.newsRates
                $0.content.fastest = 200
            }),
        GeneratorPreset(
            name: "heavy",
            summary: "about 200 launches a day: the radio is awake most of the time",
            habits: .ordinary(.allDay).with {
                $0.users.spread[UserHabits.Component.sessions.rawValue] = 0.08
                $0.sessions.perDay = 125
                $0.sessions.continuation = [0.62, 0.7, 0.74, 0.77, 0.8, 0.82]
                $0.sessions.lengths = QuantileCurve(logNormalMedian: 28, sigma: 0.95)
                $0.apps.used = 86
            }),
        GeneratorPreset(
            name: "sparse",
            summary: "about 10 launches a day: thin data, and every wakeup costs",
            habits: .ordinary(.allDay).with {
                $0.sessions.perDay = 5.2
                $0.sessions.continuation = [0.4, 0.5, 0.55, 0.6, 0.6, 0.6]
                $0.apps.used = 26
                $0.content = $0.content.slower(by: 0.45, fastest: 40)
                $0.surroundings.zones = [-10_800, 7_200, 36_000]
                $0.surroundings.heartbeatSeconds = mobileHeartbeat
            }),
        GeneratorPreset(
            name: "custom",
            summary: "apps with intervals of their own from 15 minutes to a day, some never, some minimum",
            habits: .ordinary(.commuter).with {
                $0.apps.neverShare = 0.25
                $0.apps.customShare = 0.5
                $0.apps.customIntervals = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]
            }),
        GeneratorPreset(
            name: "habit-change",
            summary: "half-way through, the times of day and the favourite apps change",
            habits: .ordinary(.commuter).with {
                let late = PublishedRhythm.lateStarter
                $0.life = LifeHabits()
                $0.life?.phases = [late.phase(cycleDays: 0, from: 0.5, until: 1, otherFavourites: true)]
            }),
    ]

    /// Presets with all that happens to apps in the background.
    private static let background: [GeneratorPreset] = [
        GeneratorPreset(
            name: "messenger",
            summary:
                "updates announced by pushes, in storms beyond every rate limit; heartbeats; apps swiped away",
            habits: .ordinary(.allDay).with {
                $0.content = $0.content.slower(by: 1.3)
                $0.content.rhythm.gaps = .storms
                $0.surroundings.zones = [-18_000, 0, 19_800]
                $0.surroundings.heartbeatSeconds = mobileHeartbeat
            }
        ).with {
            $0.pushes = PushParameters()
            $0.controls = ControlParameters()
        },
        GeneratorPreset(
            name: "notified",
            summary: "every update is pushed, and people open the app that rang; screen events",
            habits: .ordinary(.allDay).with {
                $0.content = $0.content.slower(by: 1.3)
                $0.sessions.perDay = 12
                $0.surroundings.zones = [-18_000, 0, 19_800]
                $0.surroundings.screen = ScreenHabits()
            }
        ).with {
            var pushes = PushParameters()
            pushes.appShare = 0.7
            pushes.silentShare = 0.5
            pushes.announcedShare = 1
            pushes.alertShare = 0.6
            pushes.openedShares = [0.19, 0.27, 0.29]
            $0.pushes = pushes
        },
        GeneratorPreset(
            name: "traveller",
            summary: "location events, background tasks, changing networks, other time zones",
            habits: .ordinary(.commuter).with {
                $0.surroundings.zones = [-18_000, 0, 3_600]
                $0.surroundings.conditions = .init()
            }
        ).with {
            $0.places = PlaceParameters()
            $0.places?.daysBetweenJourneys = 8
            $0.places?.destinations = [-28_800, -18_000, 0, 7_200, 19_800, 32_400]
            $0.tasks = TaskParameters()
        },
        GeneratorPreset(
            name: "backup",
            summary: "downloads and uploads up to a gigabyte, charging at night, Wi-Fi at home and at work",
            habits: .ordinary(.allDay).with {
                $0.surroundings.zones = [-28_800, 3_600]
                $0.surroundings.conditions = .init()
            }
        ).with {
            $0.transfers = TransferParameters()
            $0.tasks = TaskParameters()
        },
        GeneratorPreset(
            name: "everything",
            summary: "every event of trace format 1 except notification, announces and run",
            habits: .ordinary(.commuter).with {
                $0.apps.customShare = 0.3
                $0.apps.customIntervals = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]
                $0.content.rhythm.gaps = .storms
                $0.surroundings.zones = [-18_000, 3_600, 32_400]
                $0.surroundings.heartbeatSeconds = mobileHeartbeat
                $0.surroundings.conditions = .init()
                $0.surroundings.screen = ScreenHabits()
                $0.surroundings.outagesPerDay = 0.3
            }
        ).with {
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

    /// A reader with a dozen sources that gets runs when the system grants them, and cannot wake the device.
    private static let oneProgram: [GeneratorPreset] = [
        ("ios-app", RunParameters.iOS, "iOS"), ("android-app", .android, "Android"),
    ].map { name, runs, system in
        GeneratorPreset(
            name: name,
            summary: "one program with twelve sources, and the runs that \(system) would grant it",
            habits: .ordinary(.allDay).with {
                $0.sessions.perDay = 4
                $0.sessions.continuation = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
                ($0.apps.used, $0.apps.unused, $0.apps.neverShare) = (12, 0, 0)
                $0.surroundings.conditions = .init()
            }
        ).with { $0.runs = runs }
    }

    /// Users of all kinds, for studies and corpora.
    private static let population = GeneratorPreset(
        name: "population",
        summary: "users who differ in how much, when, and with how many apps: for studies",
        habits: .ordinary(.allDay).with {
            $0.users = .population
            $0.surroundings.zones = [-28_800, -18_000, -10_800, 0, 3_600, 7_200, 19_800, 28_800, 32_400]
            $0.surroundings.conditions = .init()
            $0.surroundings.outagesPerDay = 0.1
        })
}

extension UserHabits {
    /// People: one in ten has half of the median's sessions or fewer. Chosen within the ranges of Falaki et al.
    ///
    /// Who uses the phone more has more apps, of which the first matters less.
    static let population: UserHabits = {
        var users = UserHabits([
            .sessions: 0.5, .sessionLength: 0.45, .apps: 0.3, .favourite: 0.2, .useLength: 0.3, .content: 0.4,
            .dayCosine: 0.4, .daySine: 0.4, .halfDayCosine: 0.3, .halfDaySine: 0.3, .thirdDayCosine: 0.2,
            .thirdDaySine: 0.2,
        ])
        users.correlation = Component.allCases.map { [Double](repeating: 0, count: $0.rawValue) }
        func correlate(_ one: Component, _ other: Component, _ value: Double) {
            users.correlation[one.rawValue][other.rawValue] = value
        }
        correlate(.sessionLength, .sessions, -0.2)
        correlate(.apps, .sessions, 0.4)
        correlate(.favourite, .sessions, -0.1)
        correlate(.favourite, .apps, -0.4)
        correlate(.useLength, .sessions, -0.2)
        return users
    }()
}

extension QuantileCurve {
    /// Half of the gaps within a storm, where some thirty to ninety seconds lie between updates.
    static let storms = QuantileCurve([
        0.002, 0.004, 0.005, 0.006, 0.008, 0.01, 0.02, 0.5, 1.1, 1.8, 2.6, 4, 8,
    ])
}
