import FetchHTTP
import FetchHost
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers of servers, good and bad, without a network.
@Suite struct HTTPClientTests {
    private static let now = Date(timeIntervalSince1970: 1_704_096_000)  // 2024-01-01T08:00:00Z

    private struct Reply {
        var status = 200
        var headers: [String: String] = [:]
        var body = ""
    }

    /// A client whose server answers by path; each request is written down as its path and validators.
    private final class Server: Sendable {
        let requests = Mutex<[String]>([])
        let replies: [String: Reply]

        init(_ replies: [String: Reply]) { self.replies = replies }

        func client(at time: Date = now) -> HTTPClient {
            HTTPClient(named: "test", now: { time }) { request in
                let url = try #require(request.url)
                let validators = ["If-None-Match", "If-Modified-Since"].compactMap {
                    request.value(forHTTPHeaderField: $0)
                }
                self.requests.withLock { $0.append(([url.path] + validators).joined(separator: " ")) }
                let reply = self.replies[url.path] ?? Reply(status: 404)
                let response = try #require(
                    HTTPURLResponse(
                        url: url, statusCode: reply.status, httpVersion: nil, headerFields: reply.headers))
                return (Data(reply.body.utf8), response)
            }
        }
    }

    private func source(_ path: String) throws -> HTTPSource {
        HTTPSource(try #require(URL(string: "http://example.org" + path)))
    }

    /// What the host hears of an answer with such headers; content is always new, with a `ttl` of an hour.
    private func result(_ status: Int, _ headers: [String: String]) async throws -> FetchResult {
        let server = Server(["/feed": Reply(status: status, headers: headers, body: "news")])
        return try await server.client().get(source("/feed")).result { body in
            #expect(body == Data("news".utf8))
            return .newData(bytes: 0).serverInterval(.seconds(3600))
        }
    }

    @Test func asksOnlyForWhatIsNew() async throws {
        let headers = ["ETag": "\"1\"", "Last-Modified": "Mon, 01 Jan 2024 07:00:00 GMT"]
        let whole = Server(["/feed": Reply(headers: headers, body: "x")])
        let first = try await whole.client().get(source("/feed"))
        #expect(first.source.tag == "\"1\"" && first.source.loaded == Self.now)
        let same = Server(["/feed": Reply(status: 304)])
        let second = try await same.client().get(first.source)
        #expect(same.requests.withLock { $0 } == ["/feed \"1\" Mon, 01 Jan 2024 07:00:00 GMT"])
        #expect(second.source == first.source)
        #expect(await second.result { _ in .failed } == .noData(bytes: 300))
        // After a week the whole is asked for, in case that the tag is stuck.
        _ = try await same.client(at: Self.now + 604_800).get(first.source)
        #expect(same.requests.withLock { $0.last } == "/feed")
        let saved = try JSONDecoder().decode(HTTPSource.self, from: JSONEncoder().encode(first.source))
        #expect(saved == first.source)
    }

    @Test(
        arguments: [
            // Permanent ones are kept, as far as all before them are.
            (["/a": (301, "/b"), "/b": (308, "http://example.org/c")], "/c", "/c"),
            (["/a": (302, "/b"), "/b": (301, "/c")], "/c", "/a"),
            (["/a": (301, "/b"), "/b": (307, "/c"), "/c": (301, "/d")], "/d", "/b"),
        ] as [([String: (Int, String)], String, String)])
    func redirects(_ moves: [String: (Int, String)], _ found: String, _ kept: String) async throws {
        var replies = moves.mapValues { Reply(status: $0.0, headers: ["Location": $0.1]) }
        replies[found] = Reply(body: "x")
        let answer = try await Server(replies).client().get(source("/a"))
        #expect(answer.status == 200 && answer.source.url.path == kept)
    }

    @Test(arguments: ["/loop", "file:///etc/passwd", "mailto:a@example.org"])
    func badRedirects(_ location: String) async throws {
        let server = Server(["/loop": Reply(status: 301, headers: ["Location": location])])
        await #expect(throws: URLError.self) { try await server.client().get(source("/loop")) }
    }

    @Test(
        arguments: [
            ("120", 120.0), ("1.5", 1.5), ("999999999999999999999", 604_800),
            ("9223372036854775807", 604_800),
            ("Mon, 01 Jan 2024 08:10:00 GMT", 600), ("Sunday, 06-Nov-94 08:49:37 GMT", 0), ("inf", nil),
            ("120, 60", 120), ("1704096600", 600), ("1704000000", 0), ("nan", nil), ("-5", nil),
            ("1e30", nil), ("", nil), ("soon", nil),
        ] as [(String, Double?)])
    func retryAfter(_ text: String, _ seconds: Double?) async throws {
        #expect(
            try await result(429, ["Retry-After": text])
                == FetchResult.failed.serverWait(seconds.map { .seconds($0) }))
    }

    /// Where the server says what time it is, a date counts from there.
    @Test func retryAfterByTheServersClock() async throws {
        let headers = [
            "Date": "Mon, 01 Jan 2029 00:00:00 GMT", "Retry-After": "Mon, 01 Jan 2029 00:05:00 GMT",
        ]
        #expect(try await result(503, headers) == .failed.serverWait(.seconds(300)))
    }

    @Test(
        arguments: [
            ("max-age=600", 600.0), ("public, MAX-AGE=\"600\"", 600),
            ("max-age=99999999999999999999", 604_800),
            ("max-age=0", 0), ("max-age=-1", 3600), ("no-cache", 3600), ("max-age=inf", 3600), (nil, 3600),
            ("no-cache, max-age=315360000", 3600), ("max-age=600, no-store", 3600),
            ("s-maxage=60, max-age=600", 600),
            ("max-age=60, max-age=7200", 60), ("private=\"a, max-age=5\", max-age=600", 600),
            ("no-cache=\"Set-Cookie, no-store\", max-age=600", 600),
            ("x=\"a\\\", no-store\", max-age = 600", 600),
        ] as [(String?, Double)])
    func intervals(_ text: String?, _ seconds: Double) async throws {
        let expected = FetchResult.newData(bytes: 304).serverInterval(.seconds(seconds))
        #expect(try await result(200, text.map { ["Cache-Control": $0] } ?? [:]) == expected)
    }

    @Test(
        arguments: [
            (["Cache-Control": "max-age=3600", "Age": "3500"], 100),
            (["Cache-Control": "max-age=60", "Age": "999"], 0),
            (["Cache-Control": "max-age=600", "Age": "soon"], 600),
            (
                [
                    "Cache-Control": "max-age=" + String(repeating: "9", count: 400),
                    "Age": String(repeating: "9", count: 400),
                ], 0
            ),
            (["Cache-Control": "max-age=31536000", "Age": "31535900"], 100),
            (["Expires": "Mon, 01 Jan 2024 08:10:00 GMT"], 600), (["Expires": "0"], 0),
            (["Expires": "Thu, 19 Nov 1981 08:52:00 GMT"], 0),
            (
                [
                    "Expires": "Mon, 01 Jan 2029 06:00:00 GMT", "Date": "Mon, 01 Jan 2029 05:00:00 GMT",
                    "Age": "600",
                ], 3000
            ),
            (["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"], 604_800),
            (["Expires": "Mon, 01 Jan 2024 08:10:00 GMT", "Cache-Control": "max-age=60"], 60),
            (["Expires": "Mon, 01 Jan 2024 08:10:00 GMT", "Cache-Control": "public"], 600),
            (["Expires": "Mon, 01 Jan 2024 08:10:00 GMT", "Cache-Control": "no-cache"], 3600),
        ] as [([String: String], Double)])
    func freshness(_ headers: [String: String], _ seconds: Double) async throws {
        let expected = FetchResult.newData(bytes: 304).serverInterval(.seconds(seconds))
        #expect(try await result(200, headers) == expected)
        // A proxy may have changed it, but it is the content.
        #expect(try await result(203, headers) == expected)
    }

    /// A 304 without a question: a cache on the way may answer so. The whole is asked for once more, past the cache.
    @Test func unaskedNotModified() async throws {
        let answers = Mutex([304, 304, 304, 200])
        let client = HTTPClient(named: "test") { request in
            let status = answers.withLock { $0.removeFirst() }
            #expect(
                request.value(forHTTPHeaderField: "Cache-Control") == (status == 200 ? "no-cache" : nil)
                    || status == 304)
            let url = try #require(request.url)
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
            return (Data("x".utf8), try #require(response))
        }
        let stuck = try await client.get(source("/feed"))
        #expect(await stuck.result { _ in .noData() } == .failed)
        #expect(try await client.get(source("/feed")).status == 200)
    }

    @Test(arguments: ["", " \n", "<rss><channel><title>parked</title></channel></rss>"])
    func emptyBehindARedirect(_ body: String) async throws {
        let headers = ["Location": "http://parking.example/"]
        for status in [301, 302] {
            let server = Server([
                "/a": Reply(status: status, headers: headers),
                "/": Reply(headers: ["ETag": "\"p\""], body: body),
            ])
            var asked = try source("/a")
            asked.tag = "\"1\""
            let answer = try await server.client().get(asked)
            #expect(
                answer.status == 200 && answer.source.url == asked.url
                    && (status == 302 || answer.source == asked))
        }
        let lost = Server(["/a": Reply(status: 301, headers: headers), "/": Reply(status: 404)])
        #expect(try await lost.client().get(source("/a")).source == source("/a"))
    }

    @Test func hugeValidator() async throws {
        let server = Server(["/a": Reply(headers: ["ETag": String(repeating: "x", count: 90_000)], body: "x")]
        )
        #expect(try await server.client().get(source("/a")).source.tag == nil)
    }

    @Test func failures() async throws {
        #expect(try await result(410, [:]) == .gone)
        for status in [201, 400, 404, 500] { #expect(try await result(status, [:]) == .failed) }
    }
}
