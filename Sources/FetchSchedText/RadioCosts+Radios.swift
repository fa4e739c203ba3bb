import FetchSched

/// Costs of the radios of phones, as measured. The simulator's profiles have the same figures.
extension RadioCosts {
    /// LTE with the 5 s tail timer of one US network; powers as in ``lte``.
    ///
    /// Source: artifact of Narayanan et al., SIGCOMM 2021; Huang et al., MobiSys 2012.
    public static let lte5s = RadioCosts(
        promotion: Promotion(seconds: 0.26, joules: 0.26 * 1.210),
        tail: [TailStage(seconds: 5.0, watts: 1.060)], baseWatts: 1.28804, joulesPerByte: 0.05197 * 8e-6,
        uploadJoulesPerByte: 0.43839 * 8e-6, bytesPerSecond: 1_625_000)

    /// UMTS: a DCH tail, then a FACH tail from which a shorter promotion leads back.
    ///
    /// Source: AT&T ARO profile of the Samsung i997; slopes from Huang et al., MobiSys 2012.
    public static let umts3g = RadioCosts(
        promotion: Promotion(seconds: 2.0, joules: 2.0 * 0.650),
        tail: [
            TailStage(seconds: 4, watts: 1.300),
            TailStage(seconds: 10, watts: 0.300, promotion: Promotion(seconds: 1.5, joules: 1.5 * 0.800)),
        ],
        baseWatts: 0.8179, joulesPerByte: 0.1221 * 8e-6, uploadJoulesPerByte: 0.8690 * 8e-6,
        bytesPerSecond: 250_000)

    /// 5G, non-stand-alone.
    ///
    /// Source: Narayanan et al., SIGCOMM 2021.
    public static let nr5gNSA = RadioCosts(
        promotion: Promotion(seconds: 0.34, joules: 0.34 * 1.210),
        tail: [TailStage(seconds: 10.2, watts: 0.260)], baseWatts: 0.700, joulesPerByte: 0.0115 * 8e-6,
        uploadJoulesPerByte: 0.0322 * 8e-6, bytesPerSecond: 12_500_000)

    /// 5G, stand-alone: a connected tail, then RRC_INACTIVE, whose power (100 mW) is an assumption.
    ///
    /// Source: artifact of Narayanan et al., SIGCOMM 2021.
    public static let nr5gSA = RadioCosts(
        promotion: Promotion(seconds: 0.44, joules: 0.44 * 1.210),
        tail: [TailStage(seconds: 10.2, watts: 0.593), TailStage(seconds: 4.8, watts: 0.100)],
        baseWatts: 0.700, joulesPerByte: 0.0115 * 8e-6, uploadJoulesPerByte: 0.0322 * 8e-6,
        bytesPerSecond: 12_500_000)

    /// Wi-Fi with power saving.
    ///
    /// Source: Huang et al., MobiSys 2012.
    public static let wifi = RadioCosts(
        promotion: Promotion(seconds: 0.079, joules: 0.079 * 0.1244),
        tail: [TailStage(seconds: 0.238, watts: 0.1193)], baseWatts: 0.1329, joulesPerByte: 0.1370 * 8e-6,
        uploadJoulesPerByte: 0.2832 * 8e-6, bytesPerSecond: 3_750_000)

    /// The names that ``named(_:)`` accepts, as on the simulator's command line.
    public static let names = ["lte", "lte-5s", "3g", "5g-nsa", "5g-sa", "wifi", "wired"]

    /// Returns the costs of the radio of that name; nil if there is none.
    public static func named(_ name: some StringProtocol) -> RadioCosts? {
        let radios = [lte, lte5s, umts3g, nr5gNSA, nr5gSA, wifi, wired]
        return names.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { radios[$0] }
    }
}
