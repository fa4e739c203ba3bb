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
    private let timeout: Duration
    private let limit: Int
    private let now: @Sendable () -> Date
    private let transport: Transport

    /// Makes a client on a `URLSession` of its own, which has no cache and keeps no cookies.
    ///
    /// - Parameters:
    ///   - name: The `User-Agent`.
    ///   - timeout: The longest time from a request to the end of its answer, redirects included.
    ///   - limit: The most bytes of an answer, unpacked.
    ///   - now: The present time.
    public init(
        named name: String, timeout: Duration = .seconds(30), limit: Int = 32_000_000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        let downloads = HTTPDownloads(limit: limit)
        // Taken before all else, as bytes that come faster than they are taken wait in memory.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .userInteractive
        let session = URLSession(configuration: configuration, delegate: downloads, delegateQueue: queue)
        self.init(named: name, timeout: timeout, limit: limit, now: now) { request in
            try await downloads.answer(to: request, in: session)
        }
    }

    /// Makes a client on another library.
    ///
    /// - Parameter transport: Ends when its task is cancelled, as it is after the timeout.
    public init(
        named name: String, timeout: Duration = .seconds(30), limit: Int = 32_000_000,
        now: @escaping @Sendable () -> Date = { Date() }, transport: @escaping Transport
    ) {
        (self.name, self.timeout, self.limit) = (name, timeout, limit)
        self.now = now
        self.transport = transport
    }

    /// Asks for a source, and follows up to five redirects, to `http` and `https` alone. A user and a password in its URL
    /// are sent to its host, and are in no error.
    ///
    /// - Throws: `URLError`, among them `timedOut` and `dataLengthExceedsMaximum`, or what the transport throws.
    public func get(_ source: HTTPSource) async throws -> HTTPAnswer {
        do {
            return try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
                group.addTask { try await answer(about: source) }
                group.addTask {
                    try await Task.sleep(for: timeout)
                    throw URLError(.timedOut)
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() ?? nil else { throw URLError(.unknown) }
                return answer
            }
        } catch {
            throw Self.discreet(error, source.url)
        }
    }

    private func answer(about source: HTTPSource) async throws -> HTTPAnswer {
        guard Self.isWeb(source.url) else { throw URLError(.unsupportedURL) }
        var (url, moved) = (source.url, source.url)
        let start = now()
        let isRecent = source.loaded.map { start.timeIntervalSince($0) < HTTPSource.longestUnchanged } ?? true
        let isConditional = isRecent && (source.tag != nil || source.date != nil)
        var (redirects, isAgain) = (0, false)
        while redirects <= 5 {
            var request = Self.request(for: url)
            request.setValue(name, forHTTPHeaderField: "User-Agent")
            if isConditional {
                request.setValue(source.tag, forHTTPHeaderField: "If-None-Match")
                request.setValue(source.date, forHTTPHeaderField: "If-Modified-Since")
            }
            // A cache on the way may have answered an unconditional request with 304.
            if isAgain { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
            let (data, response) = try await transport(request)
            guard data.count <= limit else { throw URLError(.dataLengthExceedsMaximum) }
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
            guard let target = Self.target(location, of: url) else { throw URLError(.badURL) }
            // A permanent redirect behind a temporary one says nothing about the address that was requested.
            if moved == url, [301, 308].contains(response.statusCode) { moved = target }
            url = target
            redirects += 1
        }
        throw URLError(.httpTooManyRedirects)
    }

    // Addresses

    private static func isWeb(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased() ?? "")
    }

    /// A request whose address has no user and password: these are in a header, so that they are in no error.
    private static func request(for url: URL) -> URLRequest {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let user = parts.user else {
            return URLRequest(url: url)
        }
        let credentials = Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
        (parts.user, parts.password) = (nil, nil)
        var request = URLRequest(url: parts.url ?? url)
        request.setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
        return request
    }

    /// The address of a redirect; nil if it is none of the web. The user and password go along to the same host, but not in
    /// the clear where they were not before.
    private static func target(_ location: String, of url: URL) -> URL? {
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, isWeb(target) else {
            return nil
        }
        guard let user = url.user, target.user == nil, target.host == url.host, target.port == url.port,
            target.scheme == url.scheme || target.scheme == "https",
            var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else { return target }
        let before = URLComponents(url: url, resolvingAgainstBaseURL: true)
        (parts.user, parts.password) = (before?.user ?? user, before?.password)
        return parts.url ?? target
    }

    /// An error of the network without the address, which may have a password or a token, but with its host.
    private static func discreet(_ error: any Error, _ url: URL) -> any Error {
        let code: URLError.Code
        if let error = error as? URLError {
            code = error.code
        } else if (error as NSError).domain == NSURLErrorDomain {
            code = (URLError.Code(rawValue: (error as NSError).code) as URLError.Code?) ?? .unknown
        } else {
            return error
        }
        let reason =
            switch code {
            case .timedOut: "the answer is not there in time"
            case .dataLengthExceedsMaximum: "the answer is larger than the limit"
            case .httpTooManyRedirects: "more than five redirects"
            case .badURL: "a redirect to an address that is none of the web"
            case .unsupportedURL: "an address that is none of the web"
            case .cannotFindHost: "there is no such host"
            case .cannotConnectToHost: "no connection"
            case .badServerResponse: "an answer that is none of HTTP"
            default: "error \(code.rawValue) of the network"
            }
        return URLError(
            code, userInfo: [NSLocalizedDescriptionKey: "\(url.scheme ?? "")://\(url.host ?? ""): \(reason)"])
    }
}
