import FetchReport
import FetchSim
import FetchTrace
import FetchCommandLine

extension BenchCommand {
    /// Draws every policy's curve and prints what the curves say.
    func drawCurves() async throws {
        let radios = try radioProfiles
        let file = try AtomicFile(path: runOptions.output)
        defer { file.abandon() }
        let drawing = try figure.map { try AtomicFile(path: $0) }
        defer { drawing?.abandon() }
        let settings = try engineOptions.settings()
        var loaded: [(name: String, devices: [DeviceTrace])] = []
        for path in traces {
            loaded.append((partial.name(of: path), try load(path)))
        }
        var bench = Bench(
            trace: "", devices: [], policies: [], radios: radios,
            values: value?.elements.map(\.value) ?? CurveBench.usualValues,
            rules: try runOptions.rules(settings),
            seed: seed)
        bench.configuration = settings.configuration
        let choices = try policy?.choices(exec: execOptions)
        let subjects = choices.map { CurveSubject.subjects(asNamed: $0) } ?? CurveSubject.usual
        if let choices, !runOptions.quiet {
            for choice in choices where CurveSubject.subjects([choice]).isEmpty {
                Terminal.say("note: no curve for '\(printable(choice.name))', which has no setting to vary")
            }
        }
        let curves = CurveBench(traces: loaded, subjects: subjects, of: bench)
        let progress = Progress("curve", total: curves.work, unit: "events", isQuiet: runOptions.quiet)
        defer { progress.end() }
        let reports = try await curves.run(jobs: runOptions.workers) { progress.advance($0) }
        try drawing?.deliver(CurveFigure.text(reports))
        try file.deliver(printed.text(reports))
    }
}
