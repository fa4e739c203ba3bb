import FetchHost
import FetchSched
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let feed = URL(string: "https://www.swift.org/atom.xml")
var configuration = Configuration.unmetered  // no radio to tell of
configuration.power.runJoules = 0.2  // of a request, beside 20 for a fresh launch
let host = try FetchHost(configuration: configuration, storedAt: "reader.state", mostFetches: 4)
await host.add("swift.org", interval: .minimum) { _ in
    guard let feed else { return .failed }
    let (data, answer) = try await URLSession.shared.data(from: feed)
    guard (answer as? HTTPURLResponse)?.statusCode == 200 else { return .failed }
    return .newData(bytes: Int64(data.count))
}
try await host.run(onEvent: { print($0) }) {
    try await host.tell(.launch("swift.org"))
    try await host.tell(.endOfUse("swift.org"))
    try await Task.sleep(for: .seconds(3_600))  // your program
}
