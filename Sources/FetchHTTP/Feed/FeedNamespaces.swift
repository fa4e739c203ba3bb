/// The prefixes whose elements are those of feeds (`dc:date`, `a10:updated`); others are foreign (`media:title`).
struct FeedNamespaces {
    private var isFeed: [String: Bool] = [:]
    /// Whether a namespace of RSS in RDF was declared.
    private(set) var isRSS = false

    /// Counts a prefix as the feed's own, whatever it stands for.
    mutating func own(_ prefix: String) { isFeed[prefix] = true }

    /// Reads the declarations of a tag.
    mutating func declare(_ tag: MarkupScanner.Tag, in bytes: Span<UInt8>, _ encoding: FeedEncoding) {
        guard tag.attributes.count > 8 else { return }
        for (name, value) in tag.values(in: bytes) where bytes.has("xmlns", at: name.lowerBound) {
            if bytes.has("http://purl.org/rss/1.0/", at: value.lowerBound) && value.count == 24
                || bytes.has("http://my.netscape.com/rdf/", at: value.lowerBound)
            {
                isRSS = true
            }
            guard name.count > 6 else { continue }
            let prefix = encoding.text(bytes, name.dropFirst(6)).lowercased()
            isFeed[prefix] = Self.isFeed(encoding.text(bytes, value))
        }
    }

    /// Returns the name of an element in small letters, without its prefix; nil if it is foreign.
    func name(_ name: Range<Int>, in bytes: Span<UInt8>, _ encoding: FeedEncoding) -> String? {
        guard name.count <= 100 else { return nil }
        guard let colon = bytes.index(of: UInt8(ascii: ":"), in: name) else {
            return encoding.text(bytes, name).lowercased()
        }
        let prefix = encoding.text(bytes, name.lowerBound..<colon).lowercased()
        // Some forget the declaration, or declare another address.
        let isOwn = isFeed[prefix] == true || ["atom", "a10", "dc", "dcterms", "rdf", "rss"].contains(prefix)
        return isOwn ? encoding.text(bytes, colon + 1..<name.upperBound).lowercased() : nil
    }

    private static func isFeed(_ address: String) -> Bool {
        var address = address.trimmed.lowercased()
        for scheme in ["http://", "https://"] where address.hasPrefix(scheme) {
            address.removeFirst(scheme.count)
        }
        while address.last == "/" || address.last == "#" { address.removeLast() }
        // RSS 1.0 has foreign modules below its own address.
        return ["purl.org/rss/1.0", "purl.org/net/rss1.1", "purl.org/echo", "purl.org/pie"].contains(address)
            || [
                "www.w3.org/2005/atom", "purl.org/atom/ns", "purl.org/dc/", "backend.userland.com/rss",
                "blogs.law.harvard.edu/tech/rss", "cyber.law.harvard.edu/rss", "cyber.harvard.edu/rss",
                "www.rssboard.org/rss", "my.netscape.com/", "channel.netscape.com/rdf",
                "www.w3.org/1999/02/22-rdf-syntax",
            ].contains { address.hasPrefix($0) }
    }
}
