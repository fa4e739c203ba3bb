import Testing

@testable import FetchSchedText
@testable import FetchSched

/// Numbers and times as text.
@Suite struct PlainTextTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (978_307_199_999, "2000-12-31T23:59:59.999Z"),
            (1_364_011_200_250, "2013-03-23T04:00:00.250Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (32_503_680_000_000, "3000-01-01T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (-62_198_755_200_000, "-0001-01-01T00:00:00.000Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"),
            (.max - 1, "+292278994-08-17T07:12:55.806Z"),
            (.max, "never"),
            (.min, "before all time"),
        ] as [(Int64, String)])
    func instants(milliseconds: Int64, text: String) {
        #expect(FetchTime(milliseconds: milliseconds).description == text)
    }

    @Test(
        arguments: [
            (0, "0 ms"), (999, "999 ms"), (1000, "1 s"), (59_999, "59 s"), (60_000, "1 min 00 s"),
            (3_599_999, "59 min 59 s"), (7_500_000, "2 h 05 min"), (86_399_999, "23 h 59 min"),
            (86_400_000, "1 d 00 h"), (-7_500_000, "-2 h 05 min"), (.max, "for ever"),
            (.min, "-106751991167 d 07 h"),
        ] as [(Int64, String)])
    func spans(milliseconds: Int64, text: String) {
        #expect(TimeSpan(milliseconds: milliseconds).description == text)
    }

    @Test(
        arguments: [
            (0.0, 2, "0"), (-0.0, 0, "0"), (2.345, 2, "2.35"), (-2.345, 2, "-2.35"), (0.5, 0, "1"),
            (1e-12, 3, "0"), (-1e-12, 3, "0"), (999_999_999.25, 9, "999999999.25"), (1e9, 1, "1000000000"),
            (1_000_000_000.5, 1, "1000000001"), (1e18, 0, "1000000000000000000"), (-1e300, 1, "< -9e18"),
            (.nan, 2, "NaN"), (.infinity, 2, "> 9e18"), (1.5, -3, "2"), (1.5, 99, "1.5"),
            (0.0001, 9, "0.0001"), (-0.062, 3, "-0.062"), (10.04, 2, "10.04"),
        ] as [(Double, Int, String)])
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(PlainText.number(value, decimals: decimals) == text)
    }

    @Test(
        arguments: [
            (20.0, "20"), (2.232, "2.23"), (2.5, "2.5"), (13.46, "13.5"), (1234.5, "1235"), (0.05, "0.05"),
            (0.9996, "1"), (0.01234, "0.0123"), (0.00012344, "0.000123"), (-0.0001, "-0.0001"), (1e-12, "0"),
            (0, "0"), (.nan, "NaN"), (-.infinity, "< -9e18"),
        ] as [(Double, String)])
    func threeDigits(value: Double, text: String) {
        #expect(PlainText.significant(value) == text)
    }

    @Test(
        arguments: [
            (0, 3600, "1970-01-01T01:00:00.000+01:00"), (0, -5400, "1969-12-31T22:30:00.000-01:30"),
            (951_868_799_999, 3600, "2000-03-01T00:59:59.999+01:00"), (.max, 3600, "never"),
        ] as [(Int64, Int, String)])
    func zones(milliseconds: Int64, secondsEast: Int, text: String) {
        #expect(PlainText.time(FetchTime(milliseconds: milliseconds), secondsEast: secondsEast) == text)
    }
}
