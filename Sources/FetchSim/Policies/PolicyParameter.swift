import FetchSched
import FetchSchedText

/// A number that can be set about a policy by name, as in `nutch:increase=0.2`.
public struct PolicyParameter: Sendable {
    /// The name on the command line.
    public let name: String
    /// The value if none is given.
    public let defaultValue: Double
    /// The unit; empty for plain numbers and shares.
    public let unit: String
    /// Valid values.
    public let range: ClosedRange<Double>
    /// A few words on the parameter.
    public let summary: String

    /// Makes a parameter; its name has letters and digits only.
    public init(
        _ name: String, _ defaultValue: Double, _ unit: String = "", in range: ClosedRange<Double>,
        _ summary: String
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.unit = unit
        self.range = range
        self.summary = summary
    }

    /// A length of time, in seconds.
    public static func seconds(_ name: String, _ defaultValue: Double, _ summary: String) -> PolicyParameter {
        PolicyParameter(name, defaultValue, "s", in: 1...1e9, summary)
    }
}

/// A policy's parameters that were set, and the defaults for the rest.
public struct PolicySettings: Hashable, Sendable {
    /// Values that were set, by parameter.
    public private(set) var explicit: [String: Double]
    /// All values, by parameter. A handful: policies ask often, and a search is three times as fast as a hash.
    private let values: [Setting]

    private struct Setting: Hashable {
        var name: String
        var value: Double
    }

    package init(_ family: PolicyFamily, _ explicit: [String: Double] = [:]) {
        self.explicit = explicit
        values = family.parameters.map { Setting(name: $0.name, value: explicit[$0.name] ?? $0.defaultValue) }
    }

    /// The value of a parameter; 0 for one that the family does not have.
    public subscript(name: String) -> Double {
        for setting in values where setting.name == name { return setting.value }
        return 0
    }

    /// Sets those of the engine's parameters that were set here.
    package func apply(to configuration: inout FetchConfiguration) {
        for parameter in Parameter.tunable {
            guard let value = explicit[parameter.name] else { continue }
            // Ranges were checked when the policy was named.
            try? parameter.set(value, in: &configuration)
        }
    }

    /// A parameter that is a length of time.
    public func span(_ name: String) -> TimeSpan { .seconds(self[name]) }
}
