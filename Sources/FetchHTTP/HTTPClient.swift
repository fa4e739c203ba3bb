import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks servers for content, if it has changed.
///
///     let client = HTTPClient(named: "my-reader/1.0")
///     let answer = try await client.get(source)
///     return try await answer.result { body in
///         guard try store(body, answer.source) else { return .noData() }
///         return .newData(bytes: 0)
///     }
public struct HTTPClient: Sendable {
    /// Sends a request, and returns the answer without following redirects.
    public typealias Transport = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    private let name: String
    private let now: @Sendable () -> Date
    private let transport: Transport

    /// Makes a client on a `URLSession` of its own, which has no cache.
    ///
    /// - Parameters:
    ///   - name: The `User-Agent`.
    ///   - timeout: The longest wait for an answer to a request.
    ///   - now: The present time.
    public init(
        named name: String, timeout: Duration = .seconds(30), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        let session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        self.init(named: name, now: now) { request in
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (data, response)
        }
    }

    /// Makes a client on another library.
    public init(
        named name: String, now: @escaping @Sendable () -> Date = { Date() }, transport: @escaping Transport
    ) {
        self.name = name
        self.now = now
        self.transport = transport
    }

    /// Asks for a source, and follows up to five redirects.
    ///
    /// - Throws: `URLError`, or what the transport throws.
    public func get(_ source: HTTPSource) async throws -> HTTPAnswer {
        var (url, moved) = (source.url, source.url)
        let asked = now()
        let isRecent = source.loaded.map { asked.timeIntervalSince($0) < HTTPSource.longestUnchanged } ?? true
        let isConditional = isRecent && (source.tag != nil || source.date != nil)
        var (redirects, isAgain) = (0, false)
        while redirects <= 5 {
            var request = URLRequest(url: url)
            request.setValue(name, forHTTPHeaderField: "User-Agent")
            if isConditional {
                request.setValue(source.tag, forHTTPHeaderField: "If-None-Match")
                request.setValue(source.date, forHTTPHeaderField: "If-Modified-Since")
            }
            // A cache on the way may have answered what nobody asked.
            if isAgain { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
            let (data, response) = try await transport(request)
            if response.statusCode == 304, !isConditional, !isAgain {
                isAgain = true
                continue
            }
            guard [301, 302, 303, 307, 308].contains(response.statusCode),
                let location = response.value(forHTTPHeaderField: "Location")
            else {
                return HTTPAnswer(
                    data, response, of: source, moved: moved, isConditional: isConditional, at: now())
            }
            guard let target = URL(string: location, relativeTo: url)?.absoluteURL,
                ["http", "https"].contains(target.scheme?.lowercased() ?? "")
            else { throw URLError(.badURL) }
            // A permanent redirect behind a temporary one says nothing about the address that was asked.
            if moved == url, [301, 308].contains(response.statusCode) { moved = target }
            url = target
            redirects += 1
        }
        throw URLError(.httpTooManyRedirects)
    }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
