import FetchPoll
import Foundation

/// Reads RSS, Atom, RDF and CDF.
///
/// There is neither a tree nor a stack: within a field of an entry, only the end tags of that field, of the entry and of the
/// feed count. So a tag that is not closed does no harm behind its entry, and depth costs nothing.
struct XMLFeed {
    private(set) var entries: FeedEntries
    private(set) var ttl: Duration?

    private enum Place {
        case before
        case feed
        case entry
        case field
        case after
    }

    /// An element that is open: its name, where its content starts, and how many of that name are open within it.
    private struct Element {
        var name = 0..<0
        var content = 0
        var inner = 0

        /// Counts an end tag; returns whether it is the element's own.
        mutating func ends() -> Bool {
            inner -= 1
            return inner < 0
        }
    }

    private let encoding: FeedEncoding
    private var entities = FeedEntities()
    private var namespaces = FeedNamespaces()
    private var place = Place.before
    private var (root, rootName) = (Element(), "")
    private var (channel, isChannelOver): (Range<Int>?, Bool) = (nil, false)
    /// The entry that is open.
    private var entry: FeedEntry?
    private var entryElement = Element()
    /// Whether the last tag was the end of an entry.
    private var isBehindEntry = false
    /// The field that is open, of the entry or of the feed.
    private var (field, fieldElement) = (FeedField.other, Element())
    /// The namespaces around the entry and around the field.
    private var (aroundEntry, aroundField) = (FeedNamespaces(), FeedNamespaces())

    init(_ encoding: FeedEncoding, _ entries: FeedEntries) {
        (self.encoding, self.entries) = (encoding, entries)
    }

    mutating func read(_ bytes: Span<UInt8>) throws {
        var scanner = MarkupScanner(0..<bytes.count)
        while place != .after,
            let token = scanner.next(in: bytes, entry: entry == nil ? nil : entryElement.name)
        {
            switch token {
            case .start, .end: isBehindEntry = false
            case .text, .verbatim, .doctype: break
            }
            switch token {
            case .start(let tag): try start(tag, scanner.at, in: bytes)
            case .end(let name): try end(name, in: bytes)
            case .doctype(let range) where place == .before:
                guard let end = try entities.declare(in: bytes, range, encoding) else {
                    throw FeedDocument.NotAFeed()
                }
                scanner.skip(to: end)
            case .doctype, .text, .verbatim: break
            }
        }
        // RDF is used for much else.
        guard place == .after || isWhole(scanner.cutEnd, in: bytes),
            rootName != "rdf" || channel != nil || !entries.all.isEmpty || namespaces.isRSS
        else { throw FeedDocument.NotAFeed() }
    }

    /// Whether nothing is missing but the feed's own end tags.
    private func isWhole(_ cut: Range<Int>?, in bytes: Span<UInt8>) -> Bool {
        guard place == .feed else { return false }
        if isChannelOver, rootName == "rss" { return true }
        guard let cut else { return false }
        if bytes.same(cut, root.name) { return true }
        return isBehindEntry
            && [root.name, channel ?? root.name].contains {
                cut.count <= $0.count && bytes.same(cut, at: $0.lowerBound)
            }
    }

    // Tags

    private mutating func start(_ tag: MarkupScanner.Tag, _ content: Int, in bytes: Span<UInt8>) throws {
        switch place {
        case .before: try openRoot(tag, content, in: bytes)
        case .feed:
            let around = namespaces
            namespaces.declare(tag, in: bytes, encoding)
            let name = namespaces.name(tag.name, in: bytes, encoding)
            if Self.isEntry(name) { return try openEntry(tag, content, around, in: bytes) }
            if bytes.same(tag.name, root.name) { root.inner += tag.isEmpty ? 0 : 1 }
            if name == "channel" { return channel = tag.name }
            namespaces = around
            if name == "ttl", !tag.isEmpty { open(.ttl, tag, content, around) }
        case .entry: try openField(tag, content, in: bytes)
        case .field where bytes.same(tag.name, fieldElement.name):
            if !field.isPlain, !tag.isEmpty { fieldElement.inner += 1 }
        case .field where field.isPlain:
            // The next field shows that the end of this one is missing.
            let name = aroundField.name(tag.name, in: bytes, encoding)
            guard FeedField(name) != .other || Self.isEntry(name) else { return }
            try close(at: nil, in: bytes)
            try start(tag, content, in: bytes)
        case .field where entry != nil && bytes.same(tag.name, entryElement.name):
            entryElement.inner += tag.isEmpty ? 0 : 1
        case .field where bytes.same(tag.name, root.name): root.inner += tag.isEmpty ? 0 : 1
        case .field, .after: break
        }
    }

    private mutating func end(_ name: Range<Int>, in bytes: Span<UInt8>) throws {
        if place == .before { return }
        if place == .field, bytes.same(name, fieldElement.name) {
            if fieldElement.ends() { try close(at: name.lowerBound - 2, in: bytes) }
        } else if entry != nil, bytes.same(name, entryElement.name) {
            if entryElement.ends() { try finish(in: bytes) }
        } else if bytes.same(name, root.name) {
            if root.ends() { place = .after }
        } else if let channel, place != .field, bytes.same(name, channel) {
            if entry != nil { leave() }
            isChannelOver = true
        }
    }

    private static func isEntry(_ name: String?) -> Bool { name == "item" || name == "entry" }

