import Testing

@testable import FetchSched

@Suite struct LocationServiceTests {
    private static let names: [Character: RegionID] = ["h": RegionID(1), "w": RegionID(2)]

    /// Plays a drawing for one app, whose regions are `h` and `w`. Asks only when something happens or the service
    /// wants to be asked.
    private func play(_ drawing: String) throws {
        let app = AppID(0)
        var places = LocationBench()
        for id in Self.names.values { try places.service.add(FetchRegion(id), to: app) }
        places.service.setWantsSignificantChanges(true, for: app)
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md")
            .play(answers: ["in", "out", "told"]) { moment in
                for mark in moment.marks {
                    switch mark.lane {
                    case "quit": places.quit(app)
                    case "open": places.launched(app)
                    case "moved": places.service.reportSignificantChange(for: app, at: moment.time)
                    default:
                        let crossing = try #require(["enter": Crossing.enter, "leave": .exit][mark.lane])
                        let region = try #require(Self.names[mark.symbol])
                        try places.service.reportCrossing(crossing, of: region, in: app, at: moment.time)
                    }
                }
                let isDue = places.nextTime.map { $0 <= moment.time } ?? false
                guard isDue || !moment.marks.isEmpty else { return [] }
                var answers: [Marbles.Mark] = []
                while let wake = places.nextWake(at: moment.time) {
                    switch wake.cause {
                    case .enter(let id): answers.append(Marbles.Mark("in", id == RegionID(1) ? "h" : "w"))
                    case .exit(let id): answers.append(Marbles.Mark("out", id == RegionID(1) ? "h" : "w"))
                    case .significant: answers.append(Marbles.Mark("told", "s"))
                    }
                }
                return answers
            }
    }

    @Test func crossingsShareWakes() throws {
        try play(
            """
            s         0           60          120
            enter     h  h     h    h
            enter     w
            leave      h    h      h
            in        h           h           h
            in        w
            out        h           h
            """)
    }

    @Test func theNewestSignificantChangeIsTold() throws {
        try play(
            """
            min       0    5    10   15
            moved     s ss    s       s
            told      s    s    s     s
            """)
    }

    @Test func aQuitAppIsToldAfterItsNextLaunch() throws {
        try play(
            """
            s         0           60
            enter     h  w
            leave       h
            quit       a
            open                  a
            in        h           w
            out                   h
            """)
    }

    private let start = FetchTime.monday
    private let app = AppID(0)

    private static let berlin = GeoPosition(latitude: 52.52, longitude: 13.405)
    private static let northPole = GeoPosition(latitude: 90, longitude: -180)
    private static let dateLine = GeoPosition(latitude: -16.8, longitude: 179.9999)

    /// Out is beyond 100 m + 20 m, in is below 100 m - 20 m; the first position only sets the side.
    @Test(arguments: [berlin, northPole, dateLine], [0.0, 90, 180, 270])
    func aCrossingIsBeyondTheBorderByTheCushion(_ centre: GeoPosition?, _ bearing: Double) throws {
        let centre = try #require(centre)
        var places = LocationBench()
        try places.service.add(FetchRegion(RegionID(7), centre: centre, radius: 100), to: app)
        let walk: [(metres: Double, cause: LocationCause?)] = [
            (101, nil), (81, nil), (79, .enter(RegionID(7))), (99, nil), (119, nil),
            (121, .exit(RegionID(7))),
            (99, nil), (81, nil), (0, .enter(RegionID(7))), (20_000_000, .exit(RegionID(7))),
        ]
        for (step, expected) in walk.enumerated() {
            let now = start + .hours(Int64(step))
            places.service.observe(
                try #require(Geography.position(expected.metres, bearing, from: centre)), at: now)
            let wake = places.nextWake(at: now)
            #expect(wake?.cause == expected.cause, "at \(expected.metres) m")
            if let wake { #expect(wake.happened == now && wake.awakeUntil == now + .seconds(10)) }
            #expect(places.nextWake(at: now) == nil)
        }
    }

    /// There is no place beyond the border by the cushion.
    @Test func aRegionMayBeAlmostTheWholeEarth() throws {
        var limits = LocationLimits()
        limits.cushion = 200
        var places = LocationBench(limits: limits)
        let (north, south) = (
            try #require(Self.northPole), try #require(GeoPosition(latitude: -90, longitude: 5))
        )
        try places.service.add(FetchRegion(RegionID(7), centre: north, radius: 20_015_000), to: app)
        places.service.observe(north, at: start)
        places.service.observe(south, at: start)
        #expect(try places.service.isInside(RegionID(7), of: app) == true)
        try places.service.add(FetchRegion(RegionID(7), centre: north, radius: 20_014_900), to: app)
        places.service.observe(north, at: start)
        places.service.observe(south, at: start)
        #expect(try places.service.isInside(RegionID(7), of: app) == false)
    }

    @Test func hostsMakeMistakes() throws {
        var places = LocationBench()
        let centre = try #require(Self.berlin)
        for radius in [0, -1, .nan, .infinity, -.infinity, 20_015_200] as [Double] {
            #expect(throws: EngineError.invalidRegion(RegionID(3))) {
                try places.service.add(FetchRegion(RegionID(3), centre: centre, radius: radius), to: app)
            }
        }
        #expect(throws: EngineError.unknownRegion(app, RegionID(-5))) {
            try places.service.reportCrossing(.enter, of: RegionID(-5), in: app, at: start)
        }
    }

