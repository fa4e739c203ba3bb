/// The built-in radios; a new one is one entry here.
extension RadioProfile {
    /// Every built-in profile, in the order in which they are listed to people.
    public static let all: [RadioProfile] = [lte, lte5s, umts3g, nr5gNSA, nr5gSA, wifi, wired]

    /// The built-in profile of that name.
    public static func named(_ name: String) -> RadioProfile? {
        all.first { $0.name == name }
    }

    /// LTE with the measured 11.6 s tail.
    public static let lte = RadioProfile(
        name: "lte", source: "Huang et al., MobiSys 2012",
        promotion: Phase(seconds: 0.2601, watts: 1.2107),
        tail: [TailStage(seconds: 11.576, watts: 1.060)],
        baseWatts: 1.28804, downlinkWattsPerMbps: 0.05197, uplinkWattsPerMbps: 0.43839,
        downlinkMbps: 13, uplinkMbps: 6, roundTripSeconds: 0.070)

    /// LTE with the 5 s tail timer measured on one US network; powers as in ``lte``.
    public static let lte5s = RadioProfile(
        name: "lte-5s", source: "SIGCOMM 2021 artifact (tail timer); Huang et al., MobiSys 2012",
        promotion: Phase(seconds: 0.26, watts: 1.210),
        tail: [TailStage(seconds: 5.0, watts: 1.060)],
        baseWatts: 1.28804, downlinkWattsPerMbps: 0.05197, uplinkWattsPerMbps: 0.43839,
        downlinkMbps: 13, uplinkMbps: 6, roundTripSeconds: 0.070)

    /// UMTS: a DCH tail, then a FACH tail from which a shorter promotion leads back.
    public static let umts3g = RadioProfile(
        name: "3g", source: "AT&T ARO profile Samsung i997; slopes Huang et al., MobiSys 2012",
        promotion: Phase(seconds: 2.0, watts: 0.650),
        tail: [
            TailStage(seconds: 4, watts: 1.300),
            TailStage(seconds: 10, watts: 0.300, promotion: Phase(seconds: 1.5, watts: 0.800)),
        ],
        baseWatts: 0.8179, downlinkWattsPerMbps: 0.1221, uplinkWattsPerMbps: 0.8690,
        downlinkMbps: 2, uplinkMbps: 0.6, roundTripSeconds: 0.150)

    /// 5G, non-stand-alone.
    public static let nr5gNSA = RadioProfile(
        name: "5g-nsa", source: "Narayanan et al., SIGCOMM 2021",
        promotion: Phase(seconds: 0.34, watts: 1.210),
        tail: [TailStage(seconds: 10.2, watts: 0.260)],
        baseWatts: 0.700, downlinkWattsPerMbps: 0.0115, uplinkWattsPerMbps: 0.0322,
        downlinkMbps: 100, uplinkMbps: 30, roundTripSeconds: 0.030)

    /// 5G, stand-alone: a connected tail, then RRC_INACTIVE, from which an activity resumes at once. The
    /// power of RRC_INACTIVE (100 mW) is an assumption.
    public static let nr5gSA = RadioProfile(
        name: "5g-sa", source: "artifact of Narayanan et al., SIGCOMM 2021; RRC_INACTIVE power assumed",
        promotion: Phase(seconds: 0.44, watts: 1.210),
        tail: [TailStage(seconds: 10.2, watts: 0.593), TailStage(seconds: 4.8, watts: 0.100)],
        baseWatts: 0.700, downlinkWattsPerMbps: 0.0115, uplinkWattsPerMbps: 0.0322,
        downlinkMbps: 100, uplinkMbps: 30, roundTripSeconds: 0.030)

    /// Wi-Fi with power saving.
    public static let wifi = RadioProfile(
        name: "wifi", source: "Huang et al., MobiSys 2012",
        promotion: Phase(seconds: 0.079, watts: 0.1244),
        tail: [TailStage(seconds: 0.238, watts: 0.1193)],
        baseWatts: 0.1329, downlinkWattsPerMbps: 0.1370, uplinkWattsPerMbps: 0.2832,
        downlinkMbps: 30, uplinkMbps: 20, roundTripSeconds: 0.010)

    /// A cable of 100 Mbit/s: no radio, always on, at no cost. For servers, with the power profile `requests`.
    public static let wired = RadioProfile(
        name: "wired", source: "none: an always-on network", promotion: Phase(seconds: 0, watts: 0),
        tail: [],
        baseWatts: 0, downlinkWattsPerMbps: 0, uplinkWattsPerMbps: 0, downlinkMbps: 100, uplinkMbps: 100,
        roundTripSeconds: 0.010)
}
