/// Which columns of a CSV file say what, by the names in its header.
package struct ColumnMap: Sendable {
    package enum Role: String, CaseIterable, Sendable {
        /// When an app was opened; required. `A+B` is two columns, date and time of day.
        case time
        case app
        /// For how long, as a number or h:mm:ss.
        case duration
        /// Until when, written as the time is.
        case end
        case device
    }

    package var names: [Role: String] = [:]

    package init() {}

    /// An error in the text of a map.
    package struct Fault: Error, Sendable {
        /// The part that is wrong.
        package let found: String
        /// The text that was expected.
        package let expected: String
    }

    /// Reads `time=COLUMN,app=COLUMN,…`.
    package init(_ text: String) throws(Fault) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let role = Role(rawValue: String(sides[0])), !sides[1].isEmpty else {
                throw Fault(
                    found: String(part), expected: "one of time=, app=, duration=, end=, device= and a column"
                )
            }
            guard names[role] == nil else {
                throw Fault(found: "\(role.rawValue)= again", expected: "each part once")
            }
            names[role] = String(sides[1])
        }
        for role in [Role.time, .app] where names[role] == nil {
            throw Fault(found: "no \(role.rawValue)=", expected: "at least time= and app=")
        }
        if names[.duration] != nil, names[.end] != nil {
            throw Fault(found: "duration= and end=", expected: "one of them")
        }
    }
}
