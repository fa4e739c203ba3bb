import FetchHTTP
import FetchHost
import FetchSched
import Foundation

/// A feed reader: asks for feeds, and keeps what is new.
struct Reader: Sendable {
    /// As in `http://127.0.0.1:8080`.
    let server: String
    let client: HTTPClient
    let journal: Journal
    /// Waits for the network; under a test clock no time passes meanwhile.
    var waiting: @Sendable (@Sendable () async throws -> HTTPAnswer) async throws -> HTTPAnswer = {
        try await $0()
    }

    /// Looks at a feed, in the background or because the user opened it.
    func sync(_ feed: String) async throws -> FetchResult {
        guard let url = URL(string: "\(server)/feeds/\(feed)") else { throw URLError(.badURL) }
        let source = await journal.source(of: feed) ?? HTTPSource(url)
        let answer = try await waiting { try await client.get(source) }
        return try await answer.result { body in
            let document = try FeedDocument(body)
            let new = try await journal.keep(document.entries, answer.source, of: feed)
            let ages = new.compactMap { entry in entry.published.map { answer.age(of: $0) } }
            let result: FetchResult = new.isEmpty ? .noData() : .newData(bytes: 0)
            return result.changed(ages).serverInterval(document.ttl)
        }
    }
}
