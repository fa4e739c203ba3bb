import Testing

@testable import FetchSched

/// Sources whose hours differ are asked when it is of most use.
@Suite struct LookAheadTests {
    /// A source whose updates come at a constant rate in its own time, which passes faster in some hours of the day.
    private struct Source {
        var perSecond: Double
        var hours: [Double]
        var rule: PollingRule
        /// The age of the present copy, and the time of day, in seconds.
        var age: Double
        var begin: Double

        init(_ random: inout SplitMix64) {
            perSecond = (0.3 + 8 * random.nextUnit()) / 86_400
            hours = (0..<24).map { _ in 0.0 }
            for hour in hours.indices {
                hours[hour] = random.nextUnit() < 0.4 ? 0.05 : 0.2 + 2 * random.nextUnit()
            }
            let mean = hours.reduce(0, +) / 24
            for hour in hours.indices { hours[hour] /= mean }
            (age, begin) = (43_200 * random.nextUnit(), 86_400 * random.nextUnit())
            // A cost at which the source is asked one to four times a day.
            let interval = 86_400 / (1 + 3 * random.nextUnit())
            let each = 0.1 * random.nextUnit()
            rule = PollingRule(
                value: 0, ageJoules: 1e-8, launchesLoad: false, launches: 0, updates: perSecond,
                emptyCost: 1e-8 * interval * interval * (0.2 + each) / 2, findCost: 0)
            rule.each = each
        }

        /// The source's own time since its copy was made, at a moment.
        func passed(_ moment: Double) -> Double { own(begin + moment) - own(begin - age) }

        private func own(_ time: Double) -> Double {
            let days = (time / 86_400).rounded(.down)
            var (left, sum) = (time - 86_400 * days, 86_400 * days)
            for hour in hours {
                sum += hour * min(3600, max(0, left))
                left -= 3600
            }
            return sum
        }

        func probability(_ passed: Double) -> Double { PortableMath.saturation(perSecond * passed) }

        /// What a copy that was made at a moment has cost at each full hour from then or from the first step on, by pieces of
        /// ten minutes.
        func costs(made: Double, hours: Int) -> [Double] {
            let (start, piece) = (passed(made), 600.0)
            var (now, stale, sum) = (made, 0.0, 0.0)
            var costs: [Double] = []
            while costs.count < hours {
                if now >= 0, (now / 3600 - (now / 3600).rounded()).magnitude < 1e-9 { costs.append(sum) }
                let next = now < 0 ? min(0, now + piece) : now + piece
                let gone = passed((now + next) / 2) - start
                stale += (next - now) * probability(gone)
                if now >= 0 { sum += (next - now) * rule.ageJoules * (stale + rule.each * gone) }
                now = next
            }
            return costs
        }
    }

    /// The cost of requests at best hours of the next six days, if the first one comes at each full hour.
    private static func naive(_ source: Source) -> [Double] {
        let hours = 6 * 24
        var later = [Double](repeating: 0, count: hours + 1)
        for hour in stride(from: hours - 1, through: 0, by: -1) {
            let costs = source.costs(made: Double(hour) * 3600, hours: min(37, hours - hour + 1))
            later[hour] =
                costs.indices.dropFirst().map {
                    costs[$0] + source.rule.emptyCost + later[hour + $0]
                }.min() ?? 0
        }
        return source.costs(made: -source.age, hours: 37).enumerated().map {
            $1 + source.rule.emptyCost + later[$0]
        }
    }

    /// Against all ways to ask at full hours of eight days, integrated finely: what the first request costs too much, in
    /// requests.
    @Test func nearlyAsGoodAsTryingAll() {
        var random = SplitMix64(seed: 20)
        var excess: [Double] = []
        for _ in 0..<8 {
            let source = Source(&random)
            var ahead = LookAhead()
            ahead.start(
                source.rule, interval: 28_800, passed: source.passed, demand: { _ in 1 },
                probability: source.probability)
            var copy = CopyAge()
            while copy.seconds < source.age {
                let next = min(source.age, copy.seconds + 600)
                let probability = source.probability(source.passed(next - source.age))
                copy.advance(to: next, somethingNew: probability, source.rule)
            }
            let wait = ahead.wait(with: copy, isDue: false) { source.probability(source.passed($0)) }
            let costs = Self.naive(source)
            let hour = min(costs.count - 2, Int(wait / 3600))
            let part = wait / 3600 - Double(hour)
            let cost = costs[hour] + part * (costs[hour + 1] - costs[hour])
            excess.append((cost - (costs.min() ?? 0)) / source.rule.emptyCost)
        }
        #expect(excess.reduce(0, +) / 8 < 0.02, "\(excess)")
        #expect(excess.allSatisfy { $0 < 0.1 }, "\(excess)")
    }

    /// Twenty sources post every two hours from eight to eight. Asked four times a day, they miss less than if each is asked
    /// every six hours, and hardly any request is made before they begin.
    @Test func asksByDay() throws {
        var configuration = FetchConfiguration.poller(requestsPerDay: 80)
        configuration.polling.jitter = 0
        var scheduler = Scheduler.with(apps: 20, configuration)
        var asked = [[FetchTime]](repeating: [], count: 20)
        let (scored, end) = (FetchTime.monday + .days(21), FetchTime.monday + .days(42))
        var now = FetchTime.monday
        while now < end {
            while let app = scheduler.nextFetch(at: now) {
                let last = asked[app.index].last ?? .monday
                let hasNew = Self.firstPost(after: last) <= now
                asked[app.index].append(now)
                try scheduler.complete(app, hasNew ? .newData : .noData, bytes: 900, at: now)
            }
            now = scheduler.nextWakeup(after: now) ?? end
        }
        let times = asked.joined().filter { $0 > scored }
        #expect((0.6...1.1).contains(Double(times.count) / (21 * 80)))
        let nights = times.filter { LocalClock().hour($0) < 8 }
        #expect(Double(nights.count) < 0.1 * Double(times.count), "\(nights.count) of \(times.count)")
        let evenly = asked.indices.map { app in
            (0..<42 * 4).map { FetchTime.monday + .hours(6 * Int64($0)) + .minutes(18 * Int64(app)) }
        }
        let (age, even) = (Self.missing(asked, from: scored), Self.missing(evenly, from: scored))
        #expect(age < 0.8 * even, "\(age), every six hours \(even) minutes")
    }

    private static func firstPost(after moment: FetchTime) -> FetchTime {
        let day = FetchTime.monday + .days((moment - .monday).milliseconds / 86_400_000)
        return (0..<14).lazy.map { day + .days($0 / 7) + .hours(8 + 2 * ($0 % 7)) }.first { $0 > moment }
            ?? day
    }

    /// The mean age of the oldest post that is out and not here, in minutes.
    private static func missing(_ asked: [[FetchTime]], from scored: FetchTime) -> Double {
        var (squares, seconds) = (0.0, 0.0)
        for times in asked {
            for (last, now) in zip(times, times.dropFirst()) where last > scored {
                let age = max(0, (now - firstPost(after: last)).seconds)
                squares += age * age / 2
                seconds += (now - last).seconds
            }
        }
        return squares / seconds / 60
    }
}
