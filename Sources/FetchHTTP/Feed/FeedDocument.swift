import FetchSchedText
import Foundation

/// A feed: RSS, Atom, RDF, CDF or JSON Feed.
///
/// Of a feed that comes to its end, each entry that has an end is taken, whatever else is wrong with it: entities of HTML, a
/// stray `&` or `<`, control characters, bytes of another encoding, tags that are not closed. Something else than a feed,
/// and a feed that is cut off, is refused.
public struct FeedDocument: Sendable {
    /// Something else than a feed came, as from the login page of a Wi-Fi, or a part of one.
    public struct NotAFeed: Error {}

    /// An entry.
    public struct Entry: Hashable, Sendable {
        /// Identity of the entry: its `guid` or `id`, else its link, else its title, else of what it describes.
        public var id = ""
        /// The title.
        public var title = ""
        /// The address of the page.
        public var link = ""
        /// When it was published, or else updated; nil if the feed has no date that can be read.
        public var published: Date?
    }

    /// The entries, in the order of the feed; of a feed with more than some 100,000 (in a few old encodings 50,000), the first ones.
    public private(set) var entries: [Entry] = []
    /// How long the feed says that it holds (`ttl`), at most a week.
    public private(set) var ttl: Duration?

    /// Reads a feed.
    ///
    /// - Complexity: O(bytes).
    /// - Throws: ``NotAFeed``.
    public init(_ data: Data) throws {
        let (markup, encoding) = FeedEncoding.found(in: data)
        let collected = FeedEntries(copied: markup?.count ?? 0)
        if let markup {
            try read(markup.span, encoding, collected)
        } else {
            try read(data.span, encoding, collected)
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ encoding: FeedEncoding, _ collected: FeedEntries
    ) throws {
        if let start = JSONFeed.start(of: bytes) {
            var feed = JSONFeed(encoding, collected)
            try feed.read(bytes, from: start)
            entries = feed.entries.all
        } else {
            var feed = XMLFeed(encoding, collected)
            try feed.read(bytes)
            (entries, ttl) = (feed.entries.all, feed.ttl)
        }
    }
}

/// The entries of a feed, with a limit of the memory that they take.
struct FeedEntries {
    private(set) var all: [FeedDocument.Entry] = []
    private var room: Int

    /// - Parameter copied: Bytes of a copy of the feed, which take their part of the memory.
    init(copied: Int) { room = copied > 20_000_000 ? 14_000_000 : 28_000_000 }

    mutating func append(_ entry: FeedDocument.Entry) {
        room -= 200 + entry.id.utf8.count + entry.title.utf8.count + entry.link.utf8.count
        if !entry.id.isEmpty, room > 0 { all.append(entry) }
    }

    /// An identity of a text: the text, if it is short, else its beginning with a checksum (FNV-1a) of all.
    static func identity(of text: String) -> String {
        guard text.utf8.count > 200 else { return text }
        return "\(text.prefix(100)) \(String(FNV.hash(text.utf8), radix: 16))"
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        func isText(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII ? scalar.value > 32 : !scalar.properties.isWhitespace
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: isText), let last = scalars.lastIndex(where: isText)
        else { return "" }
        return first == scalars.startIndex && scalars.index(after: last) == scalars.endIndex
            ? self : String(scalars[first...last])
    }
}
