import FetchHTTP
import Foundation
import Testing

@Suite struct FeedTests {
    @Test(
        arguments: [
            ("Mon, 01 Jan 2024 08:00:00 GMT", 0.0), ("Mon, 01 Jan 2024 08:00:00 +0000", 0),
            ("Mon, 1 Jan 2024 03:00:00 EST", 0), ("1 Jan 2024 09:00 +0100", 0), ("01 Jan 24 08:00:00 Z", 0),
            ("Monday, 01-Jan-24 08:00:00 GMT", 0), ("Mon Jan  1 08:00:00 2024", 0), ("Jan 1, 2024 08:00", 0),
            ("2024-01-01T08:00:00Z", 0), ("2024-01-01T10:00:00+02:00", 0),
            ("2024-01-01T03:30:00.123-0430", 0.123),
            ("2024-01-01 08:00", 0), ("2024-01-01", -28_800), ("1 January 2024", -28_800),
            ("Thu, 29 Feb 2024 08:00:00 GMT", 59 * 86_400), ("\n 2024-01-01T08:00:60Z ", 60),
            ("Wed, 01 Jan 2024 08:00:00 XYZ", 0),
            // Zones in words.
            ("Mon, 01 Jan 2024 10:00:00 +0200 (CEST)", 0), ("Mon, 01 Jan 2024 10:00:00 (CEST)", 0),
            ("Mon, 01 Jan 2024 10:00:00 GMT+2", 0), ("Mon, 01 Jan 2024 09:00:00 UTC+01:00", 0),
            ("Mon Jan 01 2024 10:00:00 GMT+0200 (Central European Summer Time)", 0),
            ("Mon, 01 Jan 2024 00:00:00 Pacific Standard Time", 0),
            ("Mon, 01 Jan 2024 09:00:00 Europe/Berlin", 0),
            ("2024-01-01 03:00:00 EST", 0), ("2024-01-01T10:00:00 +02:00", 0), ("Jan 1, 2024 3:00 AM EST", 0),
            ("Mon, 01 Jan 2024 08:00:00 PM UTC", 43_200), ("Mon Jan  1 09:00:00 CET 2024", 0),
            ("2024-01-01 08:00:00 +0000 UTC", 0),
        ] as [(String, Double)])
    func dates(_ text: String, _ seconds: Double) throws {
        let date = try #require(Date(webText: text))
        #expect(abs(date.timeIntervalSince1970 - 1_704_096_000 - seconds) < 0.0005, "\(text): \(date)")
    }

    @Test(arguments: [
        "", "yesterday", "2024-13-01", "32 Jan 2024 08:00", "1 Jan 2024 25:00", "08:00", "1704096000",
    ])
    func noDates(_ text: String) { #expect(Date(webText: text) == nil) }

    private func feed(_ text: String) throws -> FeedDocument { try FeedDocument(Data(text.utf8)) }

    /// An item without a `guid` goes by its link, one without a date is still an item.
    @Test func itemsOfRSS() throws {
        let feed = try feed(
            """

            <?xml version="1.0"?><rss version="2.0" xmlns:media="m"><channel><title>t</title><link>http://a</link>
            <ttl> 60 </ttl><item><guid>1</guid><title><![CDATA[A & B]]></title><pubDate>Mon, 01 Jan 2024 08:00:00 EST
            </pubDate><media:group><title>no</title></media:group></item>
            <item><link>http://a/2</link><title>two</title></item><item><title>three</title></item><item/>
            </channel></rss>
            """)
        #expect(feed.entries.map(\.id) == ["1", "http://a/2", "three"])
        #expect(feed.entries.map(\.title) == ["A & B", "two", "three"])
        #expect(feed.entries.map(\.published) == [Date(timeIntervalSince1970: 1_704_114_000), nil, nil])
        #expect(feed.ttl == .seconds(3600))
    }

    @Test func entriesOfAtomAndRDF() throws {
        let atom = try feed(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><updated>2020-01-01T00:00:00Z</updated>
            <entry><id>1</id><link rel="edit" href="no"/><link href="http://a/1"/><source><id>no</id></source>
            <updated>2024-01-01T10:00:00+02:00</updated></entry></feed>
            """)
        #expect(atom.entries.map(\.id) == ["1"] && atom.entries[0].link == "http://a/1")
        #expect(atom.entries[0].published == Date(timeIntervalSince1970: 1_704_096_000))
        let rdf = try feed(
            """
            <rdf:RDF xmlns:rdf="r" xmlns:dc="d" xmlns="http://purl.org/rss/1.0/"><channel/><item rdf:about="x">
            <title>x</title><link>http://a/x</link><dc:date>2024-01-01</dc:date></item></rdf:RDF>
            """)
        #expect(rdf.entries.map(\.id) == ["http://a/x"] && rdf.entries[0].published != nil)
    }

    @Test(
        arguments: [("999999999999999999", 604_800.0), ("-60", nil), ("soon", nil), ("0", 0)]
            as [(String, Double?)])
    func ttl(_ text: String, _ seconds: Double?) throws {
        let feed = try feed("<rss><channel><ttl>\(text)</ttl></channel></rss>")
        #expect(feed.ttl == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        "", " \n", "<html><body>Please log in<br></body></html>", "<html/>",
        "<rss><channel><item>&nonsense;<",
        "<rss><channel><item><guid>1</guid>", "<div><rss></rss></div>", "Service unavailable",
        "<!DOCTYPE html><html><body><p>a<rss></rss></body></html>",
        "<opml version=\"2.0\"><body><outline text=\"a\"/></body></opml>",
        "<urlset><url><loc>a</loc></url></urlset>",
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><foaf:Person/></rdf:RDF>",
        "<!DOCTYPE rss [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]><rss></rss>", "<!DOCTYPE rss [ <rss></rss>",
        "[{\"id\":1}]", "{\"items\":[{\"id\":1}]}", "{\"version\":\"https://jsonfeed.org/version/1\"}",
        "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":1}]",
        "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[:]}",
    ])
    func noFeeds(_ text: String) {
        #expect(throws: FeedDocument.NotAFeed.self) { try feed(text) }
    }
}
