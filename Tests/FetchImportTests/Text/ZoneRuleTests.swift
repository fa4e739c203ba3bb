import FetchImport
import FetchSched
import Testing

@Suite struct ZoneRuleTests {
    private func wall(_ text: String) throws -> Int64 { try FetchTime(traceText: text + "Z").milliseconds }

    @Test(arguments: [
        ("Z", 0), ("UTC", 0), ("+02:00", 7200), ("-0330", -12_600), ("+05", 18_000), ("-00:00", 0),
    ])
    func offsets(_ text: String, _ seconds: Int) throws {
        #expect(try #require(ZoneRule(text)).secondsEast(at: .epoch) == seconds)
    }

    @Test(arguments: [
        "", "+", "+2", "+25:00", "+02:60", "+2:00", "02:00", "Berlin", "Europe/Nowhere", "+02:00:00",
    ])
    func notZones(_ text: String) {
        #expect(ZoneRule(text) == nil)
    }

    @Test func changesWithinASpan() throws {
        let zone = try #require(ZoneRule("Europe/Berlin"))
        let changes = zone.changes(
            from: try FetchTime(traceText: "2024-01-01T00:00:00Z"),
            to: try FetchTime(traceText: "2024-12-31T00:00:00Z"))
        #expect(
            changes.map { "\($0.start) \($0.secondsEast)" } == [
                "2024-01-01T00:00:00.000Z 3600", "2024-03-31T01:00:00.000Z 7200",
                "2024-10-27T01:00:00.000Z 3600",
            ])
    }

    /// A skipped time is read with the offset from before; one that comes twice is the first, unless the entry
    /// before it was later.
    @Test(arguments: [
        ("Europe/Berlin", "2024-03-31T01:59:59", nil, "2024-03-31T00:59:59.000Z"),
        ("Europe/Berlin", "2024-03-31T02:30:00", nil, "2024-03-31T01:30:00.000Z"),
        ("Europe/Berlin", "2024-03-31T03:00:00", nil, "2024-03-31T01:00:00.000Z"),
        ("Europe/Berlin", "2024-10-27T02:30:00", nil, "2024-10-27T00:30:00.000Z"),
        ("Europe/Berlin", "2024-10-27T02:30:00", "2024-10-27T00:30:00Z", "2024-10-27T00:30:00.000Z"),
        ("Europe/Berlin", "2024-10-27T02:30:00", "2024-10-27T00:30:01Z", "2024-10-27T01:30:00.000Z"),
        ("Europe/Berlin", "2024-10-27T03:00:00", nil, "2024-10-27T02:00:00.000Z"),
        ("America/New_York", "2024-11-03T01:30:00", nil, "2024-11-03T05:30:00.000Z"),
        // Half an hour, and in the other half of the year.
        ("Australia/Lord_Howe", "2024-04-07T01:45:00", "2024-04-06T14:50:00Z", "2024-04-06T15:15:00.000Z"),
        ("Asia/Kolkata", "2024-05-01T12:00:00", nil, "2024-05-01T06:30:00.000Z"),
    ])
    func localTimes(_ zone: String, _ local: String, _ previous: String?, _ utc: String) throws {
        let zone = try #require(ZoneRule(zone))
        let before = try previous.map { try FetchTime(traceText: $0) }
        #expect(zone.instant(wall: try wall(local), after: before).description == utc)
    }

    /// Every instant has a local time that leads back to it, if the one before is known.
    @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "UTC"])
    func thereAndBack(_ name: String) throws {
        let zone = try #require(ZoneRule(name))
        var random = SplitMix64(seed: 5)
        var time: Int64 = 1_300_000_000_000
        var previous = FetchTime(milliseconds: time)
        while time < 1_360_000_000_000 {
            let instant = FetchTime(milliseconds: time)
            let wall = time + Int64(zone.secondsEast(at: instant)) * 1000
            #expect(zone.instant(wall: wall, after: previous) == instant, "\(name) \(instant)")
            previous = instant
            time += Int64.random(in: 1...3_000_000, using: &random)
        }
    }
}
