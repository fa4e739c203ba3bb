import FetchSched
import Testing

@Suite struct TimeTests {
    @Test func additionSaturatesAtBothEnds() {
        let second = TimeSpan(milliseconds: 1000)
        #expect(FetchTime.distantFuture + second == .distantFuture)
        #expect(FetchTime.distantPast - second == .distantPast)
        #expect(FetchTime.distantPast + TimeSpan(milliseconds: -1) == .distantPast)
        #expect(FetchTime.distantFuture - TimeSpan(milliseconds: -1) == .distantFuture)
        #expect(TimeSpan.max + second == .max)
        #expect(TimeSpan(milliseconds: .min) - second == TimeSpan(milliseconds: .min))
        #expect(FetchTime.epoch - TimeSpan(milliseconds: .min) == .distantFuture)
    }

    @Test func differencesSaturate() {
        #expect(FetchTime.distantFuture - FetchTime.distantPast == .max)
        #expect(FetchTime.distantPast - FetchTime.distantFuture == TimeSpan(milliseconds: .min))
        #expect(FetchTime.distantFuture - FetchTime.distantFuture == .zero)
        #expect(FetchTime.distantPast - FetchTime.distantPast == .zero)
        #expect(FetchTime.epoch - FetchTime.distantPast == .max)
    }

    @Test func multiplesSaturate() {
        #expect(TimeSpan.max * 2 == .max)
        #expect(TimeSpan.max * -2 == TimeSpan(milliseconds: .min))
        #expect(TimeSpan(milliseconds: .min) * -1 == .max)
        #expect(TimeSpan(milliseconds: .min) * 3 == TimeSpan(milliseconds: .min))
        #expect(TimeSpan.max * 0 == .zero)
        #expect(TimeSpan.days(.max) == .max)
        #expect(TimeSpan.hours(.min) == TimeSpan(milliseconds: .min))
        #expect(TimeSpan.days(2) == TimeSpan.hours(48))
        #expect(TimeSpan.hours(3) == TimeSpan.minutes(180))
    }

    @Test(arguments: [
        (0.0, 0), (0.000_4, 0), (0.000_5, 1), (-0.000_5, -1), (-0.000_4, 0), (1.234_499, 1234),
        (1.234_501, 1235), (-1.5, -1500), (86_400.000_6, 86_400_001), (4e15, 4_000_000_000_000_000_000),
    ])
    func secondsAreRoundedToMilliseconds(_ seconds: Double, _ milliseconds: Int64) {
        #expect(TimeSpan.seconds(seconds).milliseconds == milliseconds)
        #expect(FetchTime(seconds: seconds).milliseconds == milliseconds)
    }

    @Test func roundingIsToTheNearestAlsoWhereAddingAHalfWouldFail() {
        // The greatest number below a half: adding 0.5 to it gives 1.
        #expect(TimeSpan.seconds(0.5.nextDown / 1000).milliseconds == 0)
        // Above 2^52 every number is whole, and adding a half would move it.
        #expect(FetchTime(seconds: 0x1.0000000000001p52 / 1000).milliseconds == (1 << 52) + 1)
        var random = SplitMix64(seed: 11)
        for _ in 0..<20_000 {
            let milliseconds = Int64(bitPattern: random.next()) >> Int64(random.below(40) + 13)
            #expect(FetchTime(seconds: Double(milliseconds) / 1000).milliseconds == milliseconds)
        }
    }

    @Test func whatIsNoNumberOrOutOfRange() {
        for (value, expected) in [
            (Double.nan, 0), (.signalingNaN, 0), (.infinity, Int64.max), (-.infinity, .min), (1e300, .max),
            (-1e300, .min), (9.223_372_036_854_775e15, 9_223_372_036_854_774_784), (9.3e15, .max),
            (Double.leastNonzeroMagnitude, 0),
        ] as [(Double, Int64)] {
            #expect(abs(Double(TimeSpan.seconds(value).milliseconds) - Double(expected)) <= 1024, "\(value)")
            #expect(TimeSpan.seconds(value).milliseconds == FetchTime(seconds: value).milliseconds)
        }
    }
}
