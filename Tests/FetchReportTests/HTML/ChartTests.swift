import FetchSched
import FetchSim
import Testing

@testable import FetchReport

/// The chart kit.
@Suite struct ChartTests {
    @Test func markupEscapes() {
        let made = element(
            "p", ["title": "a \"b\" <c>", "id": nil], .text("1 < 2 & 'x'\u{0}"), element("br"))
        #expect(
            made.html
                == "<p title=\"a &quot;b&quot; &lt;c&gt;\">1 &lt; 2 &amp; &#39;x&#39;\u{FFFD}<br/></p>\n")
        #expect(element("td", text: "").html == "<td></td>")
    }

    @Test func styleNeedsNoEscaping() {
        let text = "\(ReportStyle.sheet)"
        #expect(!text.contains("<") && !text.contains("&") && !text.contains("http"))
    }

    @Test(
        arguments: [
            (0.0...100.0, 5, [0.0, 20, 40, 60, 80, 100]), (0.82...1, 4, [0.85, 0.9, 0.95, 1]),
            (-34...996, 5, [0, 500]), (3...3, 5, [3]),
        ] as [(ClosedRange<Double>, Int, [Double])])
    func roundTicks(domain: ClosedRange<Double>, count: Int, expected: [Double]) {
        let ticks = Scale(shape: .linear, domain: domain, positions: (0, 1)).ticks(count)
        #expect(ticks.count == expected.count)
        for (tick, wanted) in zip(ticks, expected) { #expect(abs(tick - wanted) < 1e-9) }
    }

    @Test func symmetricLogIsOddAndRising() {
        let scale = Scale(shape: .symmetricLog(threshold: 1), domain: -1000...1000, positions: (0, 200))
        #expect(scale(0) == 100)
        #expect(abs(scale(1000) - 200) < 1e-9)
        #expect(abs(scale(-30) + scale(30) - 200) < 1e-9)
        let places = [-1000, -10, -0.1, 0, 0.1, 10, 1000].map { scale($0) }
        #expect(places == places.sorted())
        #expect(scale.ticks(0) == [-1000, -100, -10, -1, 0, 1, 10, 100, 1000])
    }

    @Test func styles() {
        let styles = SeriesStyle.styles(["none", "fixed", "budget", "adaptive", "lazy"])
        let colours = styles.values.map(\.colour)
        #expect(Set(colours).count == colours.count)
        #expect(styles["adaptive"]?.colour == 0)
        // Every family has a look of its own, and the first eight rivals a colour.
        let all = SeriesStyle.styles(PolicyFamily.all.map(\.name) + ["clairvoyant"])
        let looks = all.values.map { "\($0.colour) \($0.marker) \($0.dashes ?? "")" }
        #expect(Set(looks).count == PolicyFamily.all.count + 1)
        let first = PolicyFamily.all.map(\.name).filter { $0 != "none" && $0 != "adaptive" }.prefix(8)
        #expect(Set(first.compactMap { all[$0]?.colour }).count == 8)
    }
}
