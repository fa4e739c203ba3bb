/// The slots of things that have two integers for a name: a hash table with open addressing.
///
/// - Complexity: O(1) per change and query, as names go; no allocation while no more are there than ever before.
struct SlotTable: Sendable {
    private struct Bucket: Sendable {
        var one = 0
        var two = 0
        /// -1 in an empty bucket.
        var slot: Int32 = -1
    }

    /// A power of two of them, at least a third of which are empty.
    private var buckets: [Bucket] = []
    private(set) var count = 0

    /// The slot of that name; nil if there is none.
    func slot(of one: Int, _ two: Int) -> Int? {
        let place = place(of: one, two)
        guard place >= 0, buckets[place].slot >= 0 else { return nil }
        return Int(buckets[place].slot)
    }

    /// Gives a slot to a name that has none.
    mutating func insert(_ one: Int, _ two: Int, slot: Int) {
        if 3 * (count + 1) > 2 * buckets.count { grow() }
        buckets[place(of: one, two)] = Bucket(one: one, two: two, slot: Int32(truncatingIfNeeded: slot))
        count += 1
    }

    /// Forgets a name.
    mutating func remove(_ one: Int, _ two: Int) {
        var gap = place(of: one, two)
        guard gap >= 0, buckets[gap].slot >= 0 else { return }
        count -= 1
        // What stands behind the gap moves up, unless it would come before where its search begins.
        var place = gap
        while true {
            place = (place + 1) & (buckets.count - 1)
            guard buckets[place].slot >= 0 else { break }
            let home = home(buckets[place].one, buckets[place].two)
            let isBetween = gap <= place ? gap < home && home <= place : gap < home || home <= place
            guard !isBetween else { continue }
            buckets[gap] = buckets[place]
            gap = place
        }
        buckets[gap] = Bucket()
    }

    /// Where that name is, or would be; -1 if there are no buckets.
    private func place(of one: Int, _ two: Int) -> Int {
        guard !buckets.isEmpty else { return -1 }
        var place = home(one, two)
        while buckets[place].slot >= 0, buckets[place].one != one || buckets[place].two != two {
            place = (place + 1) & (buckets.count - 1)
        }
        return place
    }

    /// Where the search for a name begins: its bits mixed as SplitMix64 does.
    private func home(_ one: Int, _ two: Int) -> Int {
        var bits = UInt64(bitPattern: Int64(one)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(two))
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (bits ^ (bits >> 31)) & UInt64(buckets.count - 1))
    }

    private mutating func grow() {
        let old = buckets
        buckets = [Bucket](repeating: Bucket(), count: max(16, 2 * old.count))
        for bucket in old where bucket.slot >= 0 { buckets[place(of: bucket.one, bucket.two)] = bucket }
    }
}