    @Test(arguments: [
        (1000.0, 0.0, 0.0), (90.001, 0, 0), (-90.001, 0, 0), (0, 180.001, 0), (0, -1e300, 0), (.nan, 0, 0),
        (0, .nan, 0), (0, 0, .nan), (0, 0, -1), (0, 0, .infinity), (.infinity, 0, 0),
    ])
    func invalidPositionsAreRefused(_ latitude: Double, _ longitude: Double, _ accuracy: Double) {
        #expect(GeoPosition(latitude: latitude, longitude: longitude, accuracy: accuracy) == nil)
    }

    /// Apps add their regions anew at each start.
    @Test func addingTheSameRegionAgainForgetsNothing() throws {
        var places = LocationBench()
        let region = FetchRegion(RegionID(1))
        try places.service.add(region, to: app)
        try places.service.reportCrossing(.enter, of: region.id, in: app, at: start)
        try places.service.add(region, to: app)
        #expect(places.nextWake(at: start)?.cause == .enter(RegionID(1)))
        try places.service.add(
            FetchRegion(RegionID(1), centre: try #require(Self.berlin), radius: 50), to: app)
        #expect(try places.service.isInside(RegionID(1), of: app) == nil)
    }

    @Test func whatIsHeldIsExplained() throws {
        var places = LocationBench()
        try places.service.add(FetchRegion(RegionID(1)), to: app)
        places.service.setWantsSignificantChanges(true, for: app)
        try places.service.reportCrossing(.enter, of: RegionID(1), in: app, at: start)
        places.service.reportSignificantChange(for: app, at: start)
        #expect(places.held(of: app, at: start).map(\.vetoes) == [[], []])
        while places.nextWake(at: start) != nil {}
        let later = start + .seconds(30)
        try places.service.reportCrossing(.exit, of: RegionID(1), in: app, at: later)
        places.service.reportSignificantChange(for: app, at: later)
        #expect(
            places.held(of: app, at: later) == [
                HeldWork(
                    kind: .crossing, number: 1, since: later,
                    vetoes: [FetchVeto(.regionPeriod, until: start + .minutes(1))]),
                HeldWork(
                    kind: .significantChange, number: 0, since: later,
                    vetoes: [FetchVeto(.significantPeriod, until: start + .minutes(5))]),
            ])
        #expect(places.nextTime == start + .minutes(1))
        places.quit(app)
        #expect(
            places.held(of: app, at: later).map(\.vetoes) == [
                [FetchVeto(.quitByUser)], [FetchVeto(.quitByUser)],
            ])
        #expect(places.nextTime == nil)
    }

    @Test func aClockSetBackHoldsNothingForLong() throws {
        var places = LocationBench()
        try places.service.add(FetchRegion(RegionID(1)), to: app)
        places.service.setWantsSignificantChanges(true, for: app)
        let far = start + .days(3650)
        try places.service.reportCrossing(.enter, of: RegionID(1), in: app, at: far)
        places.service.reportSignificantChange(for: app, at: far)
        while places.nextWake(at: far) != nil {}
        try places.service.reportCrossing(.exit, of: RegionID(1), in: app, at: far + .minutes(2))
        places.service.reportSignificantChange(for: app, at: far + .minutes(2))
        var told = places
        told.service.clockWentBack(to: start)
        #expect(told.nextTime == start + .minutes(1))
        #expect(told.held(of: app, at: start).map(\.since) == [start, start])
        // Nor is the app awake for ten years.
        #expect(told.nextWake(at: start + .seconds(30)) == nil)
        #expect(told.nextWake(at: start + .minutes(5)) != nil)
    }
}
