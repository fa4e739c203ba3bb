import FetchSched
import FetchHost
import Foundation
import Testing

@Suite struct TimeBridgeTests {
    @Test func durations() {
        #expect(TimeSpan(Duration.milliseconds(1500)) == TimeSpan(milliseconds: 1500))
        #expect(TimeSpan(Duration.microseconds(1499)) == TimeSpan(milliseconds: 1))
        #expect(TimeSpan(Duration.microseconds(1500)) == TimeSpan(milliseconds: 2))
        #expect(TimeSpan(Duration.microseconds(-1500)) == TimeSpan(milliseconds: -2))
        #expect(TimeSpan(Duration.seconds(Int64.max)) == .max)
        #expect(TimeSpan(Duration.seconds(Int64.min)) == TimeSpan(milliseconds: .min))
        for span in [
            TimeSpan.zero, .max, TimeSpan(milliseconds: .min), .hours(3), TimeSpan(milliseconds: -7),
        ] {
            #expect(TimeSpan(Duration(span)) == span)
        }
    }

    @Test func dates() {
        #expect(Instant(Date(timeIntervalSince1970: 1.5)) == Instant(milliseconds: 1500))
        #expect(
            Instant(Date(Instant(milliseconds: 1_704_067_200_123)))
                == Instant(milliseconds: 1_704_067_200_123))
        #expect(Instant(Date(timeIntervalSince1970: .infinity)) == .distantFuture)
        #expect(Instant(Date(timeIntervalSince1970: .nan)) == .epoch)
        #expect(Instant.now > Instant(milliseconds: 1_704_067_200_000))
    }
}
