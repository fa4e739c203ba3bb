import FetchSchedText
import Testing

@testable import FetchSched

/// A configuration is looked through once; the error has the field, its value and its range.
@Suite struct ValidationTests {
    @Test func whatComesWithTheLibraryIsFine() throws {
        try FetchConfiguration().validate()
        try FetchConfiguration.unmetered.validate()
        for name in RadioCosts.names {
            var configuration = FetchConfiguration()
            configuration.radio = try #require(RadioCosts.named(name))
            try configuration.validate()
        }
        #expect(RadioCosts.named("lt") == nil)
        #expect(throws: Never.self) { try FetchEngine(configuration: FetchConfiguration(), seed: 1) }
    }

    @Test func theErrorNamesTheField() {
        func error(_ change: (inout FetchConfiguration) -> Void) -> String {
            var configuration = FetchConfiguration()
            change(&configuration)
            do {
                _ = try FetchEngine(configuration: configuration)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(error { $0.lowBatteryLevel = 20 } == "lowBatteryLevel is 20; expected 0 to 1")
        #expect(error { $0.valueJoules = -5 } == "valueJoules is -5; expected 0 to 1000000000000 J")
        #expect(error { $0.power.runJoules = -1 } == "power.runJoules is -1; expected 0 to 1000000000 J")
        #expect(error { $0.radio.bytesPerSecond = 0 }.hasPrefix("radio.bytesPerSecond is 0; expected 1 to "))
        #expect(error { $0.radio.tail[0].watts = .nan }.hasPrefix("radio.tail[0].watts is "))
        #expect(error { $0.forecast.shrinkage = .infinity }.hasPrefix("forecast.shrinkage is "))
        #expect(error { $0.budget.joulesPerDay = -1 }.hasPrefix("budget.joulesPerDay is -1; expected 0 to "))
        #expect(error { $0.fetchLimit = .seconds(-1) }.hasPrefix("fetchLimit is -1; expected 0 to 86400 s"))
        #expect(error { $0.budget.bytesPerDay = 0 } == "")
    }

    /// Every number of a configuration, however deep, is in the table of ranges, and its default is in its range.
    @Test func everyNumberIsChecked() {
        func numbers(_ value: Any, _ path: String) -> [String] {
            if value is Double || value is Int || value is TimeSpan || value is Double? || value is Int? {
                return [path]
            }
            return Mirror(reflecting: value).children.flatMap { child in
                numbers(child.value, (path.isEmpty ? "" : path + ".") + (child.label ?? ""))
            }
        }
        let renamed = [
            "tasks.classic": "tasks.classicSeconds", "tasks.opportunistic": "tasks.opportunisticSeconds",
        ]
        let found = numbers(FetchConfiguration(), "").map { renamed[$0] ?? $0 }
            .filter { !$0.hasPrefix("radio.tail.") }
            .filter { $0 != "transfers.lowBatteryLevel" }
        var (known, configuration): ([String], _) = ([], FetchConfiguration())
        configuration.visitNumbers { name, _, range, value in
            if !name.hasPrefix("radio.tail[") { known.append(name) }
            #expect(range.contains(value ?? 0), "\(name)")
        }
        #expect(configuration == FetchConfiguration())
        let flags = [
            "tasks.opportunistic", "polling.launchesLoad", "push.waitAtServer", "push.hostStores",
        ]
        #expect(Set(known).count == known.count)
        #expect(Set(known) == Set(found).union(flags))
    }

    @Test func namesForLogs() {
        #expect(
            "\(AppID(3)), \(TransferID(4)), \(BackgroundTaskID(5)), \(RegionID(6))"
                == "app 3, transfer 4, task 5, region 6")
        #expect(
            "\(FetchOutcome.newData), \(FetchOutcome.noData), \(FetchOutcome.failed)"
                == "new data, no data, failed")
        #expect("\(EngineError.vetoed(AppID(1), FetchVeto(.noNetwork)))" == "app 1: no-network")
        #expect("\(EngineError.unknownRegion(AppID(1), RegionID(2)))" == "app 1 has no region 2")
        #expect("\(EngineError.taskEnded(BackgroundTaskID(2)))" == "task 2 has ended already")
        #expect(
            "\(EngineError.tooMany(.transfer, of: AppID(1), limit: 9))" == "app 1: no more than 9 transfers")
    }
}
