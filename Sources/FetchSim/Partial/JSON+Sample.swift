import FetchSched
import FetchTrace

extension JSON {
    static func wholes(_ numbers: some Sequence<some BinaryInteger>) -> JSON {
        list(numbers.map { .whole($0) })
    }

    static func reals(_ numbers: some Sequence<Double>) -> JSON { list(numbers.map(JSON.shortest)) }

    /// Amounts of time as their number of zeros, the whole milliseconds as differences in rising order, and what is
    /// neither. Nothing that is reported depends on their order.
    static func sample(_ seconds: [Double]) -> JSON {
        var zeros = 0
        var milliseconds: [UInt32] = []
        var others: [Double] = []
        for amount in seconds {
            if amount == 0 {
                zeros += 1
            } else if let whole = UInt32(exactly: (amount * 1000).rounded()), Double(whole) / 1000 == amount {
                milliseconds.append(whole)
            } else {
                others.append(amount)
            }
        }
        milliseconds.sort()
        let steps = zip(milliseconds, [0] + milliseconds).map { $0 - $1 }
        let parts = [JSON.whole(zeros), wholes(steps)]
        return list(others.isEmpty ? parts : parts + [reals(others.sorted())])
    }
}

extension JSONValue {
    /// What ``JSON/sample(_:)`` wrote.
    func sample() throws(RecordProblem) -> [Double] {
        let parts = try list()
        guard (2...3).contains(parts.count) else {
            throw RecordProblem(
                offset: offset, found: "a list of \(parts.count)", expected: "zeros, milliseconds, others")
        }
        // They take memory for a moment that the bytes of the file do not account for.
        var seconds = [Double](repeating: 0, count: try parts[0].count(atMost: 1 << 24))
        var last = 0
        for item in try parts[1].list() {
            last += try item.count(atMost: Int(UInt32.max))
            guard last <= Int(UInt32.max) else {
                throw RecordProblem(offset: 0, found: "\(last) ms", expected: "32 bits")
            }
            seconds.append(Double(last) / 1000)
        }
        if parts.count == 3 { for item in try parts[2].list() { seconds.append(try item.amount()) } }
        return seconds
    }
}
