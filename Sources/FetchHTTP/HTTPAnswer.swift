import FetchHost
import FetchPoll
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server's answer about a source.
public struct HTTPAnswer: Sendable {
    /// The status code.
    public let status: Int
    /// The content; empty if it has not changed.
    public let body: Data
    /// The source for the next request. Save it once the content is saved: a Wi-Fi's login page is an answer, too. A new
    /// permanent redirect counts only if there is content behind it.
    public let source: HTTPSource
    /// The least time between two fetches that the server asks for (`Cache-Control: max-age` or else `Expires`, less `Age`),
    /// at most a week; nil with `no-cache` and `no-store`.
    public let interval: Duration?
    /// How long the server asks to be left alone (`Retry-After`), at most a week.
    public let wait: Duration?

    /// Returns how long before the answer something was published, for ``FetchResult/changed(_:)``; zero for a date in the
    /// future.
    public func age(of published: Date) -> Duration {
        .seconds(max(0, (source.loaded ?? published).timeIntervalSince(published)))
    }

    /// Bytes that were moved, the headers estimated.
    public var bytes: Int64 { Int64(body.count) + 300 }

    /// Whether the request had validators, so that "not modified" has a meaning.
    private let isConditional: Bool

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - original: The source as it was before the request.
    ///   - moved: Its address behind permanent redirects.
    init(
        _ body: Data, _ response: HTTPURLResponse, of original: HTTPSource, moved: URL, isConditional: Bool,
        at now: Date
    ) {
        status = response.statusCode
        self.body = body
        self.isConditional = isConditional
        var source = original
        source.url = moved
        if Self.isWhole(status) {
            source.tag = Self.validator(response, "ETag")
            source.date = Self.validator(response, "Last-Modified")
            source.loaded = now
        }
        // A parked domain, or a server under maintenance, redirects for good to a page with nothing on it.
        let isTaken = moved == original.url || (Self.isWhole(status) && !Self.isEmpty(body)) || status == 304
        self.source = isTaken ? source : original
        let (headers, moment) = (WebAnswer(response), Int64(now.timeIntervalSince1970 * 1000))
        interval = headers.freshness(at: moment).map { .milliseconds($0) }
        wait = headers.wait(at: moment).map { .milliseconds($0) }
    }

    /// Whether the body is the content: 203 is what a proxy makes of a 200.
    private static func isWhole(_ status: Int) -> Bool { status == 200 || status == 203 }

    /// A validator is sent back with each request, so a huge one would have them refused.
    private static func validator(_ response: HTTPURLResponse, _ name: String) -> String? {
        response.value(forHTTPHeaderField: name).flatMap { $0.utf8.count <= 1000 ? $0 : nil }
    }

    /// Whether there is nothing in a body, or a feed without entries.
    private static func isEmpty(_ body: Data) -> Bool {
        if body.allSatisfy({ $0 <= 0x20 }) { return true }
        return (try? FeedDocument(body))?.entries.isEmpty ?? false
    }

    /// Returns what the answer means for the host of an engine.
    ///
    /// - Parameter read: Reads and saves new content. If its result has a `serverInterval`, as from a feed's `ttl`, it
    ///   holds if the server sends no `max-age`.
    /// - Throws: what `read` throws.
    public func result(_ read: (Data) async throws -> FetchResult) async rethrows -> FetchResult {
        switch status {
        case 200, 203:
            var result = try await read(body)
            result.bytes = bytes
            return result.serverInterval(interval ?? result.serverInterval ?? .zero)
        // An interval from the server's last full answer still holds.
        case 304 where isConditional: return .noData(bytes: bytes).serverInterval(interval)
        case 410: return .gone
        default: return .failed.serverWait(wait)
        }
    }
}

extension WebAnswer {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init(status: Int64(response.statusCode))
        for name in Self.counted {
            guard let value = response.value(forHTTPHeaderField: name) else { continue }
            add(Array(name.utf8), Array(value.utf8))
        }
    }
}
