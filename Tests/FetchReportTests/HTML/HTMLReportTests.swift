import FetchSched
import Foundation
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace

/// Pages of real comparisons on small traces.
@Suite struct HTMLReportTests {
    private static let policies = ["none", "aligned-7200", "piggyback-3600", "adaptive", "clairvoyant"]

    private func bench(
        _ devices: [DeviceTrace], trace: String = "t.csv", radios: [RadioProfile] = [.lte],
        values: [Double] = [20]
    ) -> Bench {
        Bench(
            trace: trace, devices: devices, policies: Self.policies.compactMap { PolicyChoice($0) },
            radios: radios, values: values)
    }

    private func data(_ bench: Bench, jobs: Int = 2, worths: [Double] = []) async throws -> (
        ReportData, [BenchReport]
    ) {
        let reports = try await bench.run(jobs: jobs)
        let subjects = ["fixed", "aligned", "piggyback", "nutch", "adaptive"].compactMap { PolicyChoice($0) }
        let curves = ReportData.Chapter.curves(
            of: bench, subjects: CurveSubject.subjects(subjects), values: worths + [1e6])
        let chapter = ReportData.Chapter(of: bench, reports, curves: try await curves.run(jobs: jobs))
        return (
            ReportData(
                chapters: [chapter], version: "fetchsched 1", command: "a <b> & 'c'", rules: bench.rules),
            reports
        )
    }

    /// Almost three days of a device with three apps, opened and updated at times that do not repeat.
    private static func device(_ number: Int) -> DeviceTrace {
        var names = TraceNames()
        let apps = (0..<3).map { names.apps.number(of: "app\($0)") }
        var events = apps.map {
            TraceEvent(time: .epoch, kind: .interval, app: $0, value: $0 == 2 ? .number(7200) : .word(0))
        }
        for step in 0..<110 {
            let app = apps[step * step % 3]
            let time = Double(step * 2111 + (step * step * 977 + number * 5000) % 9000)
            events.append(TraceEvent(time: FetchTime(seconds: time), kind: .update, app: app, bytes: 50_000))
            if step % 3 == 0 {
                let launched = FetchTime(seconds: time + 1500)
                events.append(TraceEvent(time: launched, kind: .launch, app: app, duration: .seconds(40)))
            }
            if step % 5 == 0 {
                events.append(TraceEvent(time: FetchTime(seconds: time + 400), kind: .radio, value: .word(1)))
            }
        }
        events.sort { $0.time < $1.time }
        return DeviceTrace(name: "d\(number)", events: events, names: names)
    }

    private static let devices = [device(0), device(1)]

    /// A comparison that several tests look at, on two radios.
    private static let shared = Task {
        try await HTMLReportTests().data(
            HTMLReportTests().bench(devices, radios: [.lte, .wifi]), worths: [2])
    }

    /// Names as they must not reach a page.
    private static let hostile = "</td><script>alert('x')</script>&amp;\"\u{1}\u{202E}"

    private func written(_ lines: [(Double, EventKind, EventValue)], app: String = "a") -> DeviceTrace {
        var names = TraceNames()
        let number = names.apps.number(of: app)
        let events = lines.map { time, kind, value in
            TraceEvent(
                time: FetchTime(seconds: time), kind: kind, app: kind == .radio ? TraceEvent.none : number,
                value: value, bytes: kind == .update ? 10_000 : -1)
        }
        return DeviceTrace(name: app, events: events, names: names)
    }

    private func hostileDevice() -> DeviceTrace {
        var lines: [(Double, EventKind, EventValue)] = [(0, .interval, .word(0))]
        for hour in 1..<60 {
            lines.append((Double(hour) * 3600, .update, .none))
            lines.append((Double(hour) * 3600 + 1000, .launch, .none))
        }
        return written(lines, app: Self.hostile)
    }

