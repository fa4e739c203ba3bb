import FetchSched
import FetchTrace
import Testing

@testable import FetchImport

/// What the screen did, in a trace.
@Suite struct ScreenTests {
    /// A change as `0 10.25 on`: the device, the time in seconds, and what.
    private func event(_ text: String) throws -> ScreenEvent {
        let parts = text.split(separator: " ").map(String.init)
        let changes = ["on": ScreenChange.on, "unlocked": .unlocked, "off": .off]
        return ScreenEvent(
            device: parts[0], time: FetchTime(seconds: try #require(Double(parts[1]))),
            change: try #require(changes[parts[2]]))
    }

    private func text(_ event: ScreenEvent) -> String {
        "\(event.device) \(event.time.seconds) \(event.change)"
    }

    /// A use of `app` for 5 s.
    private func use(_ app: String, at seconds: Double, on device: String = "0") -> AppUse {
        AppUse(device: device, app: app, start: FetchTime(seconds: seconds), duration: .seconds(5))
    }

    @Test(arguments: [
        // In order of time; of the same time, as they were reported.
        (["30 off", "10 on", "10 unlocked"], ["10 on", "10 unlocked", "30 off"]),
        // From the first launch to the last, which both count.
        (["0.999 on", "1 unlocked", "100 off", "100.001 on"], ["1 unlocked", "100 off"]),
        // The same, reported to the second only, and with the milliseconds.
        (
            ["10 on", "10 unlocked", "10.4 on", "10.999 unlocked", "20.5 off", "20 off"],
            ["10 on", "10 unlocked", "20 off"]
        ),
        // Changes within a second, and what comes later.
        (["10.1 on", "10.5 off", "10.9 on"], ["10.1 on", "10.5 off", "10.9 on"]),
        (["10 on", "11 on"], ["10 on", "11 on"]),
    ])
    func merge(_ reports: [String], _ events: [String]) throws {
        let merged = ScreenMerge.events(
            of: try reports.map { try event("0 " + $0) }, among: [use("a", at: 1), use("b", at: 100)])
        #expect(try merged.map(text) == events.map { text(try event("0 " + $0)) })
    }

    @Test func withoutLaunchesThereIsNone() throws {
        #expect(ScreenMerge.events(of: [try event("0 1 on")], among: []).isEmpty)
    }

    /// A log of two devices, and one that launched nothing.
    private func log() throws -> UsageLog {
        var log = UsageLog()
        log.uses = [
            use("a", at: 1000, on: "x"), use("b", at: 2000, on: "x"), use("a", at: 90_000, on: "x"),
            use("a", at: 1500, on: "y"), use("c", at: 99_500, on: "y"),
        ]
        log.screen = try ["x 1900 on", "x 60000 off", "y 60500 on", "z 60000 on", "y 99500.5 off"].map(event)
        return log
    }

    @Test func eachDeviceHasItsOwn() throws {
        let launches = LaunchLog(try log(), selection: AppSelection(), gap: .zero)
        #expect(
            launches.devices.map { $0.screen.map(text) }
                == [["x 1900.0 on", "x 60000.0 off"], ["y 60500.0 on"]])
        #expect(launches.devices.map(\.name) == ["x", "y"])
    }

    /// What is cut out of the log is so with the screen.
    @Test func periodAndSelection() throws {
        let period = FetchTime(seconds: 1950)..<FetchTime(seconds: 99_600)
        let cut = LaunchLog(try log(), selection: AppSelection(), gap: .zero, period: period)
        #expect(cut.devices.map { $0.screen.map(text) } == [["x 60000.0 off"], []])
        let selection = AppSelection(excluded: [NameGlob("b"), NameGlob("c")])
        let chosen = LaunchLog(try log(), selection: selection, gap: .zero)
        #expect(chosen.devices.map { $0.screen.map(text) } == [["x 1900.0 on", "x 60000.0 off"], []])
    }

    /// The screen adds lines and changes none, whatever else is asked for; without it nothing is as it was not.
    @Test(arguments: [ContentSource.none, .synthetic(seed: 3)])
    func theRestStaysAsItWas(content: ContentSource) throws {
        var bare = try log()
        bare.screen = []
        var builder = TraceBuilder()
        builder.content = content
        func trace(_ log: UsageLog) throws -> [Substring] {
            let launches = LaunchLog(log, selection: AppSelection(), gap: .zero)
            return try written(builder.trace(of: launches)).split(separator: "\n")
        }
        let lines = try trace(try log())
        #expect(lines.count { $0.contains(",screen,") } == 3)
        #expect(lines.filter { !$0.contains(",screen,") } == (try trace(bare)))
        #expect(
            LaunchLog(bare, selection: AppSelection(), gap: .zero).summary
                == LaunchLog(try log(), selection: AppSelection(), gap: .zero).summary)
    }
}
