import FetchHost
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
    ///   - asked: The source as it was before the request.
    ///   - moved: Its address behind permanent redirects.
    init(
        _ body: Data, _ response: HTTPURLResponse, of asked: HTTPSource, moved: URL, isConditional: Bool,
        at now: Date
    ) {
        status = response.statusCode
        self.body = body
        self.isConditional = isConditional
        var source = asked
        source.url = moved
        if Self.isWhole(status) {
            source.tag = Self.validator(response, "ETag")
            source.date = Self.validator(response, "Last-Modified")
            source.loaded = now
        }
        // A parked domain, or a server under maintenance, redirects for good to a page with nothing on it.
        let isTaken = moved == asked.url || (Self.isWhole(status) && !Self.isEmpty(body)) || status == 304
        self.source = isTaken ? source : asked
        interval = HTTPFreshness.interval(at: now) { response.value(forHTTPHeaderField: $0) }
        // The server's clock may be wrong, but it is one clock.
        let sent = response.value(forHTTPHeaderField: "Date").flatMap { Date(webText: $0) } ?? now
        wait = response.value(forHTTPHeaderField: "Retry-After").flatMap { Self.wait($0, sent: sent, now) }
    }

    /// Reads `Retry-After`: a number of seconds, a date, or, as some send it, seconds since 1970.
    private static func wait(_ text: String, sent: Date, _ now: Date) -> Duration? {
        if let number = HTTPFreshness.seconds(text) {
            return clamped(1e9..<1e10 ~= number ? number - now.timeIntervalSince1970 : number)
        }
        return Date(webText: text).map { clamped($0.timeIntervalSince(sent)) }
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

    /// Reads a whole or decimal number of seconds. Servers send numbers of any size, `inf` and `-1`.
    static func seconds(_ text: String) -> Duration? { HTTPFreshness.seconds(text).map(clamped) }

    /// The engine believes a week at most.
    static func clamped(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 7 * 86_400)) }
}
