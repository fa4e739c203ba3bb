import FetchHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers of servers that mean harm, over a connection.
@Suite(.serialized) struct HTTPLimitsTests {
    /// Bytes of an answer: a head and a body.
    private static func answer(_ status: String, _ headers: String = "", _ body: [UInt8]) -> [UInt8] {
        Array(
            "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8)
            + body
    }

    /// Bytes of `a`, packed to the 158th part (RFC 1951, fixed codes: a byte, then copies of 258 bytes of it).
    private static func bomb(_ bytes: Int) -> [UInt8] {
        var (packed, bits, count): ([UInt8], UInt32, UInt32) = (
            [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF], 0, 0
        )
        func put(_ value: UInt32, _ width: UInt32) {
            bits |= value << count
            count += width
            while count >= 8 {
                packed.append(UInt8(bits & 0xFF))
                (bits, count) = (bits >> 8, count - 8)
            }
        }
        put(0b011, 3)
        put(0b1000_1001, 8)  // `a`, its highest bit first
        for _ in 0..<bytes / 258 {
            put(0xA3, 8)
            put(0, 5)
        }
        put(0, 7)
        put(0, 7)
        return packed + [UInt8](repeating: 0, count: 8)
    }

    private func server() throws -> LoopbackServer {
        try LoopbackServer { path, write in
            switch path {
            case "/bomb":
                _ = write(Self.answer("200 OK", "Content-Encoding: gzip\r\n", Self.bomb(100_000_000)))
            case "/small":
                _ = write(Self.answer("200 OK", "", [UInt8](repeating: 97, count: 900)))
            case "/long":
                _ = write(Array("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n".utf8))
                Thread.sleep(forTimeInterval: 3)
            case "/flood", "/drip":
                guard write(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)) else {
                    return
                }
                let chunk =
                    path == "/drip"
                    ? Array("1\r\n \r\n".utf8)
                    : Array("10000\r\n".utf8) + [UInt8](repeating: 97, count: 65_536) + Array("\r\n".utf8)
                for _ in 0..<1000 where write(chunk) {
                    if path == "/drip" { Thread.sleep(forTimeInterval: 0.1) }
                }
            case "/hang": Thread.sleep(forTimeInterval: 4)
            case "/401":
                _ = write(Self.answer("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n", []))
            case "/cookie": _ = write(Self.answer("200 OK", "Set-Cookie: id=track; Path=/\r\n", [97]))
            case "/moved": _ = write(Self.answer("301 Moved", "Location: /cookie\r\n", []))
            case "/file": _ = write(Self.answer("302 Found", "Location: file:///etc/passwd\r\n", []))
            default: _ = write(Self.answer("404 Not Found", "", []))
            }
        }
    }

    private func source(_ server: LoopbackServer, _ path: String, user: String = "") throws -> HTTPSource {
        HTTPSource(try #require(URL(string: "http://\(user)127.0.0.1:\(server.port)\(path)")))
    }

    @Test(arguments: ["/bomb", "/flood", "/long"])
    func tooLong(_ path: String) async throws {
        let server = try server()
        defer { server.stop() }
        let client = HTTPClient(named: "test", timeout: .seconds(20), limit: 1_000_000)
        let error = await #expect(throws: URLError.self) { try await client.get(source(server, path)) }
        #expect(error?.code == .dataLengthExceedsMaximum)
    }

    @Test func longEnough() async throws {
        let server = try server()
        defer { server.stop() }
        #expect(
            try await HTTPClient(named: "test", limit: 900).get(source(server, "/small")).body.count == 900)
    }

    /// The time of all of the answer counts, not of the pauses in it.
    @Test(arguments: ["/drip", "/hang"])
    func tooSlow(_ path: String) async throws {
        let server = try server()
        defer { server.stop() }
        let client = HTTPClient(named: "test", timeout: .seconds(1))
        let start = ContinuousClock.now
        let error = await #expect(throws: URLError.self) { try await client.get(source(server, path)) }
        #expect(error?.code == .timedOut && ContinuousClock.now - start < .seconds(10))
    }

    @Test func cancelled() async throws {
        let server = try server()
        defer { server.stop() }
        let source = try source(server, "/drip")
        let request = Task { try await HTTPClient(named: "test").get(source) }
        try await Task.sleep(for: .milliseconds(300))
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
    }

    @Test func credentials() async throws {
        let server = try server()
        defer { server.stop() }
        let client = HTTPClient(named: "test", timeout: .seconds(5))
        let refused = try await client.get(source(server, "/401", user: "me:s%20cret@"))
        #expect(refused.status == 401 && refused.source.url.user == "me")
        #expect(await refused.result { _ in .noData() } == .failed)
        let credentials = Data("me:s cret".utf8).base64EncodedString()
        // To where it moves on the same host as well, and cookies never.
        let moved = try await client.get(source(server, "/moved", user: "me:s%20cret@"))
        #expect(moved.source.url.path == "/cookie" && moved.source.url.password != nil)
        _ = try await client.get(moved.source)
        let heads = server.heads.withLock { $0 }
        #expect(
            heads.count == 4 && heads.allSatisfy { $0.contains("Authorization: Basic \(credentials)\r\n") })
        #expect(!heads.contains { $0.contains("Cookie:") })
    }

    @Test(arguments: [
        "http://me:s3cret@127.0.0.1:1/s3cret?s3cret", "file:///s3cret", "ftp://me:s3cret@example.org/",
    ])
    func discreetErrors(_ address: String) async throws {
        let source = HTTPSource(try #require(URL(string: address)))
        let error = await #expect(throws: URLError.self) { try await HTTPClient(named: "test").get(source) }
        let text =
            "\(String(describing: error)) \(error?.userInfo ?? [:]) \(error?.localizedDescription ?? "")"
        #expect(text.contains("s3cret") == false)
    }

    @Test func redirectsToTheWebAlone() async throws {
        let server = try server()
        defer { server.stop() }
        let error = await #expect(throws: URLError.self) {
            try await HTTPClient(named: "test").get(source(server, "/file"))
        }
        #expect(error?.code == .badURL)
    }

    /// Credentials stay with their host, and are not sent in the clear where they were not.
    @Test(
        arguments: [
            ("https://me:pw@a.example/1", "https://a.example/2", true),
            ("https://me:pw@a.example/1", "/2", true),
            ("http://me:pw@a.example/1", "https://a.example/2", true),
            ("https://me:pw@a.example/1", "http://a.example/2", false),
            ("https://me:pw@a.example/1", "https://b.example/2", false),
            ("http://me:pw@a.example/1", "http://a.example:81/2", false),
        ])
    func credentialsOfRedirects(_ address: String, _ location: String, _ areSent: Bool) async throws {
        let client = HTTPClient(named: "test") { request in
            let url = try #require(request.url)
            let isFirst = url.path == "/1"
            #expect(
                url.user == nil
                    && (request.value(forHTTPHeaderField: "Authorization") != nil) == (isFirst || areSent))
            let response = HTTPURLResponse(
                url: url, statusCode: isFirst ? 301 : 200, httpVersion: nil,
                headerFields: isFirst ? ["Location": location] : nil)
            return (Data("x".utf8), try #require(response))
        }
        let answer = try await client.get(HTTPSource(try #require(URL(string: address))))
        #expect(answer.status == 200 && (answer.source.url.user != nil) == areSent)
    }
}
