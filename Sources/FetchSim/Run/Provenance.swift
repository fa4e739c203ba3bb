/// Where data of a trace come from, as its `provenance` lines say: above all, what was made up.
public struct Provenance: Hashable, Sendable {
    /// The text of the trace.
    public let text: String
    /// How many devices it is said of.
    public let devices: Int
}

/// The texts of devices, counted.
package struct ProvenanceCounts: Sendable {
    private var devices: [String: Int] = [:]

    package init() {}

    /// Adds a device.
    mutating func add(_ texts: [String]) {
        for text in Set(texts) { devices[text, default: 0] += 1 }
    }

    /// Adds devices that were counted.
    package mutating func add(_ counted: [Provenance]) {
        for one in counted { devices[one.text, default: 0] += one.devices }
    }

    /// In an order that does not depend on that of the devices.
    package var all: [Provenance] {
        devices.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            Provenance(text: $0.key, devices: $0.value)
        }
    }
}
