import FetchHTTP
import Foundation
import Testing

@testable import FetchPoll

/// What a status and headers mean. The same rules are in the Python package.
@Suite struct WebAnswerTests {
    static let now: Int64 = 1_704_067_200_000

    private func result(_ status: Int64, _ headers: KeyValuePairs<String, String>) -> PollResult {
        var answer = WebAnswer(status: status)
        for (name, value) in headers { answer.add(Array(name.utf8), Array(value.utf8)) }
        return answer.result(at: Self.now)
    }

    @Test(arguments: [
        ("max-age=60", 60), ("public, Max-Age=\"90\"", 90), ("max-age=60, max-age=90", 60),
        ("no-store, max-age=60", 0),
        ("no-cache, max-age=60", 0), ("no-cache=\"set-cookie, x\", max-age=60", 60), ("max-age=soon", 0),
        ("max-age=99999999999999999999999", 604_800), ("max-age=1.5", 1.5), ("max-age=-1", 0), ("max-age", 0),
        ("", 0),
    ])
    func cacheControl(_ text: String, seconds: Double) {
        #expect(result(200, ["Cache-Control": text]).maxAge == Int64(seconds * 1000))
    }

    @Test func expiresAndAgeCount() {
        let (sent, expires) = ("Mon, 01 Jan 2024 08:00:00 GMT", "Mon, 01 Jan 2024 09:00:00 GMT")
        #expect(result(200, ["Expires": expires, "Date": sent]).maxAge == 3_600_000)
        #expect(result(200, ["Expires": expires]).maxAge == 32_400_000)
        #expect(result(200, ["Expires": "0"]).maxAge == 0)
        #expect(result(200, ["Cache-Control": "max-age=100", "Age": "40, 7"]).maxAge == 60_000)
        #expect(result(200, ["Cache-Control": "public", "CACHE-CONTROL": "max-age=7"]).maxAge == 7000)
    }

    @Test func statusesMeanWhatTheyDoElsewhere() {
        #expect(result(200, [:]).outcome == .newData)
        #expect(result(203, [:]).maxAge == 0)
        #expect(result(304, [:]).outcome == .noData)
        // The interval of the last full answer still holds.
        #expect(result(304, [:]).maxAge == nil)
        #expect(result(304, ["Cache-Control": "max-age=5"]).maxAge == 5000)
        #expect(result(410, [:]).outcome == .gone)
        for status: Int64 in [0, 204, 301, 404, 500, 503, 999] {
            #expect(result(status, [:]).outcome == .failed)
        }
        var unconditional = WebAnswer(status: 304)
        unconditional.isConditional = false
        #expect(unconditional.result(at: Self.now).outcome == .failed)
        var old = WebAnswer(status: 200)
        old.isNew = false
        #expect(old.result(at: Self.now).outcome == .noData)
    }

    @Test(arguments: [
        ("120", 120), ("120.5", 120.5), (" 7 ", 7), ("-1", nil), ("soon", nil), ("1e9", nil), ("", nil),
        ("1704067260", 60),
        ("Mon, 01 Jan 2024 00:02:00 GMT", 120), ("Mon, 01 Jan 2022 00:02:00 GMT", 0),
        ("99999999999999999999", 604_800),
    ])
    func retryAfter(_ text: String, seconds: Double?) {
        #expect(result(503, ["Retry-After": text]).retryAfter == seconds.map { Int64($0 * 1000) })
        // A refusal that says nothing is a refusal all the same.
        #expect(result(429, ["Retry-After": text]).retryAfter == Int64((seconds ?? 0) * 1000))
    }

    @Test func theServersClockIsOneClock() {
        let headers: KeyValuePairs = [
            "Retry-After": "Mon, 01 Jan 2035 00:02:00 GMT", "Date": "Mon, 01 Jan 2035 00:00:00 GMT",
        ]
        #expect(result(503, headers).retryAfter == 120_000)
    }

    @Test(arguments: [
        "Mon, 01 Jan 2024 08:00:00 GMT", "Monday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "01 Jan 2024 08:00:00 +0200", "1 Jan 24 08:00 EST", "2024-01-01T08:00:00Z",
        "2024-01-01T08:00:00.5+02:00",
        "2024-01-01", "2024-01-01 08:00:00", "2024-02-29T23:59:60Z", "Thu, 29 Feb 2024 00:00:00 -0330",
        "Mon, 01 Jan 2024 08:00:00 GMT+2", "Mon, 01 Jan 2024 08:00:00 +0200 (CEST)",
        "Mon, 32 Jan 2024 08:00:00 GMT",
        "2024-13-01T00:00:00Z", "0", "", "yesterday", "Mon, 01 Jan 2024 25:00:00 GMT",
        "Mon, 01 Jan 2024 08:60:00 GMT",
        "99999-01-01T00:00:00Z", "Mon, 01 Jan 99999999999999999999 08:00:00 GMT", "1 Jan 1969 00:00:00 GMT",
        "----", ":::",
        "2024-01-01T08:00:00+99999", "2024-01-01T", "Jan 8:00", "01 Jan 2024 8:", "1970-01-01T00:00:00Z",
    ])
    func datesAreThoseOfFetchHTTP(_ text: String) {
        let expected = Date(webText: text).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
        #expect(WebTime.milliseconds(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        ("https://a.example/x", "a.example"), ("HTTP://user:pw@A.Example:8080/x?y#z", "a.example"),
        ("//h/x", "h"),
        ("https://[2001:DB8::1]:80/", "2001:db8::1"), ("https://a?x", "a"), ("https:///x", nil), ("a/b", nil),
        ("", nil),
        ("a b://h", nil), ("urn:x", nil), ("/a//b", nil), ("://h", nil),
    ])
    func hosts(_ name: String, _ host: String?) {
        #expect(pollHost(of: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) } == host)
    }

    @Test func headersComeInTheFormsOfAllLanguages() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a"]}"#)
        let forms = [
            #"{"Retry-After":"7200"}"#, #"{"retry-after":["7200"],"x":["1","2"]}"#,
            #"[["Retry-After","7200"],["x","1"]]"#,
        ]
        let answers = forms.map { form in
            var talk = talk
            return talk.ask(#"{"asked":"a","status":503,"headers":\#(form)}"#)
        }
        #expect(Set(answers).count == 1)
        var curl = talk
        #expect(curl.ask(#"{"asked":"a","status":"503","headers":{"retry-after":["7200"]}}"#) == answers[0])
        #expect(answers[0] != talk.ask(#"{"asked":"a","status":503}"#))
        #expect(
            talk.ask(#"{"asked":"a","status":503,"headers":{"x":1}}"#).contains("headers: an object of texts")
        )
        #expect(talk.ask(#"{"asked":"a","status":503,"headers":[["x"]]}"#).contains("a list of pairs"))
    }
}
