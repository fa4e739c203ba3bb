import FetchTrace
import FetchSim

extension Statistic {
    /// Stretches of use.
    static let sessionStatistics: [Statistic] = [
        Statistic(
            "session.perDay", "sessions", "/day", decimals: 1,
            measure: .mean { $0.days.map { Double($0.sessions) } }),
        Statistic(
            "session.seconds", "length of a session, median", "s", decimals: 0,
            measure: .sample { $0.sessions.map(\.seconds) }),
        Statistic(
            "session.secondsMean", "length of a session, mean", "s", decimals: 0,
            measure: .mean { $0.sessions.map(\.seconds) }),
        Statistic(
            "session.launches", "launches in a session, median", decimals: 0,
            measure: .sample { $0.sessions.map { Double($0.launches) } }),
        Statistic(
            "session.launchesMean", "launches in a session, mean",
            measure: .mean { $0.sessions.map { Double($0.launches) } }),
        .percent("session.within", "launches within a session", of: \.launches) {
            $0.previousInSession != nil
        },
        .percent(
            "session.again", "of these, the last app again",
            of: { $0.launches.filter { $0.previousInSession != nil } }
        ) { $0.previousInSession == $0.app },
    ]
}
