import FetchSim

/// The runs of all curves as CSV (RFC 4180), one line each, for plots.
public enum CurveCSVReport {
    /// The reports as CSV text.
    public static func text(_ reports: [CurveReport]) -> String {
        var text = "trace,radio,policy,run,joulesPerDay,freshLaunchShare,onCurve,boundFreshLaunchShare\n"
        for report in reports {
            for family in report.families {
                let rising = family.curve.rising
                for point in family.curve.points {
                    let cells = [
                        CSVReport.quoted(report.trace), CSVReport.quoted(report.radio),
                        CSVReport.quoted(family.name),
                        CSVReport.quoted(point.name), Figures.plain(point.joules), Figures.plain(point.fresh),
                        rising.contains(point) ? "1" : "0",
                        Figures.plain(report.bound.fresh(at: point.joules)),
                    ]
                    text += cells.joined(separator: ",") + "\n"
                }
            }
        }
        return text
    }
}
