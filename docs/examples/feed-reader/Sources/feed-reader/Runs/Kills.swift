import FetchSched
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Kills a reader again and again, and checks what is saved: every item that it reported as saved, once, and at the end
/// every item that the server ever had; every feed with the number that it had from the beginning.
enum Kills {
    private struct Wrong: Error, CustomStringConvertible { let description: String }

    static func run(count: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "feed-reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // An hour a second, from seven in the morning on.
        let anchor = Int64(Date().timeIntervalSince1970 * 1000) - 7_000
        let clock = ScaledClock(speed: 3_600, anchor: anchor)
        // Nothing may leave a feed before it is seen: all items are shown.
        let site = Site(from: Scenario.begin, days: 60, window: .max, hangs: true) { clock.time }
        let server = try await HTTPServer(site)
        var random = SplitMix64(seed: 3)
        var told: Set<String> = []
        var numbers: [String: String] = [:]
        var (fallbacks, goneOn, fetches) = (0, 0, 0)
        for kill in 0...count {
            let isLast = kill == count
            let microseconds = random.next() % 600_000
            let lines = try reader(
                server.port, folder.path, clock, killedAfter: isLast ? nil : microseconds)
            var said: [String: String] = [:]
            for line in lines {
                let words = line.split(separator: " ").map(String.init)
                switch words.first {
                case "kept": told.insert(words[2])
                case "fallback": fallbacks += 1
                case "fetch": fetches += 1
                case "app":
                    if kill > 0, numbers[words[1]] == words[2] { goneOn += 1 }
                    guard numbers[words[1], default: words[2]] == words[2] else {
                        throw Wrong(description: "kill \(kill): \(words[1]) became number \(words[2])")
                    }
                    said[words[1]] = words[2]
                default: break
                }
            }
            // A reader that was killed before its first save has left no numbers.
            if FileManager.default.fileExists(atPath: folder.path + "/state") { numbers.merge(said) { $1 } }
            if isLast, lines.last != "synced" {
                throw Wrong(description: "the last reader ended with \(lines.last ?? "nothing")")
            }
            let kept = try items(folder.path)
            guard Set(kept).count == kept.count else {
                throw Wrong(description: "kill \(kill): an item twice")
            }
            guard told.isSubset(of: kept) else {
                throw Wrong(
                    description:
                        "kill \(kill): lost \(told.subtracting(kept).sorted().joined(separator: ", "))")
            }
        }
        let kept = Set(try items(folder.path))
        // Only updates since the last poll may be missing.
        let margin = clock.time - .seconds(Double(60 * clock.speed))
        let all = Feed.all.flatMap { site.published(in: $0.name) }
        let missing = all.filter { $0.published < margin && !kept.contains($0.id) }
        guard missing.isEmpty else { throw Wrong(description: "never kept: \(missing.map(\.id))") }
        guard kept.isSubset(of: all.map(\.id)) else { throw Wrong(description: "items from nowhere") }
        try await server.close()
        print(
            """
            \(count) kills: \(kept.count) items kept, none lost, none twice; \(fetches) fetches of the host
            each feed had its number at each of \(goneOn) restores, \(fallbacks) of them of the state before the last
            """)
    }

    /// The items of the journal, but for a last line that was cut off.
    private static func items(_ folder: String) throws -> [String] {
        let text = (try? String(contentsOfFile: folder + "/items", encoding: .utf8)) ?? ""
        var items: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let fields = line.split(separator: "\t")
            if fields.first == "item", fields.count == 4 { items.append(String(fields[2])) }
        }
        return items
    }

    /// Output of a reader until it is killed, so long after it was ready; or until it has polled everything.
    private static func reader(
        _ port: Int, _ folder: String, _ clock: ScaledClock, killedAfter microseconds: UInt64?
    ) throws -> [String] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        var arguments = ["read", "--server", "http://127.0.0.1:\(port)", "--folder", folder]
        arguments += ["--anchor", "\(clock.anchor)", "--speed", "\(clock.speed)"]
        if microseconds == nil { arguments += ["--until", "synced"] }
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        var data = Data()
        if let microseconds {
            while !data.contains(Data("ready\n".utf8)) {
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { break }
                data += more
            }
            usleep(UInt32(microseconds))
            kill(process.processIdentifier, SIGKILL)
        }
        data += try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // A last line without an end was not said.
        return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }
}
