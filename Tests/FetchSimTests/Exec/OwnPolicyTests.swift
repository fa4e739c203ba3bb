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
    /// Numbers in braces stand for a policy each; what a shell makes of other braces is left to it.
    @Test func valuesInACommand() throws {
        func names(_ text: String) throws -> [String] {
            try PolicyChoice.list(text) { .exec($0) }.map(\.name)
        }
        #expect(try names("exec:m {60/600.5}") == ["exec:m 60", "exec:m 600.5"])
        #expect(try names("none,exec:m -a {1/2} -b {-3/4e1}").count == 5)
        #expect(try names("exec:m {1/2}{3/4}") == ["exec:m 13", "exec:m 23", "exec:m 14", "exec:m 24"])
        for left in ["m ${HOME/a/b}", "awk '{print}'", "m {5}", "m {1/}", "m {1/2", "m {a/1/2}"] {
            #expect(try names("exec:" + left) == ["exec:" + left])
        }
    }

    /// The first braces draw a curve, in the order given, as several settings of a built-in policy do; others are fixed.
    @Test func namedSettingsDrawACurve() throws {
        func curves(_ text: String) throws -> [String: [String]] {
            let subjects = CurveSubject.subjects(asNamed: try PolicyChoice.list(text) { .exec($0) })
            return Dictionary(
                uniqueKeysWithValues: subjects.map { ($0.name, $0.choices([5, 7]).map(\.0.name)) })
        }
        #expect(
            try curves("exec:m {60/600} -b {1/2}") == [
                "exec:m {60/600} -b 1": ["exec:m 60 -b 1", "exec:m 600 -b 1"],
                "exec:m {60/600} -b 2": ["exec:m 60 -b 2", "exec:m 600 -b 2"],
            ])
        #expect(try curves("aligned-60/600") == ["aligned": ["aligned-60", "aligned-600"]])
        // A run that is named twice is one, and so is no curve of its own.
        #expect(try curves("aligned-60,aligned-60") == curves("aligned"))
        #expect(try curves("aligned-60/600/60")["aligned"] == ["aligned-60", "aligned-600"])
        // One setting, or none, stands for the usual ones; a program without braces is run for each V.
        #expect(try curves("aligned-60")["aligned"]?.count == PolicyFamily.named("aligned")?.sweep.count)
        #expect(try curves("exec:m") == ["exec:m": ["exec:m", "exec:m"]])
        let runs = try #require(
            CurveSubject.subjects(asNamed: PolicyChoice.list("exec:m {1/2}") { .exec($0) }).first)
        #expect(runs.choices([5, 7]).allSatisfy { $0.1 == nil && $0.0.kind?.usesValue == false })
    }
}

extension PolicyFamily {
    fileprivate static func exec(_ command: String, answerSeconds: Double = 10) -> PolicyFamily {
        PolicyFamily(external: PolicyListText.item(of: command), "") { _ in PolicyReplay() }
    }
}
