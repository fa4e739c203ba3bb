import FetchSched

/// A whole tuning: the cross-validated search, and what its winner gives in figures.
public struct Tuning: Sendable {
    /// What answers the trials.
    public var desk: TrialDesk
    /// Number of folds; with one, nothing is held out.
    public var folds: Int
    /// The limits of each search; nil trials stand for so many that forty candidates could be tried on every unit.
    public var evaluations: Int?
    /// Rounds without a better candidate after which a search ends.
    public var patience = 3

    /// Trials per unit of one search, if nothing is said.
    public static let evaluationsPerUnit = 40

    /// Makes a tuning.
    public init(desk: TrialDesk, folds: Int) {
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

    /// Runs it.
    ///
    /// - Throws: what replaying and writing the study throw.
    public func run() async throws -> TuneResult {
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
            unitsLeftOut: desk.unitsLeftOut,
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

/// What a tuning found.
public struct TuneResult: Sendable {
    /// Means over devices, of the means over their units.
    public struct Figures: Hashable, Sendable {
        /// Share of the clairvoyant gain.
        public var ofBound: Double
        /// Share of fresh launches.
        public var freshShare: Double
        /// Background energy.
        public var joulesPerDay: Double

        init(ofBound: Double, freshShare: Double, joulesPerDay: Double) {
            self.ofBound = ofBound
            self.freshShare = freshShare
            self.joulesPerDay = joulesPerDay
        }

        init(meanOf all: [Figures]) {
            func mean(_ figure: (Figures) -> Double) -> Double {
                all.reduce(0) { $0 + figure($1) } / Double(max(1, all.count))
            }
            ofBound = mean(\.ofBound)
            freshShare = mean(\.freshShare)
            joulesPerDay = mean(\.joulesPerDay)
        }
    }

    /// The task.
    public let task: TuneTask
    /// The devices that have anything at stake: the groups of ``validation``.
    public let devices: [TuneDevice]
    /// How many units they have.
    public let units: Int
    /// Units with nothing at stake.
    public let unitsLeftOut: Int
    /// The limits of each search.
    public let settings: SearchSettings
    /// The searches and what they found.
    public let validation: CrossValidation.Result
    /// The base: on devices as they were held out, or on all if none was.
    public let base: Figures
    /// The winners, each on the devices that it did not know, or the winner on all if none was held out.
    public let tuned: Figures

    /// The winner of the search on all devices.
    public var winner: Candidate { validation.search.winner }
    /// The engine's configuration with the winner.
    public var configuration: Configuration { task.configuration(of: winner) }
    /// A device's name, with that of its trace if there are several.
    public func name(of group: Int) -> String {
        let device = devices[group]
        let source = task.sources[device.source]
        let name = source.devices[device.device].name
        let trace = source.name.split(separator: "/").last.map(String.init) ?? source.name
        return task.sources.count > 1 ? "\(trace):\(name)" : name
    }
}
