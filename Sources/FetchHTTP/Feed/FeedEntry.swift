import Foundation

/// The meaning of an element of an entry.
enum FeedField {
    case id
    case title
    case link
    case published
    case updated
    /// A description or the content.
    case text
    case ttl
    /// Anything else, which is not stored.
    case other

    /// Makes a field of a name in small letters.
    init(_ name: String?) {
        switch name {
        case "guid", "id": self = .id
        case "title": self = .title
        case "link": self = .link
        case "pubdate", "published", "date", "issued", "created": self = .published
        case "updated", "modified": self = .updated
        case "description", "summary", "content", "abstract", "body", "fullitem": self = .text
        case "ttl": self = .ttl
        default: self = .other
        }
    }

    /// Whether it has no other field within it.
    var isPlain: Bool { self != .text && self != .other }
}

/// An entry while it is read. Of what comes twice, the first counts.
struct FeedEntry {
    var entry = FeedDocument.Entry()
    private var updated: Date?
    /// Identities of an entry that has neither an id nor a link nor a title: addresses, and where its description stands.
    var about = ""
    private var enclosure = ""
    var text: Range<Int>?
    /// Where the first element stands that has none of the meanings here.
    var rest: Range<Int>?

    mutating func take(_ field: FeedField, _ text: String) {
        switch field {
        case .id where entry.id.isEmpty: entry.id = text
        case .title where entry.title.isEmpty: entry.title = text
        case .link where entry.link.isEmpty: entry.link = text
        case .published: entry.published = entry.published ?? Date(webText: text)
        case .updated: updated = updated ?? Date(webText: text)
        default: break
        }
    }

    /// Takes the address of a link or an enclosure from its attributes.
    mutating func take(_ name: String, of attributes: [String: String]) {
        guard let address = attributes[name] else { return }
        if name == "url" {
            enclosure = address
        } else if entry.link.isEmpty, attributes["rel"] ?? "alternate" == "alternate" {
            entry.link = address
        }
    }

    private var known: String {
        [entry.id, entry.link, entry.title, about, enclosure].first { !$0.isEmpty } ?? ""
    }

    /// Whether only its description, or the rest, tells it from others.
    var needsText: Bool { known.isEmpty }

    /// The entry, with an identity.
    func finished(describedBy text: String) -> FeedDocument.Entry {
        var entry = entry
        entry.published = entry.published ?? updated
        entry.id = known.isEmpty ? FeedEntries.identity(of: text) : known
        return entry
    }
}
