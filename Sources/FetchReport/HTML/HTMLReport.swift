import FetchSim
import FetchTrace

/// The report as one HTML file that needs no other, and no script.
package enum HTMLReport {
    /// - Parameters:
    ///   - version: the command and its version, as in `fetchsched 0.1.0`.
    ///   - command: what to type to get the page again.
    package static func text(
        _ chapters: [ReportData.Chapter], version: String, command: String, rules: SimulationRules
    ) -> String {
        text(ReportData(chapters: chapters, version: version, command: command, rules: rules))
    }

    static func text(_ data: ReportData) -> String {
        let names = data.chapters.map { escaped($0.main?.trace ?? "") }
        let head = element(
            "head", [:], element("meta", ["charset": "utf-8"]),
            element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            element("meta", ["name": "color-scheme", "content": "light dark"]),
            element("title", text: "fetchsched: " + names.joined(separator: ", ")),
            element("style", [:], .verbatim(ReportStyle.sheet)))
        let origin = ProvenanceText.lines(data.chapters.compactMap(\.main)).joined(separator: " ")
        let header = element(
            "header", [:], element("p", ["class": "kicker"], text: "fetchsched bench"),
            element("h1", text: "Background fetches: freshness and energy"),
            element("p", ["class": "sub"], text: names.joined(separator: " · ")),
            origin.isEmpty ? .empty : element("p", ["class": "sub"], text: origin))
        let chapters = data.chapters.enumerated().map { chapter($0, $1, of: data) }
        let footer = element(
            "footer", [:],
            element(
                "p",
                text:
                    "\(data.version). Energies are what the device spends on background fetches: radio, running "
                    + "apps, process starts, content, and the device kept awake. docs/report.md explains the page."
            ))
        let body = element(
            "body", [:], element("main", [:], [header, overview(data)] + chapters + [footer]))
        return (Markup.doctype + element("html", ["lang": "en"], head, body)).html + "\n"
    }

    /// Links to the traces and what was found for each, where there are several.
    private static func overview(_ data: ReportData) -> Markup {
        guard data.chapters.count > 1 else { return .empty }
        let links = data.chapters.enumerated().map { number, chapter in
            element(
                "li", [:],
                element("a", ["href": "#t\(number + 1)-trace"], text: escaped(chapter.main?.trace ?? "")))
        }
        return element("nav", ["aria-label": "Traces"], element("ul", [:], links))
            + ComparisonTable.markup(data.chapters)
    }

    private static func chapter(_ number: Int, _ chapter: ReportData.Chapter, of data: ReportData) -> Markup {
        let context = SectionContext(data, chapter)
        let prefix = data.chapters.count > 1 ? "t\(number + 1)-" : ""
        let name = escaped(chapter.main?.trace ?? "")
        var parts: [Markup] = []
        if data.chapters.count > 1 { parts.append(element("h2", ["id": "\(prefix)trace"], text: name)) }
        parts.append(
            element(
                "nav", ["aria-label": "Sections of \(name)"],
                element(
                    "ul", [:],
                    ReportSection.all.map { section in
                        element(
                            "li", [:], element("a", ["href": "#\(prefix)\(section.id)"], text: section.title))
                    })))
        for section in ReportSection.all {
            parts.append(
                element(
                    "section", ["id": prefix + section.id], element("h3", text: section.title),
                    section.body(context)))
        }
        return .group(parts)
    }
}
