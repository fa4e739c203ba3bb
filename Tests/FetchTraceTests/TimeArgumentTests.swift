import FetchSched
import FetchSchedText
import FetchTrace
import Testing

/// Times outside of a trace: as arguments, and as text that reads back.
@Suite struct TimeArgumentTests {
    @Test(arguments: [
        ("noon", "seconds since 1970"), ("", "seconds since 1970"), ("-1", "seconds since 1970"),
        ("2013-03-23T04:00:00", "an offset from UTC"), ("1364011200000", "a time from 1970 to 3000"),
        ("2023-02-29T00:00:00Z", "seconds since 1970"),
    ])
    func saysWhatItExpected(text: String, expected: String) {
        let error = #expect(throws: TimeTextError.self) { try FetchTime(traceText: text) }
        #expect(error?.found == "\"\(text)\"")
        #expect(error?.expected.hasPrefix(expected) == true)
    }

    /// Both texts of an instant read back as that instant.
    @Test func readsBack() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let instant = FetchTime(milliseconds: Int64(random.next() % 32_535_216_000_000))
            #expect(try FetchTime(traceText: instant.description) == instant)
            #expect(try FetchTime(traceText: instant.traceText) == instant)
        }
        #expect(FetchTime(milliseconds: -1250).traceText == "-1.250")
        #expect(FetchTime.distantPast.traceText == "-9223372036854775.807")
    }
}
