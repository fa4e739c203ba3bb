import FetchSched
import Testing

@testable import FetchTrace

@Suite struct TimeTests {
    @Test(arguments: [
        ("0", 0), ("0.001", 1), ("1364011200", 1_364_011_200_000), ("1364011200.25", 1_364_011_200_250),
        ("0.0004", 0), ("0.0005", 1), ("0.00049999999999999999", 0), ("0.9995", 1000), ("007", 7000),
        ("4503599627.370497", 4_503_599_627_370), ("32535215999.999", 32_535_215_999_999),
        ("1970-01-01T00:00:00Z", 0), ("2013-03-23T04:00:00Z", 1_364_011_200_000),
        ("2013-03-23T05:00:00+01:00", 1_364_011_200_000), ("2013-03-22T23:30:00.5-0430", 1_364_011_200_500),
        ("2016-02-29T23:59:59.9996Z", 1_456_790_400_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
        ("3000-12-31T23:59:59.999Z", 32_535_215_999_999), ("1970-01-01T01:00:00+01:00", 0),
    ])
    func times(text: String, milliseconds: Int64) {
        #expect(parseTime(Array(text.utf8).span) == .instant(FetchTime(milliseconds: milliseconds)))
    }

    @Test(arguments: [
        "", "-1", "+1", "1.", ".5", "1e5", "0x10", "nan", "inf", "1 ", " 1", "1.5.5", "1,5", "now",
        "2016-02-30T00:00:00Z", "2015-02-29T00:00:00Z", "2016-13-01T00:00:00Z", "2016-00-01T00:00:00Z",
        "2016-01-00T00:00:00Z", "2016-01-01T24:00:00Z", "2016-01-01T00:60:00Z", "2016-01-01T00:00:60Z",
        "2016-12-31T23:59:61Z",
        "2016-01-01 00:00:00Z", "2016-01-01T00:00Z", "2016-01-01T00:00:00.Z", "2016-01-01T00:00:00z",
        "2016-01-01T00:00:00+1", "2016-01-01T00:00:00+24:00", "2016-01-01T00:00:00+01:60",
        "2016-01-01T00:00:00+01:00x", "2016-01-01T00:00:00Zx", "2016-01-01T00:00:00+01",
        "0000-01-01T00:00:00Z",
    ])
    func notTimes(text: String) {
        let parsed = parseTime(Array(text.utf8).span)
        #expect(parsed == .malformed)
    }

    @Test(arguments: [
        "32535216000", "1364011200000", "99999999999999999999999999999999999999", "1969-12-31T23:59:59Z",
        "3001-01-01T00:00:00Z", "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59Z", "32535215999.9995",
    ])
    func timesOutOfRange(text: String) {
        #expect(parseTime(Array(text.utf8).span) == .outOfRange)
    }

    @Test func aLocalTimeLacksItsOffset() {
        #expect(parseTime(Array("2016-01-01T00:00:00".utf8).span) == .noOffset)
        #expect(parseTime(Array("2016-01-01T00:00:00.5".utf8).span) == .noOffset)
    }

    @Test func daysAreCountedOneByOne() {
        var expected: Int64 = 0
        for year in 1970...3000 as ClosedRange<Int64> {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                #expect(daysSinceEpoch(year, Int64(index) + 1, 1) == expected)
                expected += length
            }
        }
    }
}
