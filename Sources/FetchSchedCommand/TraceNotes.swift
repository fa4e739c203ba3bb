import FetchSim
import FetchTrace
import FetchCommandLine
import FetchReport

/// Notes on events that a trace seems to lack. None is an error: the comparison stands.
enum TraceNotes {
    static func say(_ mentions: AppMentions, _ path: String) {
        sayWhetherFetchable(mentions.hasFetchableApp, path)
        for line in lines(mentions) { Terminal.say("\(path): note: \(line)") }
    }

    static func sayWhetherFetchable(_ hasFetchableApp: Bool, _ path: String) {
        if hasFetchableApp { return }
        Terminal.say(
            "\(path): note: no app may be fetched, as no 'interval' event allows it "
                + "(an app without one is never fetched)")
    }

    private static func lines(_ mentions: AppMentions) -> [String] {
        var lines: [String] = []
        if !mentions.hasUpdates {
            lines.append("there is no 'update' event, so no content ever changes and every launch is fresh")
        }
        let (without, unused) = (mentions.withoutInterval, mentions.unused)
        if mentions.hasFetchableApp, !without.isEmpty {
            // Without the first, the second is an app that was never opened.
            let misspelled =
                unused.isEmpty
                ? ""
                : "; found one for \(Wrapped.few(unused.map { quoted($0) }, most: 3)), but no 'launch' and no 'update'"
            lines.append(
                "found no 'interval' for \(Wrapped.few(without.map { quoted($0) }, most: 3)), so never fetched\(misspelled)"
            )
        }
        return lines
    }
}
