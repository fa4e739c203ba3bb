import FetchSchedText
import FetchSim
import FetchTrace

/// A measurement that a search wants next.
package struct RequestedTrial: Hashable, Sendable {
    /// The fingerprint of the study.
    package var study: String
    /// The trial, as its differences from the base; `-` for none.
    package var trial: String
    /// The number of the unit in the study.
    package var unit: Int
    /// The trial's number among all that the task could have.
    package var place: Int
}

extension RequestedTrial {
    /// The line of `tune ask`.
    package var line: String {
        JSON.object([
            "study": .text(study), "trial": .text(trial), "unit": .whole(unit), "place": .whole(place),
        ]).text + "\n"
    }

    package init(line: JSONValue) throws(RecordProblem) {
        study = try line.field("study").text()
        trial = try line.field("trial").text()
        unit = try line.field("unit").count()
        place = try line.field("place").count()
    }
}

extension Tuning {
    /// Measurements that the tuning needs before it can go on; none if it can go on to its end.
    ///
    /// The desk must be one that asks. The searches of the folds do not wait for each other, so each of them says what it
    /// needs.
    package func requestedTrials() async throws -> [RequestedTrial] {
        do {
            _ = try await run()
            return []
        } catch is TrialDesk.NotTold {}
        for search in validation.searches {
            do {
                _ = try await search.run(desk.runner)
            } catch is TrialDesk.NotTold {}
        }
        return desk.requestedTrials.map { trial in
            RequestedTrial(
                study: desk.fingerprint, trial: StudyLine.changes(of: trial.candidate, desk.space),
                unit: trial.unit, place: desk.places[trial.unit])
        }
    }
}

extension TuneTask {
    /// Why a requested trial cannot be measured here.
    package enum RequestedFault: Error, Hashable, Sendable {
        case noSuchUnit
        case noSuchCandidate
    }

    package func measure(_ request: RequestedTrial) throws(RequestedFault) -> ToldResult {
        let all = allUnits
        guard all.indices.contains(request.place) else { throw .noSuchUnit }
        var everything = self
        everything.parameters = Parameter.tunable
        guard let candidate = StudyLine.candidate(request.trial, everything.space) else {
            throw .noSuchCandidate
        }
        let unit = all[request.place]
        let limits = DeviceLimits(
            trace: trace(of: unit), radio: radios[unit.radio], rules: rules, values: [], configuration: base)
        let measurement = measure(
            everything.configuration(of: candidate), on: unit, unfetched: limits.unfetched.joules)
        return ToldResult(
            study: request.study, trial: request.trial, unit: request.unit, measurement: measurement)
    }
}
