import FetchSched
import Foundation
import Testing

@Suite struct EmbeddingExampleTests {
    /// The example that the README shows. Between the marks it stands there letter by letter.
    // swift-format-ignore
    private func example() throws -> (timer: Instant?, apps: Int) {
        // example-begin
        var scheduler = Scheduler(seed: 1)
        var now = Instant(seconds: 1_700_000_000)
        let news = scheduler.register(.minimum, at: now)
        let mail = scheduler.register(.custom(.minutes(30)), at: now)

        scheduler.observe(.launch(news), at: now)                 // the user opens an app ...
        scheduler.observe(.radio(.user, until: now), at: now)     // ... and the radio is awake anyway
        while let app = scheduler.nextFetch(at: now) {            // what is worth fetching now?
            now = now + .seconds(0.5)                             // (start it, wait for its end)
            try scheduler.complete(app, .newData, bytes: 80_000, at: now)
        }
        scheduler.observe(.endOfUse(news), at: now)
        let timer = scheduler.nextWakeup(after: now)              // nil: not worth a wakeup of its own
        // example-end
        _ = mail
        return (timer, scheduler.appCount)
    }

    @Test func theExampleRuns() throws {
        let result = try example()
        #expect(result.apps == 2)
        if let timer = result.timer { #expect(timer > Instant(seconds: 1_700_000_000)) }
    }

    @Test func theReadmeShowsIt() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = try String(contentsOf: here, encoding: .utf8)
        let marked = source.components(separatedBy: "// example-begin\n")[1]
            .components(separatedBy: "        // example-end")[0]
        let lines = marked.split(separator: "\n", omittingEmptySubsequences: false)
        let code = lines.map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
            .joined(separator: "\n")
        #expect(readme.contains(code))
    }
}
