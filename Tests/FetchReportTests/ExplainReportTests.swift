import FetchSched
import FetchSim
import FetchTrace
import Foundation
import Testing

@testable import FetchReport

/// Explanations as text and JSON.
@Suite struct ExplainReportTests {
    private func report(at seconds: Int64) throws -> ExplainReport {
        var names = TraceNames()
        let apps = ["mail", "never\n\"asked\"", "podcasts"].map { names.apps.number(of: $0) }
        _ = names.devices.number(of: "phone")
        func event(_ time: Int64, _ kind: EventKind, _ app: Int32, _ value: EventValue = .none) -> TraceEvent
        {
            TraceEvent(
                time: FetchTime(milliseconds: time * 1000), kind: kind, app: app, value: value,
                duration: kind == .launch ? .seconds(30) : nil)
        }
        var events = [
            event(0, .interval, apps[0], .word(0)), event(0, .interval, apps[1], .word(1)),
            event(0, .interval, apps[2], .number(86_400)),
        ]
        for hour in 1...40 as ClosedRange<Int64> {
            events.append(event(hour * 3600, .update, apps[0]))
            events.append(event(hour * 3600 + 1200, .launch, apps[2]))
            events.append(event(hour * 3600 + 1800, .launch, apps[0]))
            events.append(event(hour * 3600 + 2400, .launch, apps[1]))
        }
        let device = DeviceTrace(name: "phone", events: events, names: names)
        let replay = PolicyRun(engineOn: device, radio: .lte, valueJoules: 20, seed: 1)
        let moment = FetchTime(milliseconds: seconds * 1000)
        return ExplainReport(
            trace: "t.csv", replay: replay, moment: moment, answers: replay.answers(at: moment))
    }

    /// The verdict comes first, the rest below it.
    @Test func text() throws {
        let text = try report(at: 130_000).text
        #expect(text.contains("mail at 1970-01-02T12:06:40.000Z: not fetched: "))
        #expect(text.contains("\n  last fetch "))
        #expect(
            text.contains(
                "never\\n\"asked\" at 1970-01-02T12:06:40.000Z: not fetched: interval-never\n  V 20 J x P(new) "
            ))
        #expect(text.contains("\n  not fetched before\n"))
        #expect(
            text.contains(
                "podcasts at 1970-01-02T12:06:40.000Z: not fetched: interval-not-passed until 1970-01-03T"))
        #expect(text.contains("\n  not before 1970-01-03T"))
    }

    /// Times stand in the zone that was asked for.
    @Test func zone() throws {
        var report = try report(at: 130_000)
        let plain = report.text
        report.secondsEast = 7200
        #expect(
            report.text.contains(
                "podcasts at 1970-01-02T14:06:40.000+02:00: not fetched: interval-not-passed until "))
        #expect(plain.contains("000Z") && !report.text.contains("000Z") && !report.table.contains("000Z"))
        #expect(report.table.contains(", 1970-01-02T14:06:40.000+02:00, "))
    }

    @Test func table() throws {
        let report = try report(at: 130_000)
        let lines = report.table.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "t.csv, device phone, 1970-01-02T12:06:40.000Z, lte, V = 20 J, radio asleep")
        #expect(lines[1] == "Fetched now: none.")
        #expect(lines[3].hasPrefix("app") && lines[3].hasSuffix(" fetch"))
        let rows = lines.dropFirst(6).prefix { !$0.isEmpty }
        #expect(Set(rows.compactMap { $0.split(separator: " ").first }) == ["mail", "podcasts"])
        for row in rows {
            let cells = row.split(separator: " ").compactMap { Double($0) }
            try #require(cells.count >= 6, "\(row)")
            let product = 20 * cells.prefix(4).reduce(1) { $0 * $1 / 100 }
            #expect(abs(product - cells[4]) < 0.005 + 0.01 * cells[4], "\(row)")
        }
        let held = rows.first { $0.hasPrefix("podcasts ") }
        #expect(held?.contains(" interval-not-passed not for ") == true, "\(rows)")
        #expect(report.table.contains("= benefit. --app NAME explains\none app. 1 app with"))
    }

    @Test func json() throws {
        let report = try report(at: 130_000)
        let parsed = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
        let object = try #require(parsed as? [String: Any])
        #expect(
            report.json.hasPrefix(
                "{\"format\":\"fetchsched-explain/1\",\"trace\":\"t.csv\",\"device\":\"phone\","))
        #expect(object["time"] as? String == "1970-01-02T12:06:40.000Z")
        let apps = try #require(object["apps"] as? [[String: Any]])
        #expect(apps.count == 3)
        for app in apps {
            #expect(
                Set(app.keys) == [
                    "app", "verdict", "expected", "radioAwake", "vetoes", "terms", "underWay", "lastFetch",
                    "work", "text",
                ])
            let terms = try #require(app["terms"] as? [String: Any])
            #expect(Set(terms.keys) == Set(FetchExplanation.terms.map(\.name)))
        }
        let podcasts = try #require(apps.first { $0["app"] as? String == "podcasts" })
        let vetoes = try #require(podcasts["vetoes"] as? [[String: Any]])
        #expect(vetoes.map { $0["name"] as? String } == ["interval-not-passed"])
        let expected = try #require(podcasts["expected"] as? [String: Any])
        #expect(expected["when"] as? String == "not-before")
        #expect(expected["time"] as? String == vetoes[0]["until"] as? String)
        let never = try #require(apps.first { $0["app"] as? String == "never\n\"asked\"" })
        #expect((never["vetoes"] as? [[String: Any]])?.first?["until"] is NSNull)
        #expect(never["lastFetch"] is NSNull)
        let mail = try #require(apps.first { $0["app"] as? String == "mail" })
        let last = try #require(mail["lastFetch"] as? [String: Any])
        #expect((last["terms"] as? [String: Any])?.count == FetchValue.terms.count)
    }
}
