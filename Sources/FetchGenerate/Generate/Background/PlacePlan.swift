/// Where the user of one device is, and when: at home, at work, in the gym, out, in a hotel, or on the way.
struct PlacePlan: Sendable {
    /// A place. Those with a region can be watched by apps.
    enum Place: String, Sendable {
        case home, work, gym, out, hotel

        var isWatched: Bool { self == .home || self == .work || self == .gym }
        var hasWiFi: Bool { self != .out }
    }

    /// A stay at a place, in local time.
    struct Stay: Sendable {
        let place: Place
        var times: Stretch
    }

    /// Shorter stays are not told, in seconds: 15 minutes.
    private static let shortestStay = 900.0
    /// Shortest way between two places, in seconds.
    private static let shortestWay = 600.0
    /// From home to a departure, and from an arrival to the next place, in seconds.
    private static let airportWay = 5_400.0

    /// The stays in order of time; between them the user is on the way.
    let stays: [Stay]

    init(
        parameters: PlaceParameters, calendar: LocalCalendar, travel: TravelPlan, sampler: inout Sampler
    ) {
        var stays: [Stay] = []
        var homeFrom = 0.0
        for day in 0..<calendar.days {
            let outings = PlacePlan.outings(
                of: day, isDayOff: calendar.isWeekend(day), parameters: parameters, sampler: &sampler)
            for outing in outings {
                let way = sampler.uniform(PlacePlan.shortestWay...2_700)
                if outing.place != .gym {
                    // From home; the gym follows work.
                    stays.append(
                        Stay(place: .home, times: Stretch(start: homeFrom, end: outing.times.start - way)))
                }
                stays.append(outing)
                homeFrom = outing.times.end + sampler.uniform(PlacePlan.shortestWay...3_600)
            }
        }
        let end = Double(calendar.days) * 86_400
        stays.append(Stay(place: .home, times: Stretch(start: homeFrom, end: end)))
        self.stays = PlacePlan.interrupted(stays, by: travel)
    }

    /// The stays away from home of one day.
    private static func outings(
        of day: Int, isDayOff: Bool, parameters: PlaceParameters, sampler: inout Sampler
    ) -> [Stay] {
        let midnight = Double(day) * 86_400
        func stay(_ place: Place, _ from: Double, _ to: Double) -> Stay {
            Stay(
                place: place,
                times: Stretch(
                    start: midnight + (from * 3_600).rounded(.down),
                    end: midnight + (to * 3_600).rounded(.down)))
        }
        func bounded(_ sampler: inout Sampler) -> Double { Swift.max(-2, Swift.min(2, sampler.normal())) }
        if isDayOff {
            guard sampler.bernoulli(parameters.outingShare) else { return [] }
            let from = 13 + 1.5 * bounded(&sampler)
            return [stay(.out, from, from + sampler.uniform(1...4.5))]
        }
        let from = 8.8 + 0.3 * bounded(&sampler)
        let to = 17.2 + 0.4 * bounded(&sampler)
        let isActive = sampler.bernoulli(parameters.gymShare)
        let gym = to + sampler.uniform(0.3...0.7)
        let duration = sampler.uniform(0.8...1.6)
        return [stay(.work, from, to)] + (isActive ? [stay(.gym, gym, gym + duration)] : [])
    }

    /// The stays with journeys instead of what they take the place of.
    private static func interrupted(_ stays: [Stay], by travel: TravelPlan) -> [Stay] {
        var result = stays
        for (number, journey) in travel.journeys.enumerated() {
            let away = Stretch(start: journey.start - airportWay, end: journey.end + airportWay)
            result = result.flatMap { stay -> [Stay] in
                [
                    Stretch(start: stay.times.start, end: Swift.min(stay.times.end, away.start)),
                    Stretch(start: Swift.max(stay.times.start, away.end), end: stay.times.end),
                ].map { Stay(place: stay.place, times: $0) }
            }
            // Nights in the hotel, from 19 h or the arrival to 9 h or the way to the airport.
            let arrival = travel.flights[2 * number].arrival + airportWay
            let departure = travel.flights[2 * number + 1].departure - airportWay
            let midnight = (arrival / 86_400).rounded(.down) * 86_400
            var evening =
                Stretch(start: 21_600, end: 68_400).contains(arrival - midnight) ? midnight + 68_400 : arrival
            while evening < departure {
                let morning = ((evening - 28_800) / 86_400).rounded(.down) * 86_400 + 86_400 + 32_400
                result.append(
                    Stay(place: .hotel, times: Stretch(start: evening, end: Swift.min(morning, departure))))
                evening = (morning / 86_400).rounded(.down) * 86_400 + 68_400
            }
        }
        return result.filter { $0.times.end - $0.times.start >= shortestStay }
            .sorted { $0.times.start < $1.times.start }
    }

    var ways: [Stretch] {
        zip(stays, stays.dropFirst()).map { Stretch(start: $0.times.end, end: $1.times.start) }
            .filter { $0.end > $0.start }
    }
}
