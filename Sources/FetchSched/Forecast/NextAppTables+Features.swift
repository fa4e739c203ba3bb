/// What the tables say of every row, for the log-linear model.
extension NextAppTables {
    /// Finds the features and standings of all rows for a launch at `moment` in that situation.
    ///
    /// - Parameter logarithms: working memory.
    /// - Complexity: O(rows).
    func look(
        situation: Situation, hour: Int, at moment: Instant, features: inout [NextAppModel.Features],
        standings: inout [NextAppModel.Standing], logarithms: inout [Double]
    ) {
        let kind = situation.rawValue
        features.grow(to: rowCount, with: .zero)
        standings.grow(to: rowCount, with: .never)
        let present = kind == 0 ? session : session &+ 1
        let recentStrength = shrinkage * recentUnit
        logarithms.removeAll(keepingCapacity: true)
        for row in 0..<rowCount {
            let prior = popularity(row: row)
            logarithms.append(prior)
            logarithms.append(recent.share(row, prior: prior, strength: recentStrength) / prior)
            logarithms.append(hours.share(row, hour: hour, prior: prior, strength: hourStrength) / prior)
        }
        PortableMath.log(each: &logarithms)
        for row in 0..<rowCount {
            features[row] = NextAppModel.Features(
                logarithms[3 * row], logarithms[3 * row + 1], logarithms[3 * row + 2], 0, 0, 0, 0, 0)
            standings[row] = standing(row, inSession: present, at: moment)
        }
        addSuccessors(kind: kind, to: &features)
    }

    @inline(__always)
    private func standing(_ row: Int, inSession present: Int32, at moment: Instant) -> NextAppModel.Standing {
        guard let last = lastUse[row].moment else { return .never }
        return NextAppModel.Standing(
            session: NextAppModel.cell(sessions: present &- lastSession[row]),
            place: recency.place(of: row) ?? RecencyList.length, time: NextAppModel.cell(since: moment - last)
        )
    }

    /// Adds what followed the app launched last, and the two launched last: with absolute discounts, as in Kneser and
    /// Ney, "Improved backing-off for m-gram language modeling", ICASSP 1995.
    private func addSuccessors(kind: Int, to features: inout [NextAppModel.Features]) {
        guard let previous else { return }
        let from = row(of: previous)
        let discount = Self.discountedLaunches * unit
        func situationShare(_ row: Int) -> Double {
            bySituation[kind].share(row, prior: popularity(row: row), strength: hourStrength)
        }
        var successorRows = SuccessorRows()
        var left = 1.0
        let total = successors.total(from)
        if total > 0 {
            var taken = 0.0
            successors.visit(from) { _, count in taken += max(0, count - discount) }
            left = max(0.001, 1 - taken / total)
            successors.visit(from) { app, count in
                let row = row(of: app)
                guard row > 0, count > discount else { return }
                successorRows.add(row, 1 + (count - discount) / (total * left * situationShare(row)))
            }
            successorRows.setLogarithms(in: &features, 3)
        }
        if let beforePrevious {
            let pair = (beforePrevious, previous)
            var taken = 0.0
            if let total = pairs.visit(pair, { _, count in taken += max(0, count - discount) }), total > 0 {
                let leftOfPair = max(0.001, 1 - taken / total)
                successorRows = SuccessorRows()
                _ = pairs.visit(pair) { app, count in
                    let row = row(of: app)
                    guard row > 0, count > discount else { return }
                    let known = left * situationShare(row) * PortableMath.exp(features[row][3])
                    successorRows.add(row, 1 + (count - discount) / (total * leftOfPair * known))
                }
                successorRows.setLogarithms(in: &features, 4)
            }
        }
        let table = bySituationSuccessors[kind]
        var known = 0.0
        table.visit(from) { _, count in known += count }
        let rest = max(0, table.total(from) - known)
        successorRows = SuccessorRows()
        table.visit(from) { app, count in
            let row = row(of: app)
            guard row > 0 else { return }
            let follows = successors.share(
                from: from, to: app, prior: popularity(row: row), strength: hourStrength)
            successorRows.add(row, 1 + count / ((4 * unit + rest) * follows))
        }
        successorRows.setLogarithms(in: &features, 5)
    }

    /// The rows of a table of successors, which has a number of lanes at most, and a number for each.
    private struct SuccessorRows {
        private var rows = SIMD8<Int32>(repeating: 0)
        private var numbers = PortableMath.Lanes(repeating: 1)
        private var count = 0

        mutating func add(_ row: Int, _ number: Double) {
            guard count < SuccessorTable.width else { return }
            rows[count] = Int32(truncatingIfNeeded: row)
            numbers[count] = number
            count += 1
        }

        func setLogarithms(in features: inout [NextAppModel.Features], _ feature: Int) {
            guard count > 0 else { return }
            let logarithms = PortableMath.log(numbers)
            for lane in 0..<count { features[Int(rows[lane])][feature] = logarithms[lane] }
        }
    }

    /// Launches taken off each count of successors, and given to all apps.
    private static let discountedLaunches = 0.6
}
