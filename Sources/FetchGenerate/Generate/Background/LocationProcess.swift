import FetchTrace

/// Location events of apps, and changes of network at the user's places. Local time.
struct LocationProcess: Sendable {
    /// Mean of what is added to ``PlaceParameters/crossingDelay``, in seconds.
    private static let meanExtraDelay = 15.0
    /// Longest delay of a crossing, in seconds; well below the shortest stay, so that crossings keep their order.
    private static let longestDelay = 120.0
    /// Probability that a way has a gap without network.
    private static let gapShare = 0.3

    let parameters: PlaceParameters
    let plan: PlacePlan
    let travel: TravelPlan
    var sampler: Sampler

    /// The changes of the network, in order, none in the same second as the one before and each to another state.
    mutating func networks() -> [Draft] {
        var result: [Draft] = []
        let flights = travel.flightTimes
        for stay in plan.stays {
            result.append(
                network(stay.times.start, stay.place.hasWiFi ? Words.Network.wifi : Words.Network.cellular))
            result.append(network(stay.times.end, Words.Network.cellular))
        }
        for way in plan.ways where way.end - way.start >= 600 {
            let isGap = sampler.bernoulli(LocationProcess.gapShare)
            let from = way.start + sampler.uniform(0.2...0.4) * (way.end - way.start)
            let to = from + sampler.uniform(60...(0.4 * (way.end - way.start)))
            let crossesFlight = flights.contains { $0.start < to && $0.end > from }
            guard isGap, !crossesFlight else { continue }
            result.append(network(from, Words.Network.none))
            result.append(network(to, Words.Network.cellular))
        }
        for flight in flights {
            result.append(network(flight.start, Words.Network.none))
            result.append(network(flight.end, Words.Network.cellular))
        }
        var last: EventValue?
        return result.inOrder().filter { draft in
            if draft.value == last { return false }
            last = draft.value
            return true
        }
    }

    private func network(_ time: Double, _ value: EventValue) -> Draft {
        Draft(time: time.rounded(.down), kind: .network, value: value)
    }

    /// The location events of all apps, in order. For each app and region `enter` and `exit` alternate, beginning
    /// with `enter`; significant changes of an app are at least five minutes apart by either clock.
    ///
    /// - Parameter apps: How many apps the device has.
    mutating func locations(apps count: Int) -> [Draft] {
        var result: [Draft] = []
        let order = sampler.shuffled(Array(0..<count))
        let watching = order.prefix(sampler.integer(parameters.regionApps))
        for app in watching {
            // Every watcher knows home; the other regions are the app's own choice.
            let knowsWork = sampler.bernoulli(0.7)
            let knowsGym = sampler.bernoulli(0.5)
            for stay in plan.stays where stay.place.isWatched {
                if stay.place == .work, !knowsWork { continue }
                if stay.place == .gym, !knowsGym { continue }
                for (time, word) in [
                    (stay.times.start, Words.Location.enter), (stay.times.end, Words.Location.exit),
                ] {
                    // The first state is known at once.
                    let delay = time > 0 ? crossingDelay() : 0
                    result.append(
                        Draft(
                            time: time + delay, kind: .location, app: app, label: (word, stay.place.rawValue))
                    )
                }
            }
        }
        for app in order.reversed().prefix(sampler.integer(parameters.significantApps)) {
            result += significantChanges(of: app)
        }
        return result.inOrder()
    }

    private mutating func crossingDelay() -> Double {
        let extra = sampler.exponential(mean: LocationProcess.meanExtraDelay)
        return Swift.min(LocationProcess.longestDelay, PlaceParameters.crossingDelay + extra).rounded(.up)
    }

    /// On the way, but not in the air.
    private mutating func significantChanges(of app: Int) -> [Draft] {
        var result: [Draft] = []
        var last = -Double.infinity
        for way in plan.ways {
            var time = way.start
            while true {
                time += PlaceParameters.shortestSignificant
                time += sampler.exponential(mean: parameters.meanSignificant).rounded(.up)
                guard time < way.end else { break }
                let isFlying = travel.flightTimes.contains { $0.contains(time) }
                let elapsed = travel.elapsed(time)
                guard !isFlying, elapsed - last >= PlaceParameters.shortestSignificant else { continue }
                last = elapsed
                result.append(
                    Draft(time: time, kind: .location, app: app, value: Words.Location.significant))
            }
        }
        return result
    }
}
