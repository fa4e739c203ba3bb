import FetchSim
import FetchTrace
import FetchReport

/// Forecast scores for machines, `fetchsched-forecast/1`. Figures that do not exist (a mean of nothing) are null.
/// One trace is one object, several are an array of them. The keys are described in docs/forecast-format.md.
public enum ForecastJSONReport {
    /// The reports as JSON text, ending in a newline.
    public static func text(_ reports: [ForecastReport]) -> String {
        JSON.oneOrSeveral(
            reports.map { object($0.head, [("model", .text($0.model))], ForecastSection.all($0)) })
    }

    /// Reports of several models side by side.
    public static func text(_ reports: [ModelReport]) -> String {
        JSON.oneOrSeveral(reports.map { object($0.head, [], [ForecastSection.models($0)]) })
    }

    private static func object(
        _ head: ForecastHead, _ more: [(String, JSON)], _ sections: [ForecastSection]
    ) -> JSON {
        let fields: [(String, JSON)] = [
            ("format", .text("fetchsched-forecast/1")), ("trace", .text(head.trace)),
            ("devices", .whole(head.devices)), ("days", .number(head.days)),
            ("warmupDays", .number(head.warmupDays)), ("events", .whole(head.events)),
            ("launches", .whole(head.launches)), ("deviceDays", .whole(head.deviceDays)),
            ("resamples", .whole(head.resamples)), ("seed", .whole(head.seed)),
        ]
        return .object(
            fields + more
                + sections.map { section in (section.key, .rows(section.rows.map { row($0, section) })) })
    }

    private static func row(_ row: ForecastSection.Row, _ section: ForecastSection) -> JSON {
        let names = zip(section.labels, row.names).flatMap { label, names in
            zip(label.keys, names).map { key, name in
                switch name {
                case .text(let text): (key, JSON.text(text))
                case .number(let number): (key, JSON.number(number))
                }
            }
        }
        return .object(names + zip(section.figures, row.values).map { ($0.key, .number($1)) })
    }
}
