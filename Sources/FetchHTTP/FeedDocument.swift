import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A feed: RSS, Atom or RDF.
public struct FeedDocument: Sendable {
    /// Something else than a feed came, as from the login page of a Wi-Fi.
    public struct NotAFeed: Error {}

    /// An entry.
    public struct Entry: Hashable, Sendable {
        /// Identity of the entry: its `guid` or `id`, else its link, else its title.
        public var id = ""
        /// The title.
        public var title = ""
        /// The address of the page.
        public var link = ""
        /// When it was published, or else updated; nil if the feed has no date that can be read.
        public var published: Date?
    }

    /// The entries, in the order of the feed.
    public private(set) var entries: [Entry] = []
    /// How long the feed says that it holds (`ttl`), at most a week.
    public private(set) var ttl: Duration?

    /// Reads a feed.
    ///
    /// - Throws: ``NotAFeed``.
    public init(_ data: Data) throws {
        // Some begin with an empty line, which XML does not allow.
        let parser = XMLParser(data: Data(data.drop { $0 <= 0x20 }))
        let delegate = Delegate()
        parser.delegate = delegate
        guard parser.parse(), delegate.isWhole else { throw NotAFeed() }
        entries = delegate.entries
        ttl = delegate.ttl
    }

    private final class Delegate: NSObject, XMLParserDelegate {
        var entries: [Entry] = []
        var ttl: Duration?
        /// Whether a feed came to its end; on Linux, `parse` does not say so.
        var isWhole = false
        private var isFeed = false
        /// The elements that are open, without prefixes.
        private var path: [String] = []
        private var text = ""
        private var entry: Entry?
        private var updated: Date?

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let name = Self.name(element)
            if path.isEmpty { isFeed = ["rss", "feed", "RDF"].contains(name) }
            if Self.isEntry(name) { (entry, updated) = (Entry(), nil) }
            if name == "link", Self.isEntry(path.last), let address = attributes["href"],
                attributes["rel"] ?? "alternate" == "alternate"
            {
                entry?.link = address
            }
            path.append(name)
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            text += String(decoding: block, as: UTF8.self)
        }

        func parser(
            _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
        ) {
            let name = path.popLast() ?? ""
            if path.isEmpty { isWhole = isFeed }
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if Self.isEntry(name) { return finish() }
            guard Self.isEntry(path.last) else {
                if name == "ttl", entry == nil {
                    ttl = HTTPAnswer.seconds(text).map { min($0 * 60, .seconds(604_800)) }
                }
                return
            }
            switch name {
            case "guid", "id": entry?.id = text
            case "title": entry?.title = text
            case "link" where !text.isEmpty: entry?.link = text
            case "pubDate", "published", "date", "issued": entry?.published = Date(webText: text)
            case "updated", "modified": updated = Date(webText: text)
            default: break
            }
        }

        private func finish() {
            guard var entry else { return }
            self.entry = nil
            entry.published = entry.published ?? updated
            if entry.id.isEmpty { entry.id = entry.link.isEmpty ? entry.title : entry.link }
            if !entry.id.isEmpty { entries.append(entry) }
        }

        private static func isEntry(_ name: String?) -> Bool { name == "item" || name == "entry" }

        /// The name without the prefix of a namespace that repeats what feeds have (`dc:date`); others keep it
        /// (`media:title`).
        private static func name(_ element: String) -> String {
            for prefix in ["atom:", "dc:", "rdf:", "rss:"] where element.hasPrefix(prefix) {
                return String(element.dropFirst(prefix.count))
            }
            return element
        }
    }
}
