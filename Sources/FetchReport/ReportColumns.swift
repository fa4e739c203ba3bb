import FetchSim

package enum ReportColumns {
    /// Every figure: first those about fetches, then those about other background work.
    package static let all = fetches + updates + work

    package static let fetches: [ReportColumn] = [
        .init(
            "freshLaunchShare", "fresh", "%", scale: 100, 1,
            "launches that found nothing newer at the source", \.freshLaunchShare),
        .init(
            "launchValueShare", "worth", "%", scale: 100, 1,
            "worth of launches, as a part of V (--half-life)", \.launchValueShare),
        .init(
            "launchesPerDay", "launches", "/day", 1, "launches of apps", \.launchesPerDay),
        .init(
            "backgroundJoulesPerDay", "energy", "J/day", 1, "energy of fetches, compared with none",
            \.backgroundJoulesPerDay),
        .init(
            "netValueJoulesPerDay", "net value", "J/day", 1, "V for what launches are worth, less the energy",
            \.netValueJoulesPerDay),
        .init(
            "shareOfClairvoyant", "bound", "%", scale: 100, 1, "gain as a share of the clairvoyant gain",
            \.shareOfClairvoyant),
        .init(
            "wakeupsPerDay", "wakes", "/day", 1, "wakeups of the radio by fetches and other background work",
            \.wakeupsPerDay),
        .init(
            "promotionsPerDay", "promotions", "/day", 1, "wakeups of the sleeping radio, whatever the cause",
            \.promotionsPerDay),
        .init(
            "fetchesPerDay", "fetches", "/day", 0, "background fetches that came to an end", \.fetchesPerDay),
        .init(
            "noDataShare", "noData", "%", scale: 100, 0, "fetches that found nothing new", \.noDataShare),
        .init(
            "failedShare", "failed", "%", scale: 100, 0, "fetches that failed", \.failedShare),
        .init(
            "bytesPerDay", "data", "MB/day", scale: 1e-6, 1, "bytes that fetches transferred", \.bytesPerDay),
        .init(
            "copyAgeMinutes.mean", "age", "min", 0, "age of the copy at launches, mean",
            \.copyAgeMinutes?.mean),
        .init(
            "copyAgeMinutes.p50", "age p50", "min", 0, "age of the copy at launches, median",
            \.copyAgeMinutes?.p50),
        .init(
            "copyAgeMinutes.p95", "age p95", "min", 0, "age of the copy at launches, 95th percentile",
            \.copyAgeMinutes?.p95),
        .init(
            "staleMinutes.mean", "stale", "min", 0, "how long the copy had been out of date, mean",
            \.staleMinutes?.mean),
        .init(
            "staleMinutes.p50", "stale p50", "min", 0, "how long the copy had been out of date, median",
            \.staleMinutes?.p50),
        .init(
            "staleMinutes.p95", "stale p95", "min", 0, "how long it had been out of date, 95th percentile",
            \.staleMinutes?.p95),
        .init(
            "gainJoulesPerDay", "gain", "J/day", 1, "V x (launches made fresh) - energy",
            \.gainJoulesPerDay),
        .init(
            "usefulShare", "useful", "%", scale: 100, 0,
            "fetches that made a stale launch fresh", \.usefulShare),
        .init("requestsPerUseful", "per useful", "", 1, "requests for each useful one") {
            $0.usefulShare.flatMap { $0 > 0 ? 1 / $0 : nil }
        },
        .init(
            "batteryShare", "battery", "%/day", scale: 100, 2, "energy, as a share of a full battery",
            \.batteryShare),
        .init(
            "joulesByCause.radio", "radio", "J/day", 1, "energy of the radio",
            \.backgroundEnergyPerDay?.joules),
        .init(
            "joulesByCause.run", "run", "J/day", 1, "energy of the apps that run to fetch",
            \.fetchBillPerDay?.runJoules),
        .init(
            "joulesByCause.coldStart", "cold start", "J/day", 1, "energy of making the apps' processes",
            \.fetchBillPerDay?.coldStartJoules),
        .init(
            "joulesByCause.handling", "handling", "J/day", 1, "energy of parsing and storing content",
            \.fetchBillPerDay?.handlingJoules),
        .init(
            "joulesByCause.awake", "awake", "J/day", 1, "energy of the device kept awake, screen off",
            \.fetchBillPerDay?.awakeJoules),
        .init(
            "requestSpacingSeconds.least", "spacing", "s", 0, "least time between two requests of one app",
            \.requestSpacingSeconds?.least),
        .init(
            "requestSpacingSeconds.p50", "spacing p50", "s", 0, "median time between two requests of one app",
            \.requestSpacingSeconds?.p50),
        .init("intervalViolations", "violations", "", 0, "fetches that an app's interval forbade") {
            Double($0.intervalViolations)
        },
    ]

    /// The columns of ``all`` about updates, opened or not: for people, a table of their own on a network that is
    /// always on.
    package static let updates: [ReportColumn] = [
        .init(
            "updates.currentShare", "current", "%", scale: 100, 1,
            "time in which a source had no update missing", \.updates?.currentShare),
        .init(
            "updates.missingAgeMinutes", "missing", "min", 1,
            "age of the oldest missing update, mean over sources and time", \.updates?.missingAgeMinutes),
        .init(
            "updates.delayMinutes", "waited", "min", 1, "from an update to its arrival, mean",
            \.updates?.delayMinutes),
        .init(
            "updates.overwrittenShare", "overwritten", "%", scale: 100, 1,
            "updates replaced by a newer one before they arrived", \.updates?.overwrittenShare),
        .init(
            "updates.lostShare", "dropped", "%", scale: 100, 1,
            "updates pushed out by 20 newer ones before they arrived", \.updates?.lostShare),
    ]

    /// The columns of ``all`` about work other than fetches: for people, a table of their own if there is any.
    package static let work: [ReportColumn] = [
        .init(
            "work.pushDelaySecondsMean", "push delay", "s", 1, "from a push to its app, mean",
            \.work.pushDelaySeconds?.mean),
        .init(
            "work.pushDelaySecondsP95", "push p95", "s", 0, "from a push to its app, 95th percentile",
            \.work.pushDelaySeconds?.p95),
        .init(
            "work.pushesMergedPerDay", "merged", "/day", 1, "pushes merged with another",
            \.work.pushesMergedPerDay),
        .init(
            "work.pushesRefusedPerDay", "refused", "/day", 1, "pushes that were refused",
            \.work.pushesRefusedPerDay),
        .init(
            "work.locationWakesPerDay", "location", "/day", 1, "wakeups of apps by location",
            \.work.locationWakesPerDay),
        .init(
            "work.transfersFinishedShare", "transfers", "%", scale: 100, 1, "transfers that were finished",
            \.work.transfersFinishedShare),
        .init(
            "work.transferDelayMinutesMean", "delay", "min", 1, "until a transfer was finished, mean",
            \.work.transferDelayMinutes?.mean),
        .init(
            "work.transferDelayMinutesP95", "delay p95", "min", 0, "until it was finished, 95th percentile",
            \.work.transferDelayMinutes?.p95),
        .init(
            "work.taskSecondsDonePerDay", "tasks", "s/day", 0, "work of background tasks that was done",
            \.work.taskSecondsDonePerDay),
        .init(
            "work.taskSecondsLostPerDay", "lost", "s/day", 0, "work of background tasks that was lost",
            \.work.taskSecondsLostPerDay),
        .init(
            "work.terminationsPerDay", "ended", "/day", 1, "apps ended for running too long",
            \.work.terminationsPerDay),
        .init("work.runsPerDay", "runs", "/day", 1, "runs that the system granted", \.work.runsPerDay),
        .init(
            "work.budgetUse", "budget", "%", scale: 100, 0, "share of the energy budget used",
            \.work.budgetUse),
    ]

    /// The default columns of the table for people, which fits 80 columns.
    package static let usual = several(
        "fresh", "energy", "gain", "bound", "wakes", "fetches", "useful", "noData")

    /// The columns of ``work`` in the table for people.
    static let usualWork = several(
        "push-delay", "merged", "location", "transfers", "delay", "tasks", "lost", "runs", "budget")

    static let page = several(
        "fresh", "energy", "battery", "gain", "bound", "wakes", "fetches", "useful", "noData", "data", "stale"
    )

    /// The column of that key or short name, in any case; nil if there is none.
    package static func named(_ name: String) -> ReportColumn? {
        let wanted = name.lowercased()
        return all.first { $0.key.lowercased() == wanted || $0.shortName.lowercased() == wanted }
    }

    private static func several(_ names: String...) -> [ReportColumn] {
        names.compactMap { named($0) }
    }

    package static var listing: String {
        Listing.text(
            ["column", "unit", "key", "meaning"],
            all.map { [$0.shortName, $0.header.unit, $0.key, $0.meaning] })
    }
}
