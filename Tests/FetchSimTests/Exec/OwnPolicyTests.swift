import FetchSched
import Testing

@testable import FetchSim

/// Policies that are not among the built-in ones.
@Suite struct OwnPolicyTests {
    /// One of another package is replayed like a built-in one, with what was set about it.
    @Test func aFamilyOfOnesOwn() async throws {
        let family = PolicyFamily("mine", "a timer", [.seconds("period", 900, "time between fetches")]) {
            FixedPolicy(period: $0.settings.span("period"))
        }
        var script = Script(apps: 2, seconds: 50_000)
        for hour in 1...12 { script.launch(hour % 2, at: Double(hour) * 4000, seconds: 30) }
        let own = [PolicyChoice(family), PolicyChoice(family, ["period": 600])]
        let bench = Bench(
            trace: "t", devices: [script.trace], policies: own + (try PolicyChoice.list("fixed-900/600")),
            radios: [.lte], values: [20, 100])
        #expect(bench.replaysPerDevice == 5)
        for report in try await bench.run(jobs: 2) {
            let rows = report.policies
            #expect(rows.map(\.policy) == ["mine", "mine-600", "fixed-900", "fixed-600"])
            #expect((rows[0].fetchesPerDay ?? 0) > 10)
            for (own, builtIn) in zip(rows, rows.dropFirst(2)) {
                #expect(own.gainJoulesPerDay == builtIn.gainJoulesPerDay)
                #expect(own.fetchesPerDay == builtIn.fetchesPerDay)
            }
        }
    }

    @Test func commandsInAList() throws {
        func list(_ text: String) throws -> (names: [String], commands: [String]) {
            var commands: [String] = []
            let choices = try PolicyChoice.list(text) { command in
                commands.append(command)
                return PolicyFamily(external: PolicyListText.item(of: command), "") { _ in PolicyReplay() }
            }
            return (choices.map(\.name), commands)
        }
        let three = try list("none,exec:a b:c=1 x,nutch:min=300,max=900")
        #expect(three.names == ["none", "exec:a b:c=1 x", "nutch:min=300,max=900"])
        #expect(three.commands == ["a b:c=1 x"])
        // A comma is escaped, and the name reads back as the same policy.
        let escaped = try list(#"exec:f 1\,2 "\n",exec:g"#)
        #expect(escaped.commands == [#"f 1,2 "\n""#, "g"])
        #expect(try list(escaped.names.joined(separator: ",")).commands == escaped.commands)
        // Of two that are alike one is run.
        let choice = try #require(try PolicyChoice.list("exec:a") { .exec($0) }.first)
        #expect(choice == (try PolicyChoice.list("exec:a") { .exec($0, answerSeconds: 1) }.first))
        for wrong in ["exec:", "exec: ", "none,exec:,none"] {
            #expect(throws: PolicyNameError.self) { try list(wrong) }
        }
        #expect(throws: PolicyNameError.self) { try PolicyChoice.list("exec:a") }
        #expect(throws: PolicyNameError.self) { try list("exec:a,b=2") }
    }
}

extension PolicyFamily {
    fileprivate static func exec(_ command: String, answerSeconds: Double = 10) -> PolicyFamily {
        PolicyFamily(external: PolicyListText.item(of: command), "") { _ in PolicyReplay() }
    }
}
