import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads a report as the XML that it also is.
final class PageReader: NSObject, XMLParserDelegate {
    struct Row {
        var section: String
        var cells: [String] = []
    }

    /// Why it is not well-formed; nil if it is.
    private(set) var fault: String?
    private(set) var sections: [String] = []
    /// How often each element stands in the page.
    private(set) var elements: [String: Int] = [:]
    private(set) var rows: [Row] = []
    /// What stands in each section outside of drawings, and in the drawings' titles.
    private(set) var text: [String: String] = [:]
    private(set) var titles: [String: [String]] = [:]
    private(set) var links: [String] = []
    private(set) var ids: Set<String> = []
    private var path: [String] = []
    private var cell: String?

    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() {
            fault = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "?")"
        }
    }

    func rows(of section: String) -> [Row] { rows.filter { $0.section == section && !$0.cells.isEmpty } }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        path.append(name)
        elements[name, default: 0] += 1
        if let id = attributes["id"] { ids.insert(id) }
        for key in ["href", "src", "action", "data"] {
            if let link = attributes[key] { links.append(link) }
        }
        switch name {
        case "section": sections.append(attributes["id"] ?? "")
        case "tr": rows.append(Row(section: sections.last ?? ""))
        case "td", "th":
            guard !rows.isEmpty else { break }
            rows[rows.count - 1].cells.append("")
            cell = name
        case "title" where path.contains("svg"): titles[sections.last ?? "", default: []].append("")
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        path.removeLast()
        if name == cell { cell = nil }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        let section = sections.last ?? ""
        if path.last == "title", path.contains("svg"), let last = titles[section]?.indices.last {
            titles[section]?[last] += characters
        }
        text[section, default: ""] += characters
        if cell != nil, let row = rows.indices.last, let last = rows[row].cells.indices.last {
            rows[row].cells[last] += characters
        }
    }
}
