import FetchSim

/// The runs of all curves as CSV (RFC 4180), one line each, for plots.
package enum CurveCSVReport {
    package static func text(_ reports: [CurveReport]) -> String {
        var text = CSVReport.line([
            "trace", "radio", "policy", "run", "joulesPerDay", "freshLaunchShare", "onCurve",
            "boundFreshLaunchShare", "powerProfile",
        ])
        for report in reports {
            for family in report.families {
                let rising = family.curve.rising
                for point in family.curve.points {
                    text += CSVReport.line([
                        CSVReport.name(report.trace), CSVReport.name(report.radio),
                        CSVReport.name(family.name), CSVReport.name(point.name),
                        CSVReport.figure(point.joules), CSVReport.figure(point.fresh),
                        rising.contains(point) ? "1" : "0",
                        CSVReport.figure(report.bound.fresh(at: point.joules)),
                        CSVReport.name(report.powerProfile),
                    ])
                }
            }
        }
        return text
    }
}
