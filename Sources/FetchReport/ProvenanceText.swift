import FetchSim
import FetchTrace

/// Where the data come from, as the trace says: above all, what was made up. No figure is shown without it.
enum ProvenanceText {
    /// Texts that are named, before their number is.
    private static let most = 3

    /// One text for all of them; nil if the traces say nothing.
    static func text(_ all: [Provenance], devices: Int, most: Int = .max) -> String? {
        guard !all.isEmpty else { return nil }
        let items = all.map {
            $0.devices < devices ? "\($0.text) (\($0.devices) of \(devices) devices)" : $0.text
        }
        let shown = items.prefix(most).joined(separator: "; ")
        return items.count > most ? "\(shown); and \(items.count - most) more" : shown
    }

    /// Lines below a title, for people.
    static func lines(_ all: [Provenance], devices: Int) -> [String] {
        text(all, devices: devices, most: most).map { Wrapped.lines($0) } ?? []
    }

    /// Lines about the traces of several comparisons together.
    static func lines(_ reports: [BenchReport]) -> [String] {
        var devices: [String: Int] = [:]
        var counts = ProvenanceCounts()
        for report in reports where devices.updateValue(report.devices, forKey: report.trace) == nil {
            counts.add(report.provenance)
        }
        return lines(counts.all, devices: devices.values.reduce(0, +))
    }

    static func json(_ all: [Provenance]) -> JSON {
        .list(all.map { .object(["text": .text($0.text), "devices": .whole($0.devices)]) })
    }
}
