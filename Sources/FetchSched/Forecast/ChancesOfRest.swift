/// The chances that apps are launched in what is left of a session, of eight rows at once: of one it is
/// ``LaunchForecast/launchInSession(_:_:hour:at:)``.
struct ChancesOfRest: Sendable {
    /// The chances of the next launch, each times the same.
    private let next: [FloatLanes]
    private let scale: Float
    private let goesOn: Float
    /// What each has of the launches after the next one, as terms of what it has of the next, of those of late and of all.
    private let ofNext, ofRecent, ofOverall, ofAll: Float

    /// Makes one of powers of the next launch with that sum.
    init(_ powers: [FloatLanes], sum: Double, _ rest: SessionCourse.Rest, _ tables: NextAppTables) {
        next = powers
        scale = Float(1 / sum)
        goesOn = Float(rest.goesOn)
        let (recent, later) = (tables.recentTerms, rest.launchesAfter * 2 / 3)
        ofNext = Float(rest.launchesAfter - later)
        ofRecent = Float(later * recent.own)
        ofOverall = Float(later * recent.overall)
        ofAll = Float(later * recent.all)
    }

    /// Finds them, of the rows that were launched; 0 of others.
    @inline(never)
    func find(_ tables: NextAppTables, to chances: inout [FloatLanes]) {
        var span = chances.mutableSpan
        let next = next.span
        let (recent, overall) = (tables.recent.weights.lanes.span, tables.overall.weights.lanes.span)
        let last = tables.lastStep.lanes.span
        for block in span.indices {
            let own = scale * next[block]
            var later = ofNext * own + ofAll
            later += ofRecent * recent[block]
            later += ofOverall * overall[block]
            let chance = goesOn * (own + (1 - own) * later / (1 + later))
            span[block] = chance.masked(by: last[block].isLess(than: NextAppCells.never))
        }
    }
}
