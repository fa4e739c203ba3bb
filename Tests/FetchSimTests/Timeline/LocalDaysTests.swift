import FetchSched
import FetchSchedText
import FetchTrace
import Testing

@testable import FetchSim

@Suite struct LocalDaysTests {
    /// A device with a `zone` event at each of those times, in seconds.
    private func days(from begin: String, to end: String, zones: [(String, Double)] = []) throws -> LocalDays
    {
        func event(_ time: String, _ value: Double) throws -> TraceEvent {
            TraceEvent(time: try FetchTime(traceText: time), kind: .zone, value: .number(value))
        }
        var events = try zones.map(event)
        var names = TraceNames()
        let app = names.apps.number(of: "a")
        for time in [begin, end] {
            events.append(TraceEvent(time: try FetchTime(traceText: time), kind: .launch, app: app))
        }
        events.sort { $0.time < $1.time }
        return LocalDays(DeviceTrace(name: "d", events: events, names: names))
    }

    @Test func atUTC() throws {
        let days = try days(from: "2024-02-28T12:00:00Z", to: "2024-03-01T00:00:00Z")
        #expect(days.days.map(\.date) == ["2024-02-28", "2024-02-29", "2024-03-01"])
        #expect(days.days.map(\.weekday) == ["Wed", "Thu", "Fri"])
        #expect(days.days[0].time.lowerBound.seconds == 1_709_078_400)
        for (day, next) in zip(days.days, days.days.dropFirst()) {
            #expect(day.time.upperBound == next.time.lowerBound)
        }
    }

    @Test func eastOfUTC() throws {
        let days = try days(
            from: "2023-12-31T15:00:00Z", to: "2024-01-01T16:00:00Z",
            zones: [("2023-12-31T15:00:00Z", 32_400)])
        #expect(days.days.map(\.date) == ["2024-01-01", "2024-01-02"])
        let time = try FetchTime(traceText: "2023-12-31T23:05:09.250Z")
        #expect(days.timeOfDay(at: time) == "08:05:09")
        #expect(days.text(of: time) == "2024-01-01T08:05:09.250+09:00")
    }

    /// Berlin: 23 hours on 2024-03-31, 25 on 2024-10-27.
    @Test(arguments: [
        ("2024-03-30T12:00:00Z", "2024-04-01T12:00:00Z", "2024-03-31T01:00:00Z", 3600.0, 7200.0, 23.0),
        ("2024-10-26T12:00:00Z", "2024-10-28T12:00:00Z", "2024-10-27T01:00:00Z", 7200.0, 3600.0, 25.0),
    ])
    func summerTime(
        begin: String, end: String, change: String, before: Double, after: Double, hours: Double
    ) throws {
        let days = try days(from: begin, to: end, zones: [(begin, before), (change, after)]).days
        #expect(days.count == 3)
        #expect((days[1].time.upperBound - days[1].time.lowerBound).seconds == hours * 3600)
        #expect((days[0].time.upperBound - days[0].time.lowerBound).seconds == 86_400)
        #expect((days[2].time.upperBound - days[2].time.lowerBound).seconds == 86_400)
    }

    /// Over the date line and back: days differ in length, but they follow each other and end.
    @Test func traveller() throws {
        let days = try days(
            from: "2024-05-01T00:00:00Z", to: "2024-05-06T00:00:00Z",
            zones: [
                ("2024-05-01T00:00:00Z", 46_800), ("2024-05-02T11:00:00Z", -36_000),
                ("2024-05-04T09:30:00Z", 46_800),
            ]
        ).days
        #expect(days.count >= 5)
        for (day, next) in zip(days, days.dropFirst()) {
            #expect(day.time.upperBound == next.time.lowerBound)
            #expect(day.date <= next.date)
        }
    }

    @Test(arguments: [
        (-719_468, "0000-03-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (376_200, "3000-01-01"),
    ])
    func dates(days: Int64, text: String) {
        #expect(PlainText.date(days) == text)
    }

    /// What writes dates and what reads them know the same calendar: every day of the trace format, to the year 3000.
    @Test func writtenDatesAreReadAgain() {
        var wrong: [Int64] = []
        for days in 0..<376_200 as Range<Int64> {
            let parts = PlainText.date(days).split(separator: "-").compactMap { Int64($0) }
            if parts.count != 3 || daysSinceEpoch(parts[0], parts[1], parts[2]) != days { wrong.append(days) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }
}
