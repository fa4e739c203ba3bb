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
        #expect(FetchTime(Date(timeIntervalSince1970: 1.5)) == FetchTime(milliseconds: 1500))
        #expect(
            FetchTime(Date(FetchTime(milliseconds: 1_704_067_200_123)))
                == FetchTime(milliseconds: 1_704_067_200_123))
        #expect(FetchTime(Date(timeIntervalSince1970: .infinity)) == .distantFuture)
        #expect(FetchTime(Date(timeIntervalSince1970: .nan)) == .epoch)
        #expect(FetchTime.now > FetchTime(milliseconds: 1_704_067_200_000))
    }
}
