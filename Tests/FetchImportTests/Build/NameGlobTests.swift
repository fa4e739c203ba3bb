import FetchImport
import Testing

@Suite struct NameGlobTests {
    @Test(arguments: [
        ("mail", "Mail", true), ("mail", "mail2", false), ("*", "x", true),
        ("*launcher*", "com.sec.android.app.launcher", true), ("org.*.mail", "org.a.b.mail", true),
        ("org.*.mail", "org.mail", false), ("a*b*c", "aXbXbc", true), ("a*b*c", "aXcXb", false),
        ("??", "é日", true), ("a.c", "abc", false), ("", "x", false), ("a**", "a", true),
    ])
    func matches(_ pattern: String, _ name: String, _ expected: Bool) {
        #expect(NameGlob(pattern).matches(name) == expected)
    }

    @Test func whatIsKeptWins() {
        let system = AppSelection()
        #expect(system.leavesOut("com.android.systemui") && system.leavesOut("Screen off (locked)"))
        #expect(!system.leavesOut("com.android.chrome") && !system.leavesOut("androidx.app"))
        let one = AppSelection(included: [NameGlob("*.mail")], excluded: [NameGlob("*")])
        #expect(!one.leavesOut("org.example.mail") && one.leavesOut("org.example.news"))
        #expect(!AppSelection(included: [NameGlob("*launcher3")]).leavesOut("com.android.launcher3"))
    }

    /// A star may stand for much, and many of them for the same: the time stays in proportion.
    @Test func manyStars() {
        let pattern = NameGlob(String(repeating: "*a", count: 40) + "*b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }

    /// Titles and addresses come as names, too.
    @Test(.timeLimit(.minutes(20))) func manyNames() {
        let selection = AppSelection(excluded: [NameGlob("*.example.net/*")])
        let kept = (0..<1000).count {
            !selection.leavesOut("https://example.org/\($0)/a-title-of-some-length")
        }
        #expect(kept == 1000)
    }
}
