/// The requests of the present quarter-hour and of the 96 before it: of the last 24 hours and up to a quarter more.
struct RequestWindow: Sendable {
    /// The present quarter first.
    private var counts = [Double](repeating: 0, count: Self.quarters)
    private(set) var sum = 0.0
    /// The number of the present quarter, and the part of it that has passed.
    private var quarter = Int64.min
    private var part = 0.0

    private static let quarters = 97
    private static let quarter: Int64 = 900_000

    private static func number(_ moment: FetchTime) -> Int64 {
        let number = moment.milliseconds / quarter
        return number * quarter > moment.milliseconds ? number - 1 : number
    }

    /// Requests per day, by the quarters that are over and the part of the present one that has passed.
    var perDay: Double { sum * 96 / (Double(Self.quarters - 1) + part) }

    mutating func pass(to now: FetchTime) {
        let number = Self.number(now)
        part = Double(Self.part(of: now)) / Double(Self.quarter)
        guard quarter > .min, number > quarter else { return quarter = max(quarter, number) }
        let passed = Int(min(Int64(Self.quarters), number - quarter))
        for place in stride(from: Self.quarters - 1, through: 0, by: -1) {
            counts[place] = place < passed ? 0 : counts[place - passed]
        }
        sum = counts.reduce(0, +)
        quarter = number
    }

    mutating func add(_ count: Double) {
        let before = counts[0]
        counts[0] = max(0, before + count)
        sum += counts[0] - before
    }

    /// Adds `perDay` requests a day over the last `days` days, up to one day.
    mutating func spread(_ perDay: Double, over days: Double) {
        var left = days * 96
        for place in counts.indices where left > 0 {
            counts[place] += min(1, left) * perDay / 96
            left -= 1
        }
        sum = counts.reduce(0, +)
    }

    mutating func keep(_ part: Double) {
        for place in counts.indices { counts[place] *= part }
        sum *= part
    }

    /// From when on there is room for `count` more in 24 hours that have `most`, and then for `promised` a day, which
    /// come evenly, or up to four hours earlier; `distantPast` if there is.
    func room(for count: Double, most: Double, reserving promised: Double) -> FetchTime {
        // A part of a request serves no promise.
        let most = promised > 0 && most < 1e15 ? Double(Int64(most)) : most
        // 24 hours without a request have room in any case.
        let mostReserved = max(0, most - count)
        guard sum + count + min(promised * 7 / 6, mostReserved) > most else { return .distantPast }
        // By the quarters, as the oldest leave; the last one at which there is too little.
        var (left, full) = (sum + count, -1)
        for passed in 0..<Self.quarters {
            if left + min(promised / 96 * Double(passed + 16), mostReserved) > most { full = passed }
            left -= counts[Self.quarters - 1 - passed]
        }
        guard full >= 0 else { return .distantPast }
        return .epoch + TimeSpan(milliseconds: Self.quarter) * (quarter + Int64(full + 1))
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        guard quarter > .min else { return }
        quarter = min(quarter - (Self.number(before) - Self.number(now)), Self.number(now))
        // The present quarter may become longer, and never shorter.
        if Self.part(of: now) > Self.part(of: before) { quarter += 1 }
    }

    private static func part(of moment: FetchTime) -> Int64 {
        moment.milliseconds &- number(moment) &* quarter
    }
}

extension RequestWindow: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amounts: &counts)
        try coder.check(counts.count == Self.quarters)
        var number = UInt64(bitPattern: quarter)
        try coder.code(fixed: &number)
        quarter = Int64(bitPattern: number)
        // Far beyond the ends of time, so that differences are numbers.
        try coder.check(quarter == .min || abs(quarter) < 1 << 60)
        try coder.code(&part, in: 0...1)
        sum = counts.reduce(0, +)
    }
}
