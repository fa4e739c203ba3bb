import FetchSched
import FetchTrace
import Testing

@Suite struct FuzzTests {
    /// A trace, damaged in a few places.
    private func damaged(seed: UInt64) throws -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes = try written(randomTrace(seed: seed, count: 12))
        let salt: [UInt8] = Array("\",\n\r\0-.:+eT0129é".utf8) + [0xFF, 0xC2, 0x80, 0xED, 0xF0]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(place...)
            case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.insert(salt.randomElement(using: &random) ?? 0, at: place)
            case 3 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            default: if place < bytes.count { bytes.remove(at: place) }
            }
        }
        return bytes
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func damageIsReadOrReportedAndChunksDoNotMatter(block: UInt64) throws {
        for seed in block * 40..<block * 40 + 40 {
            let bytes = try damaged(seed: seed)
            let whole = read(bytes)
            #expect(whole.error?.description.isEmpty != true)
            for chunk in [1, 2, 3, 7] {
                #expect(read(bytes, .init(chunkSize: chunk)) == whole, "seed \(seed), chunks of \(chunk)")
            }
        }
    }

    @Test func lineLimitDoesNotDependOnChunks() throws {
        for seed in 0..<40 as Range<UInt64> {
            let bytes = try damaged(seed: seed)
            for limit in [41, 42, 43, 50, 60] {
                let whole = read(bytes, .init(maximumLineLength: limit))
                for chunk in [1, 2, 3, 7] {
                    let reading = read(bytes, .init(maximumLineLength: limit, chunkSize: chunk))
                    #expect(reading == whole, "seed \(seed), chunks of \(chunk), limit \(limit)")
                }
            }
        }
    }
}
