import FetchHost
import FetchSched

/// A feed reader: asks for feeds, and keeps what is new.
struct Reader: Sendable {
    let client: FeedClient
    let journal: Journal
    /// Waits for the network; under a test clock no time passes meanwhile.
    var waiting:
        @Sendable (@Sendable () async throws -> FeedClient.Answer) async throws -> FeedClient.Answer =
            { try await $0() }

    /// Looks at a feed, in the background or because the user opened it.
    func sync(_ feed: String) async throws -> FetchResult {
        let validators = await journal.validators(of: feed)
        let answer = try await waiting { try await client.get(feed, validators) }
        switch answer.status {
        case 200:
            let document = try FeedDocument(answer.data)
            let count = try await journal.keep(document.items, answer.validators, of: feed)
            let interval = answer.maxAge ?? document.ttl.map { .seconds(60 * $0) }
            let result = count > 0 ? FetchResult.newData(bytes: answer.bytes) : .noData(bytes: answer.bytes)
            return result.serverInterval(interval ?? .zero)
        // What it says of the time for which the feed holds goes on.
        case 304: return .noData(bytes: answer.bytes).serverInterval(answer.maxAge)
        default: return .failed.serverWait(answer.retryAfter)
        }
    }
}