    @Test func isOneWellFormedFileWithEverySection() async throws {
        let (data, _) = try await Self.shared.value
        let page = HTMLReport.text(data)
        let reader = PageReader(page)
        #expect(reader.fault == nil)
        #expect(reader.sections == ReportSection.all.map(\.id))
        // Nothing from elsewhere: every link leads into the page, and the only address is the name of SVG.
        #expect(reader.links.allSatisfy { $0.hasPrefix("#") && reader.ids.contains(String($0.dropFirst())) })
        #expect(reader.links.count == ReportSection.all.count)
        let rest = page.replacingOccurrences(of: "xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for address in ["http:", "https:", "url(http", "@import", "src="] { #expect(!rest.contains(address)) }
        for element in ["link", "img", "iframe", "object"] { #expect(reader.elements[element] == nil) }
        #expect(reader.elements["script"] == nil)
        #expect(reader.titles["frontier"]?.isEmpty == false, "the chart has values")
        #expect(page.utf8.count < 400_000)
    }

    @Test func textIsEscapedEverywhere() async throws {
        let (data, _) = try await data(bench([hostileDevice()], trace: Self.hostile))
        let page = HTMLReport.text(data)
        let reader = PageReader(page)
        #expect(reader.fault == nil)
        #expect(reader.elements["script"] == nil)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("\u{202E}"))
        #expect(reader.text["reproduce"]?.contains("a <b> & 'c'") == true)
    }

    @Test func tableHasTheNumbersOfTheJSON() async throws {
        let (data, reports) = try await Self.shared.value
        let reader = PageReader(HTMLReport.text(data))
        let parsed = try JSONSerialization.jsonObject(
            with: Data(JSONReport.text(reports, from: ReportSource(version: "1", command: "c")).utf8))
        let json = try #require(parsed as? [[String: Any]])
        let columns = ReportColumns.page
        let rows = reader.rows(of: "policies").filter { $0.cells[0] != "policy" }
        #expect(rows.count == Self.policies.count * 2)
        for (number, object) in json.enumerated() {
            let policies = try #require(object["policies"] as? [[String: Any]])
            let own = rows[number * Self.policies.count..<(number + 1) * Self.policies.count]
            #expect(Set(own.map { $0.cells[0] }) == Set(Self.policies))
            for row in own {
                let found = policies.first { $0["policy"] as? String == row.cells[0] }
                let policy = try #require(found)
                for (column, shown) in zip(columns, row.cells.dropFirst()) {
                    let value = Self.figure(column.key, of: policy).map { $0 * column.scale }
                    let text = value.map {
                        Figures.fixed($0, decimals: abs($0) < 999.95 ? column.decimals : 0)
                    }
                    #expect(shown == text ?? "–", "\(row.cells[0]) \(column.key)")
                }
            }
        }
    }

    /// A figure by its key, which may lead into a group.
    private static func figure(_ key: String, of object: [String: Any]) -> Double? {
        var inner: Any? = object
        for part in key.split(separator: ".") { inner = (inner as? [String: Any])?[String(part)] }
        return inner as? Double
    }

    @Test func chartsHaveTheNumbersOfTheComparison() async throws {
        let (data, reports) = try await Self.shared.value
        let reader = PageReader(HTMLReport.text(data))
        let report = try #require(reports.first)
        for row in report.policies where row.family != PolicyChoice.clairvoyant {
            let energy = try #require(row.backgroundEnergyPerDay)
            let bill = try #require(row.fetchBillPerDay)
            #expect(abs(energy.joules + bill.joules - (row.backgroundJoulesPerDay ?? -1)) < 1e-6)
            guard row.family != "none" else { continue }
            let point =
                "\(Parts.percent(row.freshLaunchShare)) fresh, \(Parts.short(row.backgroundJoulesPerDay)) J/day"
            #expect(
                reader.titles["frontier"]?.contains { $0.hasPrefix(row.policy) && $0.hasSuffix(point) }
                    == true,
                "\(point)")
        }
    }

    /// What no scheduler can do, no run in the plot does.
    @Test func boundLiesLeftOfEveryRun() async throws {
        let (data, _) = try await Self.shared.value
        let plot = FrontierPlot(radio: "lte", SectionContext(data, data.chapters[0]))
        let bound = plot.series.first(where: \.isBound)?.points ?? []
        for point in plot.series.filter({ !$0.isBound }).flatMap(\.points) {
            // The bound at the next lower share that was computed.
            let limit = bound.last { $0.freshShare <= point.freshShare + 1e-12 }
            #expect(point.joules >= (limit?.joules ?? .infinity) - 1e-6, "\(point.name)")
        }
        #expect(plot.series.first(where: \.isEngine)?.points.filter(\.isMain).count == 1)
    }

    private static let emptyStates: [(String, [(Double, EventKind, EventValue)])] = [
        ("no launch", [(0, .interval, .word(0)), (200_000, .radio, .word(1))]),
        ("one event", [(5, .launch, .none)]),
        ("no fetchable app", [(0, .update, .none), (90_000, .launch, .none), (200_000, .launch, .none)]),
        (
            "one app",
            [
                (0, .interval, .word(0)), (100_000, .update, .none), (110_000, .launch, .none),
                (200_000, .launch, .none),
            ]
        ),
    ]

    @Test(arguments: emptyStates.indices)
    func emptyStatesHaveEverySectionToo(index: Int) async throws {
        let (name, lines) = Self.emptyStates[index]
        let (data, _) = try await data(bench([written(lines)]))
        let page = HTMLReport.text(data)
        let reader = PageReader(page)
        #expect(reader.fault == nil, "\(name)")
        #expect(reader.sections == ReportSection.all.map(\.id), "\(name)")
        for odd in ["nan", "inf"] {
            #expect(!page.lowercased().contains("\"\(odd)") && !page.contains(">\(odd)"), "\(name)")
        }
    }

    @Test func severalTracesAreChapters() async throws {
        let (one, _) = try await data(bench([hostileDevice()], trace: "one.csv"))
        let (other, _) = try await data(bench([hostileDevice()], trace: "two.csv"))
        let page = HTMLReport.text(
            ReportData(
                chapters: one.chapters + other.chapters, version: "v", command: "c", rules: one.rules))
        let reader = PageReader(page)
        #expect(reader.fault == nil)
        #expect(reader.sections.count == 2 * ReportSection.all.count)
        #expect(Set(reader.sections).count == reader.sections.count)
        #expect(reader.links.allSatisfy { reader.ids.contains(String($0.dropFirst())) })
    }
}
