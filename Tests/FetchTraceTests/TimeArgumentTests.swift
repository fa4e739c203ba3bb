import FetchSched
import FetchTrace
import Testing

/// Times outside of a trace: as arguments, and as text that reads back.
@Suite struct TimeArgumentTests {
    @Test(
        arguments: [
            ("0", 0), ("1364011200.25", 1_364_011_200_250),
            ("2013-03-23T05:00:00.250+01:00", 1_364_011_200_250),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
        ] as [(String, Int64)])
    func readsWhatATraceReads(text: String, milliseconds: Int64) throws {
        #expect(try Instant(traceText: text).milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("noon", "seconds since 1970"), ("", "seconds since 1970"), ("-1", "seconds since 1970"),
        ("2013-03-23T04:00:00", "an offset from UTC"), ("1364011200000", "a time from 1970 to 3000"),
        ("2023-02-29T00:00:00Z", "seconds since 1970"),
    ])
    func saysWhatItExpected(text: String, expected: String) {
        let error = #expect(throws: TimeTextError.self) { try Instant(traceText: text) }
        #expect(error?.found == "\"\(text)\"")
        #expect(error?.expected.hasPrefix(expected) == true)
    }

    /// Both texts of an instant read back as that instant.
    @Test func readsBack() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<2000 {
            let instant = Instant(milliseconds: Int64(random.next() % 32_535_216_000_000))
            #expect(try Instant(traceText: instant.description) == instant)
            #expect(try Instant(traceText: instant.traceText) == instant)
        }
        #expect(Instant(milliseconds: -1250).traceText == "-1.250")
        #expect(Instant.distantPast.traceText == "-9223372036854775.807")
    }
}

private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
