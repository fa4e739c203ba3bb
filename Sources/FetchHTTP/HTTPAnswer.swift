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
    /// The source for the next request. Save it once the content is saved: a Wi-Fi's login page is an answer, too.
    public let source: HTTPSource
    /// The least time between two fetches that the server asks for (`Cache-Control: max-age`), at most a week.
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

    init(_ body: Data, _ response: HTTPURLResponse, of asked: HTTPSource, at now: Date) {
        status = response.statusCode
        self.body = body
        var source = asked
        if status == 200 {
            source.tag = response.value(forHTTPHeaderField: "ETag")
            source.date = response.value(forHTTPHeaderField: "Last-Modified")
            source.loaded = now
        }
        self.source = source
        interval = response.value(forHTTPHeaderField: "Cache-Control").flatMap(Self.maxAge)
        // The server's clock may be wrong, but it is one clock.
        let sent = response.value(forHTTPHeaderField: "Date").flatMap { Date(webText: $0) } ?? now
        wait = response.value(forHTTPHeaderField: "Retry-After").flatMap { text in
            Self.seconds(text) ?? Date(webText: text).map { Self.clamped($0.timeIntervalSince(sent)) }
        }
    }

    /// Returns what the answer means for the host of an engine.
    ///
    /// - Parameter read: Reads and saves new content. If its result has a `serverInterval`, as from a feed's `ttl`, it
    ///   holds if the server sends no `max-age`.
    /// - Throws: what `read` throws.
    public func result(_ read: (Data) async throws -> FetchResult) async rethrows -> FetchResult {
        switch status {
        case 200:
            var result = try await read(body)
            result.bytes = bytes
            return result.serverInterval(interval ?? result.serverInterval ?? .zero)
        // An interval from the server's last full answer still holds.
        case 304: return .noData(bytes: bytes).serverInterval(interval)
        case 410: return .gone
        default: return .failed.serverWait(wait)
        }
    }

    private static func maxAge(_ text: String) -> Duration? {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            if pair.count == 2, pair[0].lowercased() == "max-age" {
                return seconds(pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"")))
            }
        }
        return nil
    }

    /// Reads a whole or decimal number of seconds. Servers send numbers of any size, `inf` and `-1`.
    static func seconds(_ text: String) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 }) else { return nil }
        return Double(text).map(clamped)
    }

    /// The engine believes a week at most.
    static func clamped(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 7 * 86_400)) }
}
