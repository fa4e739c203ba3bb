import FetchSched

/// The built-in power profiles; a new one is one entry here.
///
/// - `runJoules`: one core of a Pixel 4 at 1.9 GHz draws 0.64 W, those of a OnePlus 8 0.15 to 1.4 W (the makers'
///   published power_profile.xml, at 3.85 V). The CPU time is an assumption: 0.3 s on a little core, 0.6 s, 2.4 s.
/// - `coldStartJoules`: seven apps took 0.56 to 4.21 J from cold start to first frame, median 2.33
///   (fmy-fly/mobile_Scheduler_experiment). A background fetch draws nothing, so less is assumed.
/// - `requestBytes`: a TLS 1.2 handshake is 3.2 kB of records, a resumed one 0.3 kB; a "304 Not Modified" 0.2 to 1 kB.
/// - `handlingJoulesPerMB`, `awakeWatts`, `aliveProcesses`: assumptions.
extension PowerProfile {
    /// Every built-in profile, in the order in which they are listed to people.
    public static let all: [PowerProfile] = [standard, low, high, radioOnly, requests]

    /// The built-in profile of that name.
    public static func named(_ name: String) -> PowerProfile? { all.first { $0.name == name } }

    /// The default profile of every figure.
    public static let standard = PowerProfile(
        name: "default", source: "power_profile.xml of Pixel 4 and OnePlus 8; assumptions",
        costs: .standard)

    /// A frugal device with much memory.
    public static let low = PowerProfile(
        name: "low", source: "low end of the sources of 'default'",
        costs: PowerCosts(
            runJoules: 0.1, coldStartJoules: 0.5, handlingJoulesPerMB: 0, requestDownBytes: 800,
            requestUpBytes: 500, awakeWatts: 0.05, aliveProcesses: 30))

    /// Heavy apps on a device with little memory.
    public static let high = PowerProfile(
        name: "high", source: "high end of the sources of 'default'",
        costs: PowerCosts(
            runJoules: 1.5, coldStartJoules: 4, handlingJoulesPerMB: 0.5, requestDownBytes: 8000,
            requestUpBytes: 2000, awakeWatts: 0.3, aliveProcesses: 3))

    /// The radio alone: no real device, but what much of the literature counts.
    public static let radioOnly = PowerProfile(
        name: "radio-only", source: "none: nothing but the radio is counted", costs: PowerCosts())

    /// A server's price: each request costs 1, and nothing else anything. What is called a joule is then a request.
    public static let requests = PowerProfile(
        name: "requests", source: "none: a request is the unit", costs: PowerCosts(runJoules: 1))
}
