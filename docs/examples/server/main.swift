// A user reads three feeds on a server, which has no radio and no battery: four weeks of a test clock, the last three
// counted. Compares a host that follows docs/host.md with one that does not, and with polling.

import FetchSched

/// A line of the table. Requests are those that no user waited for.
func show(_ name: String, _ run: (Reader) async throws -> Void) async throws {
    let reader = Reader()
    try await run(reader)
    let counts = reader.counts
    func tenths(_ value: Double, _ width: Int) -> String {
        let number = Int((value * 10).rounded())
        let text = "\(number / 10).\(number % 10)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let padded = name + String(repeating: " ", count: max(0, 40 - name.count))
    let days = Double(Reader.days - 7)
    print(
        padded + tenths(Double(counts.requests) / days, 14)
            + tenths(100 * Double(counts.fresh) / Double(counts.openings), 9) + " %")
}

print(String(repeating: " ", count: 40) + "requests a day      fresh")
try await show("every hour") { try await $0.poll(every: 60) }
try await show("every 3 hours") { try await $0.poll(every: 180) }
try await show("FetchHost as on a phone, told no radio") { try await $0.host(FetchConfiguration()) }
try await show("FetchConfiguration.unmetered") { try await $0.host(.unmetered) }
for price in [0.4, 1.0, 2.0] {
    try await show("a price of \(price) J a request") { try await $0.host(pricedConfiguration(price)) }
}
