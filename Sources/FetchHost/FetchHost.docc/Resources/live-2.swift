import FetchHost
import FetchSched
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let feed = URL(string: "https://www.swift.org/atom.xml")
let version = Mutex<String?>(nil)
var configuration = Configuration.unmetered  // no radio to tell of
configuration.power.runJoules = 0.2  // of a request, beside 20 for a fresh launch
let host = try FetchHost(configuration: configuration, storedAt: "reader.state", mostFetches: 4)
await host.add("swift.org", interval: .minimum) { context in
    guard let feed else { return .failed }
    var request = URLRequest(url: feed, timeoutInterval: Double(context.limit.components.seconds))
    request.setValue(version.withLock { $0 }, forHTTPHeaderField: "If-None-Match")
    let (data, answer) = try await URLSession.shared.data(for: request)
    guard let answer = answer as? HTTPURLResponse else { return .failed }
    switch answer.statusCode {
    case 304: return .noData(bytes: 300)
    case 200:
        version.withLock { $0 = answer.value(forHTTPHeaderField: "ETag") }
        return .newData(bytes: Int64(data.count))
    default:
        let wait = answer.value(forHTTPHeaderField: "Retry-After").flatMap { Double($0) }
        return .failed.serverWait(wait.map { .seconds($0) })
    }
}
try await host.run(onEvent: { print($0) }) {
    try await host.tell(.launch("swift.org"))
    try await host.tell(.endOfUse("swift.org"))
    try await Task.sleep(for: .seconds(3_600))  // your program
}
