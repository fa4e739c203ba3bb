import FetchHTTP
import Foundation
import Testing

@Suite struct JSONFeedTests {
    private func feed(_ items: String, _ more: String = "") throws -> [FeedDocument.Entry] {
        try FeedDocument(
            Data("\(more){\"items\":[\(items)],\"version\":\"https://jsonfeed.org/version/1.1\"}".utf8)
        ).entries
    }

    @Test func items() throws {
        let entries = try feed(
            #"""
            {"id": "a", "url": "http://a/1", "title": "A \"\u00e9\" \uD83D\ude00\n", "date_published": "2024-01-01T10:00:00+02:00",
             "tags": ["x", {"id": "no"}], "author": {"url": "no"}},
            {"id": 7, "external_url": "http://b", "date_modified": "2024-01-01T08:00:00Z"}, {"content_text": "hi"}
            """#, "\u{FEFF}\n")
        #expect(entries.map(\.id) == ["a", "7", "hi"])
        #expect(
            entries.map(\.title) == ["A \"é\" 😀", "", ""]
                && entries.map(\.link) == ["http://a/1", "http://b", ""])
        let date = Date(timeIntervalSince1970: 1_704_096_000)
        #expect(entries.map(\.published) == [date, date, nil])
    }

    /// An odd item costs that item.
    @Test(arguments: [
        "null", "1", "\"x\"", "[[]]", "{}", "{\"id\": {\"a\": 1}}", "{id: 2}", "{\"id\" 2}",
        "{\"title\": \"say \"hi\" now\"}",
        "{\"id\": null}", "{\"id\": [}]", ",,",
    ])
    func oddItems(_ item: String) throws {
        #expect(try feed("{\"id\": \"1\"}, \(item), {\"id\": \"3\",},").map(\.id) == ["1", "3"])
    }

    @Test func oddStrings() throws {
        #expect(try feed("{\"id\": \"a\u{1}\n\\ud83d b\\x\"}").map(\.id) == ["a\n\u{FFFD} bx"])
        let latin = Data(
            "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"@\"}]} and more".utf8)
        let bytes = latin.map { $0 == UInt8(ascii: "@") ? 0xE9 : $0 }
        #expect(try FeedDocument(Data(bytes)).entries.map(\.id) == ["é"])
    }

    @Test func deep() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(try feed("{\"x\": \(deep), \"id\": \"1\"}").map(\.id) == ["1"])
    }
}
