import FetchCommandLine
import FetchReport
import FetchSim

extension BenchCommand {
    /// The command that gives these figures again: every option that they depend on, whatever prints them.
    var commandLine: String { Self.commandLine(of: traces.map(partial.name), optionWords) }

    /// The command over traces of those names, each once.
    static func commandLine(of traces: [String], _ options: String) -> String {
        var names: [String] = []
        for name in traces where !names.contains(name) { names.append(name) }
        return (["fetchsched bench"] + names.map(ShellWord.quoted) + [options]).joined(separator: " ")
    }

    /// The options of ``commandLine``.
    var optionWords: String {
        let usual = curve ? CurveBench.usualValues : [20]
        let values = (try? engineOptions.settings()).map { settings in
            curve ? value?.elements.map(\.value) ?? usual : settings.values(value, else: usual)
        }
        var options = devicesOption.wanted.map { ("device", $0) } + app.map { ("app", $0) }
        if let policy { options.append(("policy", policy.text)) }
        options += [
            ("radio", radio.elements.map(\.text).joined(separator: ",")),
            ("value", (values ?? usual).map { Joules(value: $0).text }.joined(separator: ",")),
            ("seed", "\(seed)"), ("warmup", Figures.plain(runOptions.replay.warmup)),
            ("power-profile", runOptions.replay.powerOptions.power.element.text),
        ]
        let traffic = runOptions.replay.foregroundTraffic
        if traffic != 10 { options.append(("foreground-traffic", Figures.plain(traffic))) }
        if let hours = runOptions.replay.halfLife { options.append(("half-life", Figures.plain(hours))) }
        if let config = engineOptions.config { options.append(("config", config)) }
        let flags =
            (curve ? ["--curve"] : []) + (reading.sort ? ["--sort"] : [])
            + (reading.ignoreUnknown ? ["--ignore-unknown"] : [])
            + (runOptions.replay.contentTimes ? ["--content-times"] : [])
        return (flags + options.map { "--\($0) " + ShellWord.quoted($1) }).joined(separator: " ")
    }
}
