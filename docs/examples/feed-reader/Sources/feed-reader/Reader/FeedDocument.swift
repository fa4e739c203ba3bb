import FetchSched
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What a feed says, in RSS 2.0 or Atom.
struct FeedDocument {
    struct NotAFeed: Error {}

    private(set) var items: [Item] = []
    /// Minutes for which it says that it may be kept.
    private(set) var ttl: Int?

    init(_ data: Data) throws {
        let parser = XMLParser(data: data)
        let delegate = Delegate()
        parser.delegate = delegate
        guard parser.parse(), delegate.isFeed else { throw NotAFeed() }
        items = delegate.items
        ttl = delegate.ttl
    }

    private final class Delegate: NSObject, XMLParserDelegate {
        var items: [Item] = []
        var ttl: Int?
        var isFeed = false
        private var text = ""
        private var id: String?
        private var time: Instant?

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            text = ""
            switch name {
            case "rss", "feed": isFeed = true
            case "item", "entry": (id, time) = (nil, nil)
            default: break
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            switch name {
            case "guid", "id": id = text
            case "pubDate", "updated": time = Dates.time(text)
            case "ttl": ttl = Int(text)
            case "item", "entry":
                if let id, let time { items.append(Item(id: id, published: time)) }
            default: break
            }
        }
    }
}
