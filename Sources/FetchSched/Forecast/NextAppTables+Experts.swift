/// What simple experts say of the next app, each for itself: what the model is compared with.
extension NextAppTables {
    func predictions(for app: Int, situation: Situation, hour: Int) -> SIMD8<Double> {
        complete(predictions(for: app, hour: hour), for: app, kind: situation.rawValue)
    }

    /// What the experts say that do not ask for the situation.
    @inline(__always)
    private func predictions(for app: Int, hour: Int) -> SIMD8<Double> {
        let strength = shrinkage * unit
        let row = row(of: app)
        let prior = popularity(app)
        var result = SIMD8<Double>(repeating: 0)
        result[AppExpert.popularity.rawValue] = prior
        result[AppExpert.hour.rawValue] = hours.share(row, hour: hour, prior: prior, strength: strength)
        result[AppExpert.recentPopularity.rawValue] = recent.share(
            row, prior: prior, strength: shrinkage * recentUnit)
        var follows = prior
        if let previous {
            let from = self.row(of: previous)
            follows = successors.share(from: from, to: app, prior: prior, strength: strength)
        }
        result[AppExpert.successor.rawValue] = follows
        result[AppExpert.pair.rawValue] = follows
        if let previous, let beforePrevious {
            result[AppExpert.pair.rawValue] = pairs.share(
                from: (beforePrevious, previous), to: app, prior: follows, strength: strength)
        }
        return result
    }

    /// Adds what those say that do.
    @inline(__always)
    private func complete(_ common: SIMD8<Double>, for app: Int, kind: Int) -> SIMD8<Double> {
        let strength = shrinkage * unit
        let row = row(of: app)
        var result = common
        result[AppExpert.situation.rawValue] = bySituation[kind].share(
            row, prior: common[AppExpert.popularity.rawValue], strength: strength)
        let follows = common[AppExpert.successor.rawValue]
        result[AppExpert.situationSuccessor.rawValue] = follows
        if let previous {
            result[AppExpert.situationSuccessor.rawValue] = bySituationSuccessors[kind].share(
                from: self.row(of: previous), to: app, prior: follows, strength: strength)
        }
        result[AppExpert.recency.rawValue] = placeShare(row, kind: kind)
        return result
    }

    /// The recency expert: how often launches came from the app's place; apps beyond the last place share
    /// what came from there.
    @inline(__always)
    private func placeShare(_ row: Int, kind: Int) -> Double {
        let floor = unit * 0.5
        let taken = recency.count
        let beyond = count - taken
        // Once every app has a place, none is left to come from beyond; else the shares would not sum to 1.
        let told = placeTotals[kind] - (beyond > 0 ? 0 : placeCounts[kind][RecencyList.length])
        let total = told + floor * Double(taken + (beyond > 0 ? 1 : 0))
        if let place = recency.place(of: row) { return (placeCounts[kind][place] + floor) / total }
        return (placeCounts[kind][RecencyList.length] + floor) / total / Double(max(1, beyond))
    }
}
