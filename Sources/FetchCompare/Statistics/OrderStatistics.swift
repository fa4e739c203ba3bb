extension Statistic {
    /// What follows what.
    static let orderStatistics: [Statistic] = [
        Statistic("next.entropy0", "next app, given none before", "nats", .figure { $0.loss(0) }),
        Statistic("next.entropy1", "next app, given one before", "nats", .figure { $0.loss(1) }),
        Statistic("next.entropy2", "next app, given two before", "nats", .figure { $0.loss(2) }),
        Statistic("recency.place", "place in the recency list, median", "", decimals: 0, .sample(\.places)),
        .percent("recency.second", "launches of the last but one") { share($0.launches) { $0.place == 2 } },
        .percent("recency.third", "launches of the third last") { share($0.launches) { $0.place == 3 } },
        .percent("recency.beyond10", "launches beyond the last 10") { share($0.launches) { $0.place > 10 } },
        .percent("recency.never", "launches of an app never seen") { share($0.launches) { $0.place == 0 } },
        .percent("session.again", "previous app again, in a session") { slice in
            share(slice.launches.filter { $0.previousInSession != nil }) { $0.previousInSession == $0.app }
        },
        .percent("session.within", "launches within a session of one") { slice in
            share(slice.launches) { $0.previousInSession != nil }
        },
    ]
}

extension HabitSlice {
    /// Mean loss of the chain of that order after the warm-up, see ``AppChains``.
    func loss(_ order: Int) -> Double? {
        mean(launches.filter(\.isScored).map { $0.losses[order] })
    }

    /// Place of each app launched in the recency list; those never launched before are left out.
    var places: [Double] { launches.filter { $0.place > 0 }.map { Double($0.place) } }
}
