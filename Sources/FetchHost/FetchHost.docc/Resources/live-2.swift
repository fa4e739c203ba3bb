import FetchHTTP
import FetchHost
import FetchSched
import Foundation
import Synchronization

let source = Mutex(URL(string: "https://www.swift.org/atom.xml").map { HTTPSource($0) })
let client = HTTPClient(named: "reader/1.0")
var configuration = Configuration.unmetered  // no radio to tell of
configuration.power.runJoules = 0.2  // of a request, beside 20 for a fresh launch
let host = try FetchHost(configuration: configuration, storedAt: "reader.state", mostFetches: 4)
await host.add("swift.org", interval: .minimum) { _ in
    guard let known = source.withLock({ $0 }) else { return .failed }
    let answer = try await client.get(known)
    return try await answer.result { body in
        let feed = try FeedDocument(body)  // read and store it, and then the source
        source.withLock { $0 = answer.source }
        return .newData(bytes: 0).serverInterval(feed.ttl)
    }
}
try await host.run(onEvent: { print($0) }) {
    try await host.tell(.launch("swift.org"))
    try await host.tell(.endOfUse("swift.org"))
    try await Task.sleep(for: .seconds(3_600))  // your program
}