    private mutating func openRoot(_ tag: MarkupScanner.Tag, _ content: Int, in bytes: Span<UInt8>) throws {
        let whole = encoding.text(bytes, tag.name.prefix(100)).lowercased()
        // A server's warning may come first.
        if whole == "br" || whole == "b" { return }
        rootName = whole.split(separator: ":").last.map(String.init) ?? ""
        guard ["rss", "feed", "rdf", "channel"].contains(rootName) else { throw FeedDocument.NotAFeed() }
        root = Element(name: tag.name, content: content)
        namespaces.declare(tag, in: bytes, encoding)
        if whole != rootName { namespaces.own(String(whole.dropLast(rootName.count + 1))) }
        if rootName == "channel" { channel = tag.name }
        place = tag.isEmpty ? .after : .feed
    }

    // Entries

    private mutating func openEntry(
        _ tag: MarkupScanner.Tag, _ content: Int, _ around: FeedNamespaces, in bytes: Span<UInt8>
    ) throws {
        var entry = FeedEntry()
        let values = try attributes(of: tag, in: bytes)
        entry.about = values["rdf:about"] ?? ""
        if rootName == "channel" { entry.entry.link = values["href"] ?? "" }
        self.entry = entry
        (entryElement, aroundEntry) = (Element(name: tag.name, content: content), around)
        place = .entry
        if tag.isEmpty { try finish(in: bytes) }
    }

    /// Leaves the entry; unless ``finish(in:)`` took it, it is left out.
    private mutating func leave() { (entry, place, namespaces) = (nil, .feed, aroundEntry) }

    private mutating func finish(in bytes: Span<UInt8>) throws {
        if place == .field { try close(at: nil, in: bytes) }
        guard let entry else { return }
        leave()
        isBehindEntry = true
        var description = ""
        if entry.needsText {
            for range in [entry.text, entry.rest] where description.isEmpty {
                guard let range else { continue }
                description = try text(range, in: bytes)
                // Without text, as of an image: its tags.
                if description.isEmpty { description = encoding.text(bytes, Self.start(of: range)).trimmed }
            }
        }
        entries.append(entry.finished(describedBy: description))
    }

    // Fields

    private mutating func openField(
        _ tag: MarkupScanner.Tag, _ content: Int, in bytes: Span<UInt8>
    ) throws {
        let around = namespaces
        namespaces.declare(tag, in: bytes, encoding)
        let name = namespaces.name(tag.name, in: bytes, encoding)
        if Self.isEntry(name), bytes.same(tag.name, entryElement.name) {
            // The entry before has no end.
            leave()
            return try start(tag, content, in: bytes)
        }
        let isText =
            name == nil
            && [":encoded", ":summary", ":description", ":body"].contains {
                bytes.has($0, at: tag.name.upperBound - $0.utf8.count)
            }
        let field = isText ? .text : FeedField(name)
        if field == .link || name == "enclosure" {
            let values = try attributes(of: tag, in: bytes)
            entry?.take(field == .link ? "href" : "url", of: values)
        }
        if tag.isEmpty { namespaces = around } else { open(field, tag, content, around) }
    }

    private mutating func open(
        _ field: FeedField, _ tag: MarkupScanner.Tag, _ content: Int, _ around: FeedNamespaces
    ) {
        (self.field, fieldElement, aroundField) = (field, Element(name: tag.name, content: content), around)
        place = .field
    }

    /// Leaves the field, whose content ends at a position; nil if the field has no end, so that its content is unknown.
    private mutating func close(at end: Int?, in bytes: Span<UInt8>) throws {
        (place, namespaces) = (entry == nil ? .feed : .entry, aroundField)
        guard let end else { return }
        let content = fieldElement.content..<max(end, fieldElement.content)
        if field == .other {
            if entry?.rest == nil, !content.isEmpty { entry?.rest = content }
            return
        }
        if field == .text {
            if entry?.text == nil { entry?.text = content }
            return
        }
        let text = try text(content, in: bytes)
        if field == .ttl, entry == nil {
            // In minutes.
            ttl = WebAnswer.seconds(Array(text.utf8)[...]).map {
                .milliseconds(min($0 * 60, WebAnswer.week))
            }
        }
        entry?.take(field, text)
    }

    /// The text of an element without its tags: 10,000 bytes or so at most.
    private mutating func text(_ range: Range<Int>, in bytes: Span<UInt8>) throws -> String {
        var (scanner, text) = (MarkupScanner(range), "")
        while text.utf8.count < 10_000, let token = scanner.next(in: bytes) {
            switch token {
            case .text(let part):
                text += try entities.expanded(encoding.text(bytes, Self.start(of: part)))
            case .verbatim(let part): text += encoding.text(bytes, Self.start(of: part))
            case .start, .end, .doctype: break
            }
        }
        return text.trimmed
    }

    private static func start(of range: Range<Int>) -> Range<Int> {
        range.lowerBound..<min(range.upperBound, range.lowerBound + 10_000)
    }

    private mutating func attributes(
        of tag: MarkupScanner.Tag, in bytes: Span<UInt8>
    ) throws -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in tag.values(in: bytes) where name.count < 20 {
            values[encoding.text(bytes, name).lowercased()] =
                try entities.expanded(encoding.text(bytes, Self.start(of: value))).trimmed
        }
        return values
    }
}
