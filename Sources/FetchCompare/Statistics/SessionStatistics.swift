extension Statistic {
    /// Stretches of use.
    static let sessionStatistics: [Statistic] = [
        Statistic("session.perDay", "sessions", "/day", decimals: 1, .figure { mean($0.days.map { Double($0.sessions) }) }),
        Statistic(
            "session.seconds", "length of a session, median", "s", decimals: 0, .sample { $0.sessions.map(\.seconds) }),
        Statistic(
            "session.meanSeconds", "length of a session, mean", "s", decimals: 0,
            .figure { mean($0.sessions.map(\.seconds)) }),
        Statistic(
            "session.launches", "launches in a session, mean", "",
            .figure { mean($0.sessions.map { Double($0.launches) }) }),
        Statistic(
            "session.launchSample", "launches in a session, median", "", decimals: 0,
            .sample { $0.sessions.map { Double($0.launches) } }),
    ]
}
