import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Curves of freshness and energy.
@Suite struct CurveTests {
    private func point(_ joules: Double, _ fresh: Double) -> Curve.Point {
        Curve.Point(name: "\(joules)", joules: joules, fresh: fresh)
    }

    private func alone(fresh: Double = 40, launches: Double = 100, days: Double = 1) -> DeviceFigures {
        var figures = DeviceFigures()
        figures.days = days
        figures.launches = launches
        figures.fresh = fresh
        return figures
    }

    /// From 40 % for nothing: (10, 60 %), (30, 50 %: worse, left out), (50, 80 %).
    @Test func linesBetweenRuns() {
        let curve = Curve(points: [point(50, 0.8), point(30, 0.5), point(10, 0.6)], unfetched: alone())
        #expect(curve.rising.map(\.joules) == [10, 50])
        #expect(curve.joules(at: 0.3) == 0 && curve.joules(at: 0.5) == 5)
        #expect(abs((curve.joules(at: 0.7) ?? 0) - 30) < 1e-9)
        #expect(curve.joules(at: 0.81) == nil)
        #expect(curve.fresh(at: 5) == 0.5 && curve.fresh(at: 10) == 0.6 && curve.fresh(at: 1000) == 0.8)
        #expect(abs((curve.fresh(at: 30) ?? 0) - 0.7) < 1e-9)
        #expect(curve.fresh(at: -1) == nil)
    }

    /// Fetches that spare the foreground more than they cost: the curve begins below nothing.
    @Test func negativeEnergies() {
        let curve = Curve(points: [point(-2, 0.5), point(10, 0.7)], unfetched: alone())
        #expect(curve.rising.map(\.joules) == [-2, 10])
        #expect(curve.joules(at: 0.4) == -2)
        #expect(curve.fresh(at: -3) == nil && curve.fresh(at: -2) == 0.5)
    }

    /// N(1) = 50, N(10) = 800 over 100 launches: with 100 J, F <= min((50 + 100) / 100, (800 + 100) / 1000) = 0.9.
    @Test func theBoundIsTheDual() {
        let bound = BoundCurve(
            lines: [(1, 50), (10, 800)],
            unfetched: alone())
        #expect(abs(bound.fresh(at: 100) - 0.9) < 1e-12)
        #expect(abs(bound.fresh(at: 0) - 0.5) < 1e-12)
        #expect(bound.fresh(at: 1e9) == 1)
        #expect(abs(bound.joules(at: 0.9) - 100) < 1e-9)
        #expect(abs(bound.joules(at: 0.5) - 0) < 1e-9)
    }

    private func bench(devices: Int) throws -> CurveBench {
        let cases = (0..<UInt64(devices)).map { RandomCase(seed: 900 + $0) }
        let names = [
            "piggyback", "jobscheduler:flex=0.2", "nutch-0.2:start=600", "adaptive", "piggyback-60",
            "clairvoyant",
        ]
        let choices = try names.map { try #require(PolicyChoice($0)) }
        let settings = Bench(
            trace: "", devices: [], policies: [], radios: [.lte, .wifi], values: [1, 20, 400],
            rules: .warm(0), seed: 5)
        var bench = CurveBench(
            traces: [("a", cases.map(\.trace))], subjects: CurveSubject.subjects(choices), of: settings)
        bench.resamples = 40
        return bench
    }

    @Test func everyRunIsBelowTheBoundAndWhatIsFixedStays() async throws {
        let reports = try await bench(devices: 3).run(jobs: 2)
        #expect(reports.map(\.radio) == ["lte", "wifi"])
        for report in reports {
            // A family twice is one curve, and the dial is not part of its name.
            #expect(
                report.families.map(\.name) == [
                    "piggyback", "jobscheduler:flex=0.2", "nutch:start=600", "adaptive",
                ])
            #expect(report.families[1].curve.points[0].name == "jobscheduler-259200:flex=0.2")
            #expect(report.families[3].curve.points.map(\.name) == ["V=1", "V=20", "V=400"])
            for family in report.families {
                #expect(family.curve.points.count >= 3)
                for point in family.curve.points {
                    #expect(point.fresh <= report.bound.fresh(at: point.joules) + 1e-6, "\(point)")
                    #expect(point.joules >= report.bound.joules(at: point.fresh) - 1e-6, "\(point)")
                }
                #expect(family.areaToBound.value ?? -1 >= -1e-6)
            }
        }
    }

    @Test func intervalsHoldTheFigureAndDoNotDependOnTheWorkers() async throws {
        let bench = try bench(devices: 3)
        let one = try await bench.run(jobs: 1)
        let two = try await bench.run(jobs: 2)
        for (left, right) in zip(one, two) {
            for (family, same) in zip(left.families, right.families) {
                #expect(family.curve.points == same.curve.points && family.areaToBound == same.areaToBound)
                #expect(
                    family.joulesAtLevel == same.joulesAtLevel && family.freshAtBudget == same.freshAtBudget)
                let interval = try #require(family.areaToBound.interval)
                #expect(interval.contains(try #require(family.areaToBound.value)))
                #expect(interval.lowerBound < interval.upperBound)
            }
        }
        let single = try await self.bench(devices: 1).run(jobs: 1)
        #expect(single.allSatisfy { $0.families.allSatisfy { $0.areaToBound.interval == nil } })
    }

    /// Several traces: each by itself as if alone, and all together.
    @Test func tracesArePooled() async throws {
        let first = RandomCase(seed: 900).trace
        let second = RandomCase(seed: 901).trace
        var bench = try bench(devices: 1)
        let alone = try await bench.run(jobs: 1)
        bench.traces = [("a", [first]), ("b", [second])]
        let reports = try await bench.run(jobs: 2)
        #expect(reports.map(\.trace) == ["a", "a", "b", "b", "2 traces", "2 traces"])
        #expect(reports.map(\.isPooled) == [false, false, false, false, true, true])
        for (report, same) in zip(reports, alone) {
            #expect(report.families.map(\.curve.points) == same.families.map(\.curve.points))
        }
        #expect(reports[4].devices == 2)
    }

    /// A rival that is fresher for the same energy is named, one that is dearer than all of the engine's runs is not.
    @Test func rivalsAboveAreNamed() {
        let engine = Curve(points: [point(10, 0.5), point(110, 0.7)], unfetched: alone())
        let rival = Curve(
            points: [point(5, 0.44), point(60, 0.6005), point(80, 0.68), point(200, 0.9)], unfetched: alone())
        #expect(CurveReport.above(engine, [("rival", rival)]) == ["80.0"])
        #expect(CurveReport.above(rival, [("engine", engine)]) == ["10.0"])
    }
}
