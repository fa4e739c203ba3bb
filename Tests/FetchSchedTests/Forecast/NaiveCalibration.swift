@testable import FetchSched

/// What ``SessionCalibration`` does, as it is defined: what is said of each app after each launch of a session is kept, and held
/// against the whole session when it is over.
struct NaiveCalibration {
    struct Said {
        var chance: Double
        var cell: Int
    }

    private var byCell = [Double](repeating: 0, count: 12)
    private var byPlace = [Double](repeating: 0, count: 5)
    private var cellSquares = [Double](repeating: 1, count: 12)
    private var placeSquares = [Double](repeating: 1, count: 5)
    private(set) var lead = 0.0
    /// Of the session: the apps launched, and after each what was said of every app that was ever launched.
    private var launches: [Int] = []
    private var said: [[Int: Said]] = []

    private static func place(_ launches: Int) -> Int {
        launches <= 1 ? 0 : launches == 2 ? 1 : launches <= 4 ? 2 : launches <= 8 ? 3 : 4
    }

    private func nats(_ cell: Int, after launches: Int) -> Double {
        byCell[cell] + byPlace[Self.place(launches)]
    }

    private func own(_ said: Said, after launches: Int) -> Double {
        let odds = said.chance / (1 - said.chance) * PortableMath.exp(nats(said.cell, after: launches))
        return odds / (1 + odds)
    }

    /// The chance that is made of one.
    func calibrated(_ said: Said) -> Double {
        let weight = 1 / (1 + PortableMath.exp(-0.1 * lead))
        return (1 - weight) * said.chance + weight * own(said, after: launches.count)
    }

    /// After the last launch so much is said of each app.
    mutating func note(_ all: [Int: Said]) { said.append(all) }

    mutating func launch(_ app: Int, newSession: Bool) {
        if newSession { endSession() }
        launches.append(app)
    }

    private mutating func endSession() {
        var saved = 0.0
        var misses: [(place: Int, byCell: [Double])] = []
        for (index, all) in said.prefix(12).enumerated() {
            var byCell = [Double](repeating: 0, count: 12)
            let came = Set(launches[(index + 1)...])
            for (app, said) in all {
                let own = own(said, after: index + 1)
                let outcome = came.contains(app) ? 1.0 : 0
                byCell[said.cell] += outcome - own
                saved += PortableMath.log(came.contains(app) ? own : 1 - own)
                saved -= PortableMath.log(came.contains(app) ? said.chance : 1 - said.chance)
            }
            misses.append((Self.place(index + 1), byCell))
        }
        for (place, misses) in misses {
            for cell in misses.indices {
                Self.learn(&byCell[cell], &cellSquares[cell], misses[cell])
            }
            Self.learn(&byPlace[place], &placeSquares[place], misses.reduce(0, +))
        }
        lead = min(60, max(-60, 0.98 * lead + saved))
        (launches, said) = ([], [])
    }

    private static func learn(_ number: inout Double, _ square: inout Double, _ miss: Double) {
        square += miss * miss
        number = min(4, max(-4, number + 0.1 * miss / PortableMath.squareRoot(square)))
    }
}
