import Foundation
import Testing

/// The verb `compare` from outside.
@Suite struct CompareCommandTests {
    private static let one = """
        time,event,app,value,seconds
        0,interval,mail,minimum,
        3600,update,mail,,
        7200,launch,mail,,30
        90000,launch,news,,30
        172800,update,mail,,
        183600,launch,mail,,20
        259200,launch,news,,5

        """

    private func folder() throws -> Command {
        let command = try Command(["a.csv": Self.one])
        // Mail once more, before its second change.
        try command.write(
            Self.one.replacingOccurrences(of: "172800,", with: "100000,launch,mail,,5\n172800,"), to: "b.csv")
        return command
    }

    /// Checked by hand: a day of warm-up, then news, (mail,) mail after its change, news; all but one are fresh.
    @Test func theTable() throws {
        let command = try folder()
        let result = try command.run(["compare", "a.csv", "b.csv", "--policy", "none"])
        #expect(result.error == "")
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines.prefix(3) == [
                "first: a.csv, 1 device, 3 days, 4 launches", "second: b.csv, 1 device, 3 days, 5 launches",
                "seed 1",
            ])
        #expect(
            lines.contains("MISS  fresh without any fetch             0.667   0.750  apart  0.083 (0.03)"))
    }

    @Test func aTraceIsLikeItself() throws {
        let command = try folder()
        let result = try command.run([
            "compare", "a.csv", "a.csv", "--value", "20", "--policy", "none,adaptive",
        ])
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\npass  V = 20: the same order\n\n6 of 6 criteria pass\n"))
    }
}
