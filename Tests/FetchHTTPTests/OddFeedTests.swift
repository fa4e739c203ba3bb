import FetchHTTP
import Foundation
import Testing

/// Feeds that are not as they should be, of which each entry that has an end is taken.
@Suite struct OddFeedTests {
    private static func entry(_ id: Int, _ inside: String = "") -> String {
        "<item><guid>g\(id)</guid>\(inside)<link>http://example.org/\(id)</link></item>"
    }

    private static func text(_ middle: String, after head: String = "<?xml version=\"1.0\"?>") -> String {
        "\(head)<rss version=\"2.0\"><channel><title>t</title>\(entry(1))\(middle)\(entry(3))</channel></rss>"
    }

    private func ids(_ text: String) throws -> [String] {
        try FeedDocument(Data(text.utf8)).entries.map(\.id)
    }

    /// An entry has an identity if anything is in it: tags without text, or elements of other namespaces alone.
    @Test(arguments: [
        "<description><img src='a.png'/></description>", "<body><p><img src='a.png' onblur='b'/></p></body>",
        "<media:title xmlns:media='m'>a</media:title>", "<category domain='x'>a</category>",
    ])
    func entriesWithoutText(content: String) throws {
        let feed = "<rss><channel><item>\(content)</item><item></item></channel></rss>"
        let entries = try FeedDocument(Data(feed.utf8)).entries
        #expect(entries.count == 1)
        #expect(entries.first?.id.contains("a") == true)
    }

    @Test(
        arguments: [
            ("a&nbsp;b", "a\u{A0}b"), ("&rsquo;&shy;&aacute;&Omega;&hearts;&apos;", "’\u{AD}áΩ♥'"),
            ("AT&T & you", "AT&T & you"),
            ("a&b=c;d", "a&b=c;d"), ("&nonsense;", "&nonsense;"), ("&#8217;&#x2019;&#150;", "’’–"),
            ("a&#0;b&#xD800;", "ab\u{FFFD}"), ("1 < 2 <3", "1 < 2 <3"), ("a <b and c", "a <b and c"),
            ("a > b", "a > b"),
            ("a\u{1}\u{B}\u{0}b\u{1F}", "ab"), ("<b>x", "x"), ("x</b></p>", "x"), ("<!-- a -- b --->x", "x"),
            ("<?php echo 1 ?>x", "x"), ("<![CDATA[a & b]]> &amp; c", "a & b & c"),
            ("<![CDATA[a <![CDATA[ b]]>", "a <![CDATA[ b"),
        ])
    func titles(_ markup: String, _ title: String) throws {
        let feed = try FeedDocument(Data(Self.text(Self.entry(2, "<title>\(markup)</title>")).utf8))
        #expect(feed.entries.map(\.id) == ["g1", "g2", "g3"])
        #expect(feed.entries.map(\.title) == ["", title, ""])
    }

    /// What is wrong with an entry costs at most that entry.
    @Test(
        arguments: [
            ("<description>a<br>b<p>c</description>", true),
            ("<description><img src=\"a.png\" alt=\"x></description>", true),
            ("<description><a href=\"b>c</a></description>", true),
            ("<description><html><body></html></description>", true),
            ("<description>if (a<b && c>d)</description>", true),
            ("<description><b>x</channel></description>", true),
            ("<description><![CDATA[ x </description>", true), ("<description><!-- x </description>", true),
            ("<description>the <item> tag</description>", false), ("<title>x", true), ("<media:x>", true),
            ("</p>", true),
            ("<item>", false),
        ])
    func oddEntries(_ inside: String, _ isTaken: Bool) throws {
        let found = try ids(Self.text(Self.entry(2, inside)))
        #expect(found.filter { $0 == "g1" || $0 == "g3" } == ["g1", "g3"])
        #expect(!isTaken || found == ["g1", "g2", "g3"])
    }

