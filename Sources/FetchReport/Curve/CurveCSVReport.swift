import FetchSim

/// The runs of all curves as CSV (RFC 4180), one line each, for plots.
public enum CurveCSVReport {
    /// The reports as CSV text.
    public static func text(_ reports: [CurveReport]) -> String {
        var text =
            "trace,radio,policy,run,joulesPerDay,freshLaunchShare,onCurve,boundFreshLaunchShare,"
            + "powerProfile\n"
        for report in reports {
            for family in report.families {
                let rising = family.curve.rising
                for point in family.curve.points {
                    let cells = [
                        CSVReport.name(report.trace), CSVReport.name(report.radio),
                        CSVReport.name(family.name),
                        CSVReport.name(point.name), Figures.plain(point.joules), Figures.plain(point.fresh),
                        rising.contains(point) ? "1" : "0",
                        Figures.plain(report.bound.fresh(at: point.joules)),
                        CSVReport.name(report.powerProfile),
                    ]
                    text += cells.joined(separator: ",") + "\n"
                }
            }
        }
        return text
    }
}
