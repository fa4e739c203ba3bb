import Foundation
import Testing

@testable import FetchHTTP

/// Reads each file of a folder, `$FEEDS`, and writes how many entries it has to `$FEEDS_OUT`: `.ci/feeds` compares.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FEEDS"] != nil)) struct WorldFeedTests {
    @Test func everyFileIsReadOrRefused() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: environment["FEEDS"] ?? "")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var lines = ""
        for name in names {
            var isFolder: ObjCBool = false
            let file = folder.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            let feed = try? FeedDocument(Data(contentsOf: file))
            lines += "\(feed.map { String($0.entries.count) } ?? "refused")\t\(name)\n"
        }
        #expect(!lines.isEmpty, "no files in \(folder.path)")
        try lines.write(toFile: environment["FEEDS_OUT"] ?? "/dev/null", atomically: false, encoding: .utf8)
    }
}