    /// Each entry has a section that may be taken for the end of the one that is not closed.
    @Test(arguments: ["<![CDATA[", "<!-- "])
    func sectionsWithoutEnd(_ opening: String) throws {
        let close = opening == "<!-- " ? " -->" : "]]>"
        let last = "<item><guid>g4</guid><description>\(opening)y\(close)</description></item>"
        #expect(
            try ids(Self.text(Self.entry(2, "<description>\(opening) x</description>") + last)) == [
                "g1", "g2", "g4", "g3",
            ])
    }

    @Test func entriesWithoutEnd() throws {
        #expect(try ids(Self.text("<item><guid>g2</guid><title>x</title>")) == ["g1", "g3"])
        #expect(try ids(Self.text("<item><guid>g2</guid><title>x")) == ["g1", "g3"])
        #expect(
            try ids("<rss><channel>\(Self.entry(1))<item><guid>g2</guid><description>a<b></channel></rss>")
                == ["g1"])
    }

    @Test(arguments: ["", "</rss", "</", "<!-- cut", "\0\u{FF}<<", "</rss><script>alert(1)</script></html>"])
    func junkBehindTheEntries(_ junk: String) throws {
        #expect(try ids("<rss><channel>\(Self.entry(1))</channel>\(junk)") == ["g1"])
        #expect(try ids("<feed><entry><id>g1</id></entry></fee") == ["g1"])
    }

    @Test(arguments: [
        "\u{FEFF}\r\n", "\n\u{FEFF}", "\u{FEFF}\u{FEFF}", "<br />\n<b>Warning</b>: x() in <b>y</b><br />\n",
    ])
    func junkBeforeTheFeed(_ junk: String) throws {
        #expect(try ids(junk + Self.text(Self.entry(2))) == ["g1", "g2", "g3"])
    }

    /// A feed that is cut anywhere before its last entry ends is refused.
    @Test func cuts() {
        let text = Array(
            Self.text(Self.entry(2, "<description><![CDATA[a]]> &nbsp; <p>b -- c</description>")).utf8)
        for end in 0..<text.count - "</channel></rss>".utf8.count {
            #expect(throws: FeedDocument.NotAFeed.self) { try FeedDocument(Data(text[..<end])) }
        }
    }

    @Test func prefixes() throws {
        #expect(
            try ids(
                """
                <r:rss xmlns:r="http://backend.userland.com/rss2"><channel><r:item><r:guid>g1</r:guid></r:item></channel></r:rss>
                """) == ["g1"])
        #expect(
            try ids(
                "<x:rss xmlns:x='urn:x'><x:channel><x:item><x:guid>g1</x:guid></x:item></x:channel></x:rss>")
                == ["g1"])
        // A prefix means what it is declared to mean, and only within the element that declares it.
        let feed = try FeedDocument(
            Data(
                """
                <rss xmlns:u="http://www.w3.org/2005/Atom" xmlns:t="http://purl.org/dc/elements/1.1/" xmlns:m="urn:other">
                <channel><item><guid>g1</guid><u:updated>2024-01-01T08:00:00Z</u:updated><m:title>no</m:title>
                <t:title>yes</t:title></item><item xmlns:u="urn:x"><guid>g2</guid><u:updated>2024-01-01</u:updated></item>
                <item><guid>g3</guid><u:updated>2024-01-01</u:updated></item></channel></rss>
                """.utf8))
        #expect(feed.entries.map(\.title) == ["yes", "", ""])
        #expect(feed.entries.map { $0.published == nil } == [false, true, false])
    }

    @Test func descriptionsAlone() throws {
        let long = String(repeating: "word ", count: 100)
        let found = try ids(
            """
            <rss><channel><item><description>one</description></item><item><description>two</description></item>
            <item><content:encoded><![CDATA[<p>three]]></content:encoded></item><item><enclosure url="http://a/b.mp3"/></item>
            <item><description>\(long)a</description></item><item><description>\(long)b</description></item><item/></channel></rss>
            """)
        #expect(found.prefix(4) == ["one", "two", "<p>three", "http://a/b.mp3"] && Set(found).count == 6)
        #expect(found.allSatisfy { $0.utf8.count < 200 })
        #expect(
            try ids(
                "<feed><entry><content type='xhtml'><div><p>Hi <b>you</b></p></div></content></entry></feed>")
                == ["Hi you"])
    }

    @Test func declaredEntities() throws {
        let head = """
            <!DOCTYPE rss [<!ENTITY nbsp "&#160;"><!ENTITY co 'Co &amp; Sons&nbsp;'><!-- don't --><!ENTITY f SYSTEM "file:///etc/passwd">
            <!ENTITY % p SYSTEM "http://example.org/p"> %p; <!ELEMENT a (b)>]>
            """
        let feed = try FeedDocument(
            Data(Self.text(Self.entry(2, "<title>x&nbsp;&co;y&f;</title>"), after: head).utf8))
        #expect(feed.entries.map(\.title) == ["", "x\u{A0}Co & Sons\u{A0}y&f;", ""])
    }

    /// A small document that would take gigabytes.
    @Test func laughs() {
        let laughs = (1..<10).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
            .joined()
        let long = "<!ENTITY l0 \"\(String(repeating: "x", count: 900))\">"
        let uses = (0..<200).map { _ in
            Self.entry(2, "<title>\(String(repeating: "&l0;", count: 100))</title>")
        }.joined()
        for text in [
            Self.text(
                Self.entry(2, "<title>&l9;</title>"), after: "<!DOCTYPE rss [<!ENTITY l0 \"lol\">\(laughs)]>"),
            Self.text(uses, after: "<!DOCTYPE rss [\(long)]>"),
        ] {
            #expect(throws: FeedDocument.NotAFeed.self) { try FeedDocument(Data(text.utf8)) }
        }
    }

    /// Any bytes are taken or refused.
    @Test func damaged() {
        let words = [
            "<", "</", "<!--", "-->", "<![CDATA[", "]]>", "<item>", "</item>", "</rss>", "<!DOCTYPE ", "[",
            "<!ENTITY a \"", "&", "&#x", "&a;",
            "=\"", "'", "/>", "<?", "{", "}", "]", "\\u", "\\", "\u{FEFF}", "<ttl>", "<link", "xmlns:", "\0",
            "<title>", "encoding=\"big5\"",
        ]
        let seeds = [
            Self.text(Self.entry(2, "<description><![CDATA[a]]></description>")),
            "<!DOCTYPE rss [<!ENTITY a \"b\">]>" + Self.text(Self.entry(2, "<title>&a;</title>")),
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"\\u00e9\",\"x\":[{}]},{\"id\":2}]}",
        ]
        var state: UInt64 = 57
        func draw(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, count)
        }
        for run in 0..<3000 {
            var data = Data(seeds[run % seeds.count].utf8)
            if run % 50 == 0 {
                data = Data(seeds[run % seeds.count].utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
            }
            for _ in 0...draw(4) {
                let place = draw(data.count)
                switch draw(4) {
                case 0: data.insert(UInt8(draw(256)), at: place)
                case 1: data.removeSubrange(place..<min(data.count, place + draw(30)))
                default: data.insert(contentsOf: words[draw(words.count)].utf8, at: place)
                }
            }
            _ = try? FeedDocument(data)
        }
    }

    /// Large, with one fault in it.
    @Test func elevenMegabytes() throws {
        let description = "<description>\(String(repeating: "Lorem ipsum. ", count: 500))&nbsp;</description>"
        let middle = String(repeating: Self.entry(2, description), count: 1_700)
        #expect(middle.utf8.count > 11_000_000)
        #expect(try ids(Self.text(middle)).count == 1_702)
    }
}
