import FetchSched

extension EngineError: CustomStringConvertible {
    /// The error in a few words, as in `unknown app 3`.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .noFetchUnderWay(let app): app.description + " has no fetch under way"
        case .vetoed(let app, let veto): app.description + ": " + veto.description
        case .outOfRange(let quantity, let value): quantity.text(value)
        case .notRunning(let app): app.description + " does not run"
        case .notMonitored(let app): app.description + " does not want to know of significant changes"
        case .invalidRegion(let region):
            "the radius of " + region.description + " is not above 0 and below 20,015 km"
        case .unknownRegion(let app, let region): app.description + " has no " + region.description
        case .unknownTask(let task): "unknown " + task.description
        case .unknownTransfer(let transfer): "unknown " + transfer.description
        case .taskEnded(let task): task.description + " has ended already"
        case .transferEnded(let transfer): transfer.description + " has ended already"
        case .tooMany(let item, let app, let limit):
            (app?.description ?? "all apps together") + ": no more than " + String(limit) + " "
                + item.rawValue
        }
    }
}

extension EngineError.Quantity {
    fileprivate func text(_ value: Double) -> String {
        let number = PlainText.number(value)
        return switch self {
        case .batteryLevel: "battery level " + number + " is not between 0 and 1"
        case .bytes: number + " bytes are less than none"
        case .joules: "energy " + number + " J is not finite, or below 0"
        case .zone: "time zone " + number + " s is not between -86400 and 86400"
        case .serverInterval: "server interval " + number + " s is below 0"
        case .requestPrice: "price " + number + " is not above 0"
        }
    }
}

extension SnapshotError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .notASnapshot: "not a snapshot"
        case .truncated(let found, let expected):
            "a truncated snapshot: " + String(found) + " of " + String(expected) + " bytes"
        case .damaged: "a damaged snapshot: its checksum is wrong"
        case .newerVersion(let found, let supported):
            "a snapshot of version " + String(found) + "; this library reads up to " + String(supported)
        case .otherConfiguration:
            "a snapshot of a configuration that counts differently: another session gap, or another kind of network "
                + "(always on or not); restore it under its own configuration, or start without it"
        case .missingHostBytes: "a snapshot without the host's bytes"
        case .invalid(let byte): "an invalid snapshot: no such state, before byte " + String(byte)
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// The field, its value and its range, as in `lowBatteryLevel is 20; expected 0 to 1`.
    public var description: String {
        field + " is " + PlainText.number(value) + "; expected " + PlainText.number(range.lowerBound) + " to "
            + PlainText.number(range.upperBound) + (unit.isEmpty ? "" : " " + unit)
    }
}
