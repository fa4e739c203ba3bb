/// A set of small integers from 0 that is gone through in ascending order: bits, with two further levels of bits that
/// say which words have any, so that long empty stretches are skipped.
///
/// - Complexity: O(1) per change; O(members + words of members) to go through all; about n/8 bytes, and no allocation
///   once it has grown to the largest number.
struct NumberSet: Sendable {
    private var words: [UInt64] = []
    /// Bit w of `upper` is set if `words[w]` has any, and so on.
    private var upper: [UInt64] = []
    private var top: [UInt64] = []

    /// Whether there are no members.
    var isEmpty: Bool { next(from: 0) == nil }

    /// Whether `number` is a member.
    func contains(_ number: Int) -> Bool {
        number >= 0 && number >> 6 < words.count && words[number >> 6] & Self.bit(number) != 0
    }

    /// Adds `number`; negative ones are ignored.
    mutating func insert(_ number: Int) {
        guard number >= 0, !contains(number) else { return }
        while words.count <= number >> 6 { words.append(0) }
        while upper.count <= number >> 12 { upper.append(0) }
        while top.count <= number >> 18 { top.append(0) }
        words[number >> 6] |= Self.bit(number)
        upper[number >> 12] |= Self.bit(number >> 6)
        top[number >> 18] |= Self.bit(number >> 12)
    }

    /// Takes `number` out.
    mutating func remove(_ number: Int) {
        guard contains(number) else { return }
        words[number >> 6] &= ~Self.bit(number)
        guard words[number >> 6] == 0 else { return }
        upper[number >> 12] &= ~Self.bit(number >> 6)
        guard upper[number >> 12] == 0 else { return }
        top[number >> 18] &= ~Self.bit(number >> 12)
    }

    /// The least member that is at least `number`.
    func next(from number: Int) -> Int? {
        let number = max(0, number)
        if let found = Self.first(in: words, from: number, stop: (number >> 6) + 1) { return found }
        if let word = Self.first(in: upper, from: (number >> 6) + 1, stop: (number >> 12) + 1) {
            return word << 6 + words[word].trailingZeroBitCount
        }
        guard let block = Self.first(in: top, from: (number >> 12) + 1, stop: top.count) else { return nil }
        let word = block << 6 + upper[block].trailingZeroBitCount
        return word << 6 + words[word].trailingZeroBitCount
    }

    private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }

    /// The first bit set from `number` on in the words before `stop`.
    private static func first(in words: [UInt64], from number: Int, stop: Int) -> Int? {
        var word = number >> 6
        guard word < min(stop, words.count) else { return nil }
        var bits = words[word] & (UInt64.max << UInt64(number & 63))
        while bits == 0 {
            word += 1
            guard word < min(stop, words.count) else { return nil }
            bits = words[word]
        }
        return word << 6 + bits.trailingZeroBitCount
    }
}

extension NumberSet {
    /// The words, each in as few bytes as will do; what stands above them follows from them.
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, below count: Int) throws(Coder.Failure) {
        var wordCount = words.count
        try coder.code(count: &wordCount)
        guard Coder.isReader else {
            for var word in words { try coder.code(&word) }
            return
        }
        self = NumberSet()
        for index in 0..<wordCount {
            var word: UInt64 = 0
            try coder.code(&word)
            words.append(word)
            if index & 63 == 0 { upper.append(0) }
            if index & 4095 == 0 { top.append(0) }
            guard word != 0 else { continue }
            upper[index >> 6] |= Self.bit(index)
            top[index >> 12] |= Self.bit(index >> 6)
            try coder.check(index << 6 + (63 - word.leadingZeroBitCount) < count)
        }
    }

    /// How many numbers there are.
    ///
    /// - Complexity: O(largest number / 64).
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
