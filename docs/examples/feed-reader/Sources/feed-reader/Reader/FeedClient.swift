import FetchSched
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks for feeds over HTTP, only for what is new, and says what the servers want.
struct FeedClient: Sendable {
    /// What to ask with the next time.
    struct Validators: Hashable, Sendable {
        var tag: String?
        var date: String?
    }

    /// What came.
    struct Answer: Sendable {
        var status: Int
        var data: Data
        var validators: Validators
        /// `Cache-Control: max-age`.
        var maxAge: Duration?
        /// `Retry-After`, in seconds or as a date.
        var retryAfter: Duration?

        /// What was moved, headers roughly included.
        var bytes: Int64 { Int64(data.count) + 300 }
    }

    private let server: String
    private let name: String
    private let session: URLSession
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - server: as in `http://127.0.0.1:8080`.
    ///   - name: how the client calls itself.
    ///   - timeout: after how many seconds without an answer it gives up.
    ///   - now: the time from which a date in `Retry-After` is counted.
    init(server: String, name: String, timeout: Double = 60, now: @escaping @Sendable () -> Instant) {
        self.server = server
        self.name = name
        self.now = now
        let configuration = URLSessionConfiguration.ephemeral
        // What the session keeps would answer for the server.
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    /// Asks for a feed, and follows where it has moved.
    func get(_ feed: String, _ validators: Validators) async throws -> Answer {
        guard let url = URL(string: "\(server)/feeds/\(feed)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue(name, forHTTPHeaderField: "User-Agent")
        request.setValue(validators.tag, forHTTPHeaderField: "If-None-Match")
        request.setValue(validators.date, forHTTPHeaderField: "If-Modified-Since")
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Answer(
            status: response.statusCode, data: data,
            validators: Validators(
                tag: response.value(forHTTPHeaderField: "ETag"),
                date: response.value(forHTTPHeaderField: "Last-Modified")),
            maxAge: response.value(forHTTPHeaderField: "Cache-Control").flatMap(maxAge),
            retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap(retryAfter))
    }

    private func maxAge(_ text: String) -> Duration? {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            if pair.count == 2, pair[0].lowercased() == "max-age", let seconds = Int(pair[1]), seconds >= 0 {
                return .seconds(seconds)
            }
        }
        return nil
    }

    private func retryAfter(_ text: String) -> Duration? {
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
        return Dates.time(text).map { .milliseconds(max(0, ($0 - now()).milliseconds)) }
    }
}
