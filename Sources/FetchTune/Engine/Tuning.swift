import FetchSched

/// A whole tuning: the cross-validated search, and what its winner gives in figures.
package struct Tuning: Sendable {
    package var desk: TrialDesk
    package var folds: Int
    /// The limits of each search; nil trials stand for so many that forty candidates could be tried on every unit.
    package var evaluations: Int?
    package var patience = 3

    /// Trials per unit of one search, if nothing is said.
    package static let evaluationsPerUnit = 40

    package init(desk: TrialDesk, folds: Int) {
        self.desk = desk
        self.folds = folds
    }

    var validation: CrossValidation {
        let groups = desk.groups.units
        let settings = SearchSettings(
            evaluations: evaluations ?? desk.units.count * Self.evaluationsPerUnit, patience: patience,
            seed: desk.task.seed)
        return CrossValidation(space: desk.space, groups: groups, folds: folds, settings: settings)
    }

    package func run() async throws -> TuneResult {
        let validation = validation
        let result = try await validation.run(desk.runner)
        let groups = desk.groups
        var judged: [(group: Int, winner: Candidate)] = []
        for fold in result.folds { judged += fold.groups.map { ($0, fold.search.winner) } }
        if result.folds.isEmpty { judged = groups.units.indices.map { ($0, result.search.winner) } }
        var base: [TuneResult.Figures] = []
        var tuned: [TuneResult.Figures] = []
        for (group, winner) in judged.sorted(by: { $0.group < $1.group }) {
            base.append(try await figures(of: desk.space.base, on: groups.units[group]))
            tuned.append(try await figures(of: winner, on: groups.units[group]))
        }
        return TuneResult(
            task: desk.task, devices: groups.devices, units: desk.units.count,
            settings: validation.settings, validation: result, base: TuneResult.Figures(meanOf: base),
            tuned: TuneResult.Figures(meanOf: tuned))
    }

    /// Means over the units.
    private func figures(of candidate: Candidate, on units: [Int]) async throws -> TuneResult.Figures {
        let measurements = try await desk.measurement(of: candidate, on: units)
        return TuneResult.Figures(
            meanOf: zip(units, measurements).map { unit, run in
                let scale = desk.scales[unit]
                return TuneResult.Figures(
                    ofBound: scale.figure(run),
                    freshShare: Double(run.fresh) / Double(max(1, scale.launches)),
                    joulesPerDay: scale.days > 0 ? run.joules / scale.days : 0)
            })
    }
}

package struct TuneResult: Sendable {
    /// Means over devices, of the means over their units.
    package struct Figures: Hashable, Sendable {
        package var ofBound: Double
        package var freshShare: Double
        package var joulesPerDay: Double
    }

    package let task: TuneTask
    /// The devices that have anything at stake: the groups of ``validation``.
    package let devices: [TuneDevice]
    /// How many units they have.
    package let units: Int
    /// The limits of each search.
    package let settings: SearchSettings
    package let validation: CrossValidation.Result
    /// The base: on devices as they were held out, or on all if none was.
    package let base: Figures
    /// The winners, each on the devices that it did not know, or the winner on all if none was held out.
    package let tuned: Figures

    package var winner: Candidate { validation.search.winner }
    package var configuration: FetchConfiguration { task.configuration(of: winner) }
    /// A device's name, with that of its trace if there are several.
    package func name(of group: Int) -> String {
        let device = devices[group]
        let source = task.sources[device.source]
        let name = source.devices[device.device].name
        let trace = source.name.split(separator: "/").last.map(String.init) ?? source.name
        return task.sources.count > 1 ? "\(trace):\(name)" : name
    }
}

extension TuneResult.Figures {
    init(meanOf all: [TuneResult.Figures]) {
        func mean(_ figure: (TuneResult.Figures) -> Double) -> Double {
            all.reduce(0) { $0 + figure($1) } / Double(max(1, all.count))
        }
        self.init(
            ofBound: mean(\.ofBound), freshShare: mean(\.freshShare), joulesPerDay: mean(\.joulesPerDay))
    }
}
