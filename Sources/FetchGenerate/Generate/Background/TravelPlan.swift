import FetchSched

/// The journeys of one device to other zones, and what they make of its clock.
///
/// The user lives by the local clock, which jumps with each journey; the trace counts elapsed time. A *local* time
/// is in seconds by the device's clock since the start of the trace, an *elapsed* time in seconds that passed since
/// then. At home, until the first journey, they are the same.
///
/// During a flight the phone has no network, and is not used; local times in between are spread over the flight.
struct TravelPlan: Sendable {
    struct Flight: Sendable {
        /// Local time of the departure, by the clock that was left.
        let departure: Double
        /// Local time of the arrival, by the new clock.
        let arrival: Double
        /// Seconds east of UTC from the arrival on.
        let zone: Int
        /// Whether this is the way back home.
        let isReturn: Bool
    }

    /// Time in the air in addition to that for the distance, in seconds: 2.5 h.
    private static let baseSeconds = 9_000.0
    /// Time in the air per second of difference in time. An assumption; a jet crosses an hour of it in about one.
    private static let secondsPerShift = 0.9
    /// The local clock goes on by at least this much during a flight, in seconds.
    private static let shortestByTheClock = 1_800.0

    /// The flights in order, an outward one and a return by turns.
    let flights: [Flight]
    private let home: Int

    /// A user who stays in the zone.
    init(home: Int) {
        self.home = home
        flights = []
    }

    init(home: Int, parameters: PlaceParameters, days: Int, sampler: inout Sampler) {
        self.home = home
        var flights: [Flight] = []
        let destinations = parameters.destinations.filter { $0 != home }
        if let mean = parameters.daysBetweenJourneys, mean > 0, !destinations.isEmpty {
            var day = 1 + Int(sampler.unit() * mean)
            while day < days {
                let zone = destinations[sampler.integer(0...(destinations.count - 1))]
                let back = day + Swift.max(1, sampler.integer(parameters.journeyDays))
                for (start, target, from) in [(day, zone, home), (back, home, zone)] {
                    let departure = Double(start) * 86_400 + sampler.uniform(32_400...57_600).rounded(.down)
                    let shift = Double(target - from)
                    let byTheClock =
                        TravelPlan.baseSeconds + TravelPlan.secondsPerShift * shift.magnitude + shift
                    let arrival =
                        departure + Swift.max(TravelPlan.shortestByTheClock, byTheClock.rounded(.up))
                    flights.append(
                        Flight(
                            departure: departure, arrival: arrival, zone: target, isReturn: target == home))
                }
                day = back + 2 + Int(sampler.exponential(mean: Swift.max(1, mean - 2)))
            }
        }
        self.flights = flights
    }

    /// The elapsed time at a local time; of a time during a flight, in proportion.
    ///
    /// - Complexity: O(flights).
    func elapsed(_ local: Double) -> Double {
        var shift = 0.0
        for flight in flights {
            guard local >= flight.departure else { break }
            let next = Double(flight.zone - home)
            if local < flight.arrival {
                let from = flight.departure - shift
                let to = flight.arrival - next
                let share = (local - flight.departure) / (flight.arrival - flight.departure)
                return from + share * (to - from)
            }
            shift = next
        }
        return local - shift
    }

    /// The flights as stretches of local time.
    var flightTimes: [Stretch] { flights.map { Stretch(start: $0.departure, end: $0.arrival) } }

    /// Times away from home in local time, each from an outward flight's departure to the return's arrival.
    var journeys: [Stretch] {
        stride(from: 0, to: flights.count - 1, by: 2).map {
            Stretch(start: flights[$0].departure, end: flights[$0 + 1].arrival)
        }
    }

    /// A `zone` event at each arrival, in local time.
    var zoneChanges: [Draft] {
        flights.map { Draft(time: $0.arrival, kind: .zone, value: .number(Double($0.zone))) }
    }
}
