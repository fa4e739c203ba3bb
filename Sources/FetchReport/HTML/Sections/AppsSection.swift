import FetchSched
import FetchSim
import FetchTrace

extension ReportSection {
    /// The apps one by one.
    static let apps = ReportSection("apps", "Apps") { context in
        guard let study = context.chapter.study, let main = context.chapter.main else {
            return Parts.nothing("No policy was looked at closely.")
        }
        let engine = study.run(main.engine?.policy)
        let rival = study.run(context.chapter.bestRival(main)?.policy)
        guard let shown = engine ?? rival ?? study.runs.first else {
            return Parts.nothing("No policy was looked at closely.")
        }
        let rows = rows(shown)
        guard !rows.isEmpty else { return Parts.nothing("The scored part of the trace knows no app.") }
        let left =
            rows.count > mostRows ? " \(rows.count - mostRows) apps with fewer launches are left out." : ""
        return Parts.figure(
            "Apps over the scored \(Figures.plain(main.days, decimals: 1)) days, the most launched first. Fetches, "
                + "noData and data are those of \(shown.policy); fresh launches are shown beside them for no "
                + "background fetches" + (rival.map { " and the best rival, \($0.policy)" } ?? "") + "."
                + left,
            table(Array(rows.prefix(mostRows)), shown, rival, study, days: main.days))
    }

    /// More rows than this are not shown.
    private static let mostRows = 60

    private typealias Row = (device: Int, app: Int, use: UseTally.App)

    /// Apps that did anything, by launches.
    private static func rows(_ run: UseStudy.Run) -> [Row] {
        var rows: [Row] = []
        for (device, tally) in run.devices.enumerated() {
            for (app, use) in tally.apps.enumerated()
            where use.launches.all > 0 || use.updates > 0 || use.fetches > 0 {
                rows.append((device, app, use))
            }
        }
        // The standard library documents that `sort` is stable.
        rows.sort { $0.use.launches.all > $1.use.launches.all }
        return rows
    }

    private static func table(
        _ rows: [Row], _ shown: UseStudy.Run, _ rival: UseStudy.Run?, _ study: UseStudy, days: Double
    ) -> Markup {
        let none = study.run("none")
        let others = [none, rival].compactMap { $0 }.filter { $0.policy != shown.policy }
        let hasDevices = study.devices.count > 1
        var columns: [SortableTable.Column] = [.init(title: "app", isNumber: false)]
        if hasDevices { columns.append(.init(title: "device", isNumber: false)) }
        columns += [
            .init(title: "interval", isNumber: false), .init(title: "launches"),
            .init(title: "updates", unit: "/day"),
        ]
        columns += (others + [shown]).map { .init(title: $0.policy, unit: "fresh %") }
        columns += [
            .init(title: "fetches", unit: "/day"), .init(title: "noData", unit: "%"),
            .init(title: "failed", unit: "%"), .init(title: "data", unit: "MB/day"),
        ]
        var table = SortableTable(columns)
        let intervals = study.devices.map(\.lastIntervals)
        func perDay(_ total: Double) -> Double? { days > 0 ? total / days : nil }
        func percent(_ share: Double?) -> SortableTable.Cell {
            .number(share, share.map { Figures.fixed($0 * 100, decimals: 1) } ?? "–")
        }
        for (device, app, use) in rows {
            let trace = study.devices[device]
            var cells: [SortableTable.Cell] = [.text(escaped(trace.appNames[app]))]
            if hasDevices { cells.append(.text(escaped(trace.name))) }
            cells.append(.text(intervals[device][app].text))
            cells.append(.number(Double(use.launches.all), "\(use.launches.all)"))
            cells.append(.number(perDay(Double(use.updates)), Parts.short(perDay(Double(use.updates)))))
            for run in others + [shown] {
                cells.append(percent(run.devices[device].apps[app].launches.freshShare))
            }
            func part(_ count: Int) -> Double? {
                use.fetches > 0 ? Double(count) / Double(use.fetches) : nil
            }
            let data = perDay(Double(use.bytes) / 1e6)
            cells.append(.number(perDay(Double(use.fetches)), Parts.short(perDay(Double(use.fetches)))))
            cells += [percent(part(use.noDataFetches)), percent(part(use.failedFetches))]
            cells.append(.number(data, Parts.short(data)))
            table.add(cells)
        }
        return table.markup
    }
}

extension FetchInterval {
    /// As a trace has it, custom ones in the unit that suits them.
    fileprivate var text: String {
        switch self {
        case .never: "never"
        case .minimum: "minimum"
        case .custom(let span): "\(span)"
        }
    }
}

extension UseStudy {
    /// The policy of that name, if it was looked at.
    func run(_ policy: String?) -> Run? { runs.first { $0.policy == policy } }
}
