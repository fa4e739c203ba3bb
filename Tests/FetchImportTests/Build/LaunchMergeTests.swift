import FetchSched
import FetchTrace
import Testing

@testable import FetchImport

@Suite struct LaunchMergeTests {
    /// A use as `app start-end`, or `app start-` without an end, in seconds.
    private func use(_ text: String) throws -> AppUse {
        let parts = text.split { $0 == " " || $0 == "-" }
        let start = try #require(Double(parts[1]))
        let end = parts.count > 2 ? Double(parts[2]) : nil
        return AppUse(
            device: "0", app: String(parts[0]), start: FetchTime(seconds: start),
            duration: end.map { .seconds($0 - start) })
    }

    private func numbered(_ uses: [AppUse]) -> LaunchMerge.Uses {
        var names = NameTable()
        var result = LaunchMerge.Uses()
        for use in uses { result.append(use, names.number(of: use.app)) }
        return result
    }

    private func text(_ use: AppUse) -> String {
        "\(use.app) \(number(use.start.seconds))-" + (use.duration == nil ? "" : number(use.end.seconds))
    }

    private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

    @Test(arguments: [
        // The same again.
        (["a 10-20", "a 10-20"], ["a 10-20"], 1, 0),
        (["a 10-20", "b 30-40", "a 10-20"], ["a 10-20", "b 30-40"], 1, 0),
        // Reported with another precision, and by one that knows the end.
        (["a 10-20", "a 10.4-20.3"], ["a 10-20.3"], 1, 0), (["a 10-", "a 10.4-20.3"], ["a 10-20.3"], 1, 0),
        (["a 10-20", "a 10-", "b 30-40"], ["a 10-20", "b 30-40"], 1, 0),
        // A short pause without another app, and a long one.
        (["a 10-20", "a 25-30"], ["a 10-30"], 0, 1),
        (["a 10-20", "a 25.1-30"], ["a 10-20", "a 25.1-30"], 0, 0),
        (["a 10-20", "a 21-22", "a 23-24"], ["a 10-24"], 0, 2),
        // Another app in between.
        (["a 10-20", "b 20-22", "a 22-30"], ["a 10-20", "b 20-22", "a 22-30"], 0, 0),
        // Without an end, nobody knows that the app stayed.
        (["a 10-", "a 14-20"], ["a 10-", "a 14-20"], 0, 0),
        // Side by side: no report of the same launch, and part of it.
        (["a 10-60", "b 20-30", "a 40-70"], ["a 10-70", "b 20-30"], 0, 1),
        // No time at all is a launch, too.
        (["a 10-10", "b 10-10", "a 10-10"], ["a 10-10", "b 10-10"], 1, 0), ([], [], 0, 0),
    ])
    func merges(_ uses: [String], _ launches: [String], _ duplicates: Int, _ merged: Int) throws {
        let merge = LaunchMerge(gap: .seconds(5))
        let result = merge.launches(of: numbered(try uses.map { try use($0) }))
        #expect(result.launches.map { text($0) } == launches)
        #expect(result.duplicates == duplicates)
        #expect(result.merged == merged)
    }

    /// Whatever the order of the uses, and if all are told twice, the launches are the same.
    @Test(arguments: UInt64(1)...20) func orderAndRepetitionDoNotMatter(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let uses = (0..<60).map { _ in
            AppUse(
                device: "0", app: ["a", "b", "c"][Int.random(in: 0..<3, using: &random)],
                start: FetchTime(milliseconds: Int64.random(in: 0...600, using: &random) * 1000),
                duration: TimeSpan(milliseconds: Int64.random(in: 0...20, using: &random) * 1000))
        }
        let merge = LaunchMerge(gap: .seconds(5))
        let launches = merge.launches(of: numbered(uses)).launches
        #expect(
            merge.launches(of: numbered(uses.shuffled(using: &random))).launches == launches, "seed \(seed)")
        #expect(
            merge.launches(of: numbered((uses + uses).shuffled(using: &random))).launches == launches,
            "seed \(seed)")
        // Nothing is lost, and nothing comes twice.
        for use in uses {
            let covering = launches.filter { $0.app == use.app && $0.start <= use.start && use.end <= $0.end }
            #expect(!covering.isEmpty, "seed \(seed): \(text(use))")
        }
    }
}
