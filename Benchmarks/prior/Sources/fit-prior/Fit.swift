import FetchTrace

@testable import FetchSched
@testable import FetchSim

/// What the engines of many users learned in common.
struct Fit {
    private var weights = [Means(6), Means(6)]
    private var bySessions = [Means(NextAppCells.sessions), Means(NextAppCells.sessions)]
    private var byPlace = [Means(NextAppCells.places), Means(NextAppCells.places)]
    private var pausing = UseMeans()
    /// By length of a pause: launches, seconds, and launches that the rhythm alone expected, over all users.
    private var pauses = [SIMD3<Double>](repeating: .zero, count: UseModel.cells)
    /// Launches a day by hour, the sum over users.
    private var hours = [Double](repeating: 0, count: 24)
    private(set) var users = 0

    struct UseMeans {
        var weights = Means(6)
        var biases = Means(UseModel.cells)

        mutating func add(_ model: UseModel) {
            weights.add(
                (0..<6).map { model.weights[$0] }, squares: (0..<6).map { model.squares[$0] }, first: 1)
            biases.add(model.biases.map(\.number), squares: model.biases.map(\.squares), first: 2)
        }
    }

    /// Replays a device, with fetches, and adds what the engine has learned at its end.
    mutating func add(_ trace: DeviceTrace) {
        let (rules, radio) = (SimulationRules(), RadioProfile.lte)
        var configuration = Configuration(radio, rules: rules, valueJoules: 20)
        configuration.experiment.startsFitted = false
        var simulation = DeviceSimulation(
            trace: trace, radio: radio, rules: rules,
            policy: AdaptivePolicy(configuration: configuration, seed: 1), configuration: configuration)
        _ = simulation.run()
        add(simulation.policy.scheduler.forecast)
        users += 1
    }

    private mutating func add(_ forecast: LaunchForecast) {
        let model = forecast.nextApp.model
        for kind in 0..<2 {
            weights[kind].add(
                (0..<6).map { Double(model.weights[kind][$0]) },
                squares: (0..<6).map { Double(model.weightSquares[kind][$0]) }, first: 1)
            let blocks = kind * NextAppModel.cellBlocks..<(kind + 1) * NextAppModel.cellBlocks
            func cells(_ table: [FloatLanes], _ range: Range<Int>) -> [Double] {
                let all = table[blocks].flatMap { block in (0..<8).map { Double(block[$0]) } }
                return Array(all[range])
            }
            let sessions = 0..<NextAppCells.sessions
            let places = NextAppModel.firstPlace..<NextAppModel.firstPlace + NextAppCells.places
            bySessions[kind].add(
                cells(model.biases, sessions), squares: cells(model.biasSquares, sessions), first: 2)
            byPlace[kind].add(
                cells(model.biases, places), squares: cells(model.biasSquares, places), first: 2)
        }
        pausing.add(forecast.use.pausing)
        for length in pauses.indices {
            let cell = forecast.use.pauses.cells[UseModel.cells + length]
            pauses[length] += SIMD3(cell.launches, cell.seconds, cell.expected[0])
        }
        let rhythm = forecast.use.rhythm
        let days = rhythm.days.weekday + rhythm.days.weekend
        for hour in hours.indices where days > 0 {
            hours[hour] += (rhythm.counts[hour] + rhythm.counts[24 + hour]) / days
        }
    }
}

extension Fit {
    /// How sure the engine is to be of them, in sums of squared gradients: a few dozen launches. By the squares that models
    /// begin with otherwise, 1 and 2, the first launches would throw them about.
    private static let (weightSquares, biasSquares) = (4, 8)

    /// `FittedPrior.swift`, to be formatted.
    func source(_ program: String) -> String {
        var text = """
            // Written by the program in \(program): do not edit.

            /// What the models of \(users) generated users had come to after four weeks, in the mean, but for those between sessions, the sums
            /// of squares and the weight of pauses, which were chosen: see ``ModelStart``.
            enum FittedPrior {
                static var start: ModelStart {
                    ModelStart(
                        nextApp: [inSession, firstOfSession], pausing: pausing,
                        // By people's mean the peaks of a regular user would be blunt.
                        away: ModelStart.plain.away, pauses: pauses, hours: hours)
                }

            """
        for (kind, name) in [(0, "inSession"), (1, "firstOfSession")] {
            text += """

                    private static var \(name): ModelStart.NextApp {
                        ModelStart.NextApp(
                            weights: FloatLanes(\(list(weights[kind].values + [0, 0]))),
                            bySessions: \(array(bySessions[kind].values)),
                            byPlace: \(array(byPlace[kind].values)),
                            weightSquares: \(Self.weightSquares), biasSquares: \(Self.biasSquares))
                    }

                """
        }
        text += """

                private static var pausing: ModelStart.Use {
                    ModelStart.Use(
                        weights: UseModel.Features(\(list(pausing.weights.values + [0, 0]))),
                        biases: \(array(pausing.biases.values)),
                        weightSquares: \(Self.weightSquares), biasSquares: \(Self.biasSquares))
                }

            """
        text += "\n    private static var pauses: [ModelStart.Pause] {\n        [\n"
        for sums in pauses {
            // Each length that users meet at least once in the mean is worth 0.3 launches: people differ in this more than
            // generated ones do.
            let worth = sums[0] >= Double(users) && sums[2] > 0 ? 0.3 : 0
            let each = worth > 0 ? sums * (worth / sums[0]) : .zero
            text += "            ModelStart.Pause(launches: \(number(worth)), "
            text += "seconds: \(number(each[1])), expected: \(number(each[2], unit: 1e5))),\n"
        }
        text += "        ]\n    }\n"
        let mean = hours.reduce(0, +) / 24
        text += "\n    private static var hours: [Double] {\n"
        text += "        \(array(hours.map { $0 / mean }))\n    }\n}\n"
        return text
    }

    private func array(_ numbers: [Double]) -> String {
        let lines = stride(from: 0, to: numbers.count, by: 12).map { first in
            String(repeating: " ", count: 16) + list(Array(numbers[first..<min(first + 12, numbers.count)]))
        }
        return "[\n" + lines.joined(separator: ",\n") + ",\n" + String(repeating: " ", count: 12) + "]"
    }

    private func list(_ numbers: [Double]) -> String {
        numbers.map { number($0) }.joined(separator: ", ")
    }

    /// About three digits, and no finer than by `unit`.
    private func number(_ value: Double, unit most: Double = 1000) -> String {
        let unit = abs(value) >= 100 ? 1 : abs(value) >= 1 ? 100 : most
        let rounded = (value * unit).rounded() / unit
        return rounded == 0 ? "0" : rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
