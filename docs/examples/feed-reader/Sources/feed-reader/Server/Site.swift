import FetchSched
import Synchronization

/// The server's answers and counts, without sockets.
final class Site: Sendable {
    struct Request: Sendable {
        var path: String
        var reader: String
        var ifNoneMatch: String?
        var ifModifiedSince: String?
    }

    struct Answer: Sendable {
        var status: Int
        var headers: [(String, String)] = []
        var body = ""
        /// Seconds before it comes; below 0 if it never does.
        var delay = 0.0
        /// Whether the connection is closed in the middle of the body.
        var breaksOff = false
    }

    /// Requests of one reader.
    struct Count: Sendable {
        var requests = 0
        var unchanged = 0
        var failed = 0
    }

    private struct State {
        var counts: [String: Count] = [:]
        var asked: [String: Int] = [:]
        var allowed: [String: FetchTime] = [:]
    }

    private let items: [String: [Item]]
    private let now: @Sendable () -> FetchTime
    private let hangs: Bool
    private let window: Int
    private let slowness: Double
    private let state = Mutex(State())

    /// - Parameters:
    ///   - window: how many items a feed shows.
    ///   - slowness: how many seconds the slow server takes.
    ///   - hangs: whether the slow server sometimes never answers.
    init(
        from begin: FetchTime, days: Int, window: Int = 40, slowness: Double = 0.2, hangs: Bool = false,
        now: @escaping @Sendable () -> FetchTime
    ) {
        items = Dictionary(
            uniqueKeysWithValues: Feed.all.map { ($0.name, $0.items(from: begin, days: days)) })
        self.now = now
        self.hangs = hangs
        self.window = window
        self.slowness = slowness
    }

    /// Entries published by now, oldest first.
    func published(in feed: String) -> ArraySlice<Item> {
        let now = now()
        let all = items[feed] ?? []
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].published <= now { low = middle + 1 } else { high = middle }
        }
        return all[..<low]
    }

    func count(of reader: String) -> Count { state.withLock { $0.counts[reader] ?? Count() } }

    func answer(_ request: Request) -> Answer {
        let answer = choose(request)
        state.withLock { state in
            state.counts[request.reader, default: Count()].requests += 1
            if answer.status == 304 { state.counts[request.reader, default: Count()].unchanged += 1 }
            if answer.status >= 400 || answer.breaksOff || answer.delay < 0 {
                state.counts[request.reader, default: Count()].failed += 1
            }
        }
        return answer
    }

    private func choose(_ request: Request) -> Answer {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.count == 2, let feed = Feed.all.first(where: { $0.name == parts[1] }) else {
            return Answer(status: 404)
        }
        if feed.trouble == .moved, parts[0] != "moved" {
            return Answer(status: 301, headers: [("Location", "/moved/\(feed.name)")])
        }
        // Which of this reader's requests for the feed it is decides what goes wrong.
        let key = "\(request.reader) \(feed.name)"
        let turn = state.withLock { state in
            state.asked[key, default: 0] += 1
            return state.asked[key] ?? 0
        }
        let now = now()
        switch feed.trouble {
        case .throttles:
            let allowed = state.withLock { state in
                let allowed = state.allowed[key] ?? .distantPast
                if allowed <= now { state.allowed[key] = now + .minutes(20) }
                return allowed
            }
            if allowed > now {
                let seconds = Int((allowed - now).seconds.rounded(.up))
                return Answer(status: 429, headers: [("Retry-After", "\(seconds)")])
            }
        case .fails where turn % 10 == 3:
            return Answer(status: 503, headers: [("Retry-After", Dates.http(now + .minutes(45)))])
        case .fails where turn % 10 == 8: return Answer(status: 500)
        default: break
        }
        var answer = document(of: feed, request)
        switch feed.trouble {
        case .slow: answer.delay = hangs && turn % 3 == 2 ? -1 : slowness
        case .breaksOff where turn % 4 == 3 && answer.status == 200: answer.breaksOff = true
        case .garbles where turn % 6 == 4: answer.body = "<rss><channel><item>&nonsense;<"
        default: break
        }
        return answer
    }

    /// The feed, or that it has not changed.
    private func document(of feed: Feed, _ request: Request) -> Answer {
        let all = published(in: feed.name)
        var answer = Answer(status: 200)
        let tag = "\"\(all.count)\""
        let date = Dates.http(all.last?.published ?? .epoch)
        if feed.validators.contains(.tag) { answer.headers.append(("ETag", tag)) }
        if feed.validators.contains(.date) { answer.headers.append(("Last-Modified", date)) }
        if let maxAge = feed.maxAge { answer.headers.append(("Cache-Control", "max-age=\(maxAge)")) }
        // A tag goes before a date (RFC 9110, section 13.2.2).
        let isSame =
            feed.validators.contains(.tag) && request.ifNoneMatch != nil
            ? request.ifNoneMatch == tag
            : feed.validators.contains(.date) && request.ifModifiedSince == date
        if isSame {
            answer.status = 304
            return answer
        }
        let shown = all.suffix(window).reversed()
        answer.headers.append(("Content-Type", feed.isAtom ? "application/atom+xml" : "application/rss+xml"))
        answer.body = feed.isAtom ? atom(feed, shown) : rss(feed, shown)
        return answer
    }

    private func rss(_ feed: Feed, _ items: some Sequence<Item>) -> String {
        var text = "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>\(feed.name)</title>\n"
        if let ttl = feed.ttl { text += "<ttl>\(ttl)</ttl>\n" }
        for item in items {
            text += "<item><guid isPermaLink=\"false\">\(item.id)</guid><title>News &amp; more</title>"
            text += "<pubDate>\(Dates.http(item.published))</pubDate></item>\n"
        }
        return text + "</channel></rss>\n"
    }

    private func atom(_ feed: Feed, _ items: some Sequence<Item>) -> String {
        var text = "<?xml version=\"1.0\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">"
        text += "<title>\(feed.name)</title>\n"
        for item in items {
            text += "<entry><id>\(item.id)</id><title>News &amp; more</title>"
            text += "<updated>\(Dates.atom(item.published))</updated></entry>\n"
        }
        return text + "</feed>\n"
    }
}
