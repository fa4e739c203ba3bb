import FetchSim
import FetchTrace

// Fits what the engine begins with to generated users, and prints `Sources/FetchSched/Forecast/FittedPrior.swift`: replays
// the engine over each of them, from plain constants, and takes the mean of what it has learned at the end. The same bytes
// come out on every platform. A minute on one core after building; from the repository:
//
//     swift run -c release -Xswiftc -enable-testing --package-path Benchmarks/prior fit-prior | swift format > prior.swift
//     mv prior.swift Sources/FetchSched/Forecast/FittedPrior.swift
//
// `first-week.py` says what the numbers are worth to other users.

let (preset, users, days, seed) = ("population", 120, 28, UInt64(1001))
guard let population = GeneratorPreset.named(preset) else { fatalError("no preset \(preset)") }
let generator = TraceGenerator(preset: population, devices: users, days: days, seed: seed)
var fit = Fit()
for device in 0..<users {
    var names = TraceNames()
    let events = generator.generateDevice(device, names: &names)
    fit.add(DeviceTrace(name: "d\(device)", events: events, names: names))
}
print(fit.source("Benchmarks/prior"), terminator: "")
