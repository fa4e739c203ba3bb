import FetchReport
import FetchSched
import FetchSchedText
import FetchTrace
import FetchTune

/// Sentences about a tuning, for every form of output.
struct TuneWords {
    let result: TuneResult

    /// The name of the parameters to compare with.
    var base: String { result.task.base == FetchConfiguration() ? "defaults" : "base" }

    /// The objective and the data of the tuning.
    var title: String {
        let task = result.task
        let traces = task.sources.count == 1 ? escaped(task.sources[0].name) : "\(task.sources.count) traces"
        let values = task.values.map { Figures.plain($0) }.joined(separator: ", ")
        return
            "tune for net value: \(traces), \(Figures.counted(result.devices.count, "device")), "
            + "\(task.radios.map { escaped($0.name) }.joined(separator: ", ")), V = \(values) J, "
            + "\(Figures.counted(result.units, "unit")), \(judging), seed \(task.seed)"
    }

    private var judging: String {
        result.validation.folds.isEmpty
            ? "nothing held out" : Figures.counted(result.validation.folds.count, "fold")
    }

    var judgedOn: String { result.validation.folds.isEmpty ? "on all devices" : "on devices held out" }

    /// One sentence or two: whether something better was found.
    var verdict: [String] {
        let validation = result.validation
        let chosen = "\(Self.signed(validation.search.gain)) % of the bound on the devices it was chosen on"
        guard let heldOut = validation.heldOut else {
            return validation.isBetter
                ? ["Found \(chosen). Nothing was held out: the gain on other devices is unknown."]
                : ["No better parameters than the \(base) were found."]
        }
        var gain = "\(Self.signed(heldOut.mean)) % of the bound on devices held out"
        if let bounds = heldOut.bounds {
            gain +=
                " (\(Self.signed(bounds.lowerBound)) to \(Self.signed(bounds.upperBound)) at 95 % confidence)"
        }
        if validation.isBetter { return ["Better than the \(base): \(gain)."] }
        let why = validation.search.gain > 0 ? "\(gain); \(chosen)" : gain
        return ["No better parameters than the \(base) were found: \(why)."]
    }

    // MARK: Figures

    static func signed(_ gain: Double) -> String {
        let text = Figures.fixed(gain * 100, decimals: 2)
        return text.hasPrefix("-") || text == "0.00" ? text : "+" + text
    }

    static func range(_ parameter: Parameter) -> String {
        DecimalText.text(parameter.range.lowerBound) + " to " + DecimalText.text(parameter.range.upperBound)
    }
}
