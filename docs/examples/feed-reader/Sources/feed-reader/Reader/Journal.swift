import FetchHTTP
import FetchSched
import Foundation

/// All items that a reader has, each once, and what to ask the servers with. With a file it outlives the process: what a
/// fetch brought is one write at the file's end, the items first. Of a write that was cut off by a kill the whole lines
/// count; then the next answer is a whole feed, of which the items that are there are left out.
actor Journal {
    private struct Held {
        var ids: Set<String> = []
        var newest = FetchTime.distantPast
        var source: HTTPSource?
    }

    private var feeds: [String: Held] = [:]
    private let file: FileHandle?
    private let isSaved: @Sendable (_ feed: String, _ item: String) -> Void

    init() {
        file = nil
        isSaved = { _, _ in }
    }

    /// - Parameter isSaved: is told of every item once it is on the storage.
    init(path: String, isSaved: @escaping @Sendable (_ feed: String, _ item: String) -> Void) throws {
        self.isSaved = isSaved
        if !FileManager.default.fileExists(atPath: path) {
            try Data().write(to: URL(fileURLWithPath: path))
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let data = try file.readToEnd() ?? Data()
        // A last line without an end was being written when the process was killed.
        let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { data[...$0] } ?? Data()
        try file.truncate(atOffset: UInt64(whole.count))
        try file.seekToEnd()
        self.file = file
        var feeds: [String: Held] = [:]
        for line in String(decoding: whole, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch fields.first {
            case "item" where fields.count == 4:
                let item = Item(id: fields[2], published: FetchTime(milliseconds: Int64(fields[3]) ?? 0))
                feeds[fields[1], default: Held()].ids.insert(item.id)
                let newest = feeds[fields[1], default: Held()].newest
                feeds[fields[1]]?.newest = max(newest, item.published)
            case "source" where fields.count == 3:
                feeds[fields[1], default: Held()].source = try? JSONDecoder().decode(
                    HTTPSource.self, from: Data(fields[2].utf8))
            default: break
            }
        }
        self.feeds = feeds
    }

    /// The source of the next request; nil if nothing was loaded yet.
    func source(of feed: String) -> HTTPSource? { feeds[feed]?.source }

    /// When the newest item was published that the reader has.
    func newest(of feed: String) -> FetchTime { feeds[feed]?.newest ?? .distantPast }

    /// Keeps what is new of `entries`, and returns it.
    func keep(_ entries: [FeedDocument.Entry], _ source: HTTPSource, of feed: String)
        throws -> [FeedDocument.Entry]
    {
        var held = feeds[feed] ?? Held()
        var text = ""
        var new: [FeedDocument.Entry] = []
        for entry in entries.reversed() where held.ids.insert(entry.id).inserted {
            let published = FetchTime(seconds: entry.published?.timeIntervalSince1970 ?? 0)
            text += "item\t\(feed)\t\(entry.id)\t\(published.milliseconds)\n"
            held.newest = max(held.newest, published)
            new.append(entry)
        }
        if held.source != source {
            text += "source\t\(feed)\t\(String(decoding: try JSONEncoder().encode(source), as: UTF8.self))\n"
            held.source = source
        }
        if let file, !text.isEmpty {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
        }
        feeds[feed] = held
        for entry in new { isSaved(feed, entry.id) }
        return new
    }
}
