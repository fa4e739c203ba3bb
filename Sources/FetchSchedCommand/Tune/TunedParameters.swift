import FetchReport
import FetchSched
import FetchSchedText
import FetchTrace
import FetchTune

/// The parameters that a tuning found as a ``/FetchSched/ParameterFile``, with where they come from as comments.
enum TunedParameters {
    static func text(_ result: TuneResult) -> String {
        let words = TuneWords(result: result)
        let task = result.task
        var comments = [words.title] + words.verdict
        comments.append(
            "\(result.settings.evaluations) evaluations per search, patience \(result.settings.patience), "
                + "warm-up \(Figures.plain(task.rules.warmup.seconds / 86_400)) days")
        comments += task.sources.map { "trace \($0.fingerprint) \(escaped($0.name))" }
        // Changes from the engine's own defaults to the base are part of the result.
        let lines = ParameterFile.text(result.configuration, differingFrom: FetchConfiguration())
            .split(separator: "\n")
        let changed = Set(task.space.changes(of: result.winner).map { task.parameters[$0].name })
        let settings = lines.dropFirst().map { line -> String in
            let name = line.prefix { $0 != " " }
            guard changed.contains(String(name)), let parameter = Parameter.named(name) else {
                return String(line)
            }
            return "\(line)  # was \(DecimalText.text(parameter.value(in: task.base)))"
        }
        let heading = lines.prefix(1).map(String.init)
        let wrapped = comments.flatMap { Wrapped.lines($0, width: 100) }.map { "# " + $0 }
        return (heading + wrapped + settings).joined(separator: "\n") + "\n"
    }
}
