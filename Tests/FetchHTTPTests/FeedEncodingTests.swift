import FetchHTTP
import Foundation
import Testing

@Suite struct FeedEncodingTests {
    private func titles(_ data: Data) throws -> [String] { try FeedDocument(data).entries.map(\.title) }

    private func feed(_ title: String, _ declared: String? = nil) -> String {
        let head = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return "\(head)<rss><channel><item><guid>1</guid><title>\(title)</title></item></channel></rss>"
    }

    @Test(arguments: ["", "utf-16", "utf-8"], ["", "\n", "\u{FEFF}", "\u{FEFF}\n"])
    func wide(_ declared: String, _ start: String) throws {
        let text = start + feed("é 日 😀", declared.isEmpty ? nil : declared)
        let encodings: [String.Encoding] = [
            .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf8,
        ]
        for encoding in encodings {
            #expect(try titles(#require(text.data(using: encoding))) == ["é 日 😀"])
        }
    }

    @Test func halfASurrogate() throws {
        var data = try #require(feed("aéb").data(using: .utf16BigEndian))
        let place = try #require(data.range(of: Data([0, 0xE9])))
        data.replaceSubrange(place, with: [0xD8, 0x00])
        #expect(try titles(data + [0]) == ["a\u{FFFD}b"])
    }

    /// Entities, control characters and JSON in units of two and four bytes.
    @Test func wideMarkup() throws {
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
            let odd = feed("a &amp; \u{1}日&nbsp;<![CDATA[<b>&]]>")
            #expect(try titles(#require(odd.data(using: encoding))) == ["a & 日\u{A0}<b>&"])
            let json = """
                \u{FEFF}{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": 1, "title": "日\\u00e9\\n😀"}]}
                """
            #expect(try titles(#require(json.data(using: encoding))) == ["日é\n😀"])
        }
    }

    @Test func mainframe() throws {
        let page = String.Encoding(rawValue: 0x8000_0C02)
        let text = try #require(feed("état & 1", "cp037").data(using: page))
        #expect(try titles(text) == ["état & 1"])
    }

    @Test(
        arguments: [
            ("ISO-8859-1", [0xE9, 0x93], "é“"), ("windows-1252", [0x80, 0x81], "€\u{81}"),
            ("iso-8859-2", [0xB1], "ą"),
            ("iso-8859-15", [0xA4], "€"), ("windows-1251", [0xEF, 0xF0], "пр"), ("koi8-r", [0xD0], "п"),
            ("gb2312", [0xD6, 0xD0], "中"), ("GBK", [0xD6, 0xD0], "中"), ("big5", [0xA4, 0xA4], "中"),
            ("Shift_JIS", [0x93, 0xFA], "日"), ("EUC-JP", [0xC6, 0xFC], "日"), ("euc-kr", [0xC7, 0xD1], "한"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x3C, 0x41, 0x1B, 0x28, 0x42], "日質"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x0A], "日"),
            // Bytes that are not what they are declared to be, or of an unknown encoding.
            ("utf-8", [0xE9], "é"), ("utf-8", [0xC3, 0xA9, 0xE9, 0xE6, 0x97, 0xA5], "éé日"),
            ("x-nothing", [0xC3, 0xA9], "é"),
            ("utf-16", [0xC3, 0xA9], "é"),
        ] as [(String, [UInt8], String)])
    func narrow(_ name: String, _ bytes: [UInt8], _ title: String) throws {
        var data = Data(feed("@", name).utf8)
        let place = try #require(data.firstIndex(of: UInt8(ascii: "@")))
        data.replaceSubrange(place...place, with: bytes)
        #expect(try titles(data) == [title])
    }

    /// A text whose mark at the end was forgotten costs nothing else, though the feed has no line break.
    @Test(arguments: [
        "\u{1B}$BF|", "\u{1B}$BF|<A", "\u{1B}$@F|\u{1B}$B<A", "\u{1B}$BF", "<![CDATA[\u{1B}$BF|]]>",
        "\u{1B}$BF|</b>", "\u{1B}$(DF|",
    ])
    func pairsWithoutEnd(_ text: String) throws {
        // The pairs of 鹿島小 are also those of a tag.
        let (first, last) = ("\u{1B}$B</Eg>.\u{1B}(B", "\u{1B}$B<A\u{1B}(J")
        for order in [
            [first, text, last], [text, first, last], [first, last, text], [text, text, last, first],
        ] {
            let items = order.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
            let feed =
                "<?xml version='1.0' encoding='ISO-2022-JP'?><rss><channel>\(items)</channel></rss>"
            let titles = try titles(Data(feed.utf8))
            #expect(titles.count == order.count)
            for (title, text) in zip(titles, order) where text == first || text == last {
                #expect(title == (text == first ? "鹿島小" : "質"))
            }
        }
    }
}
