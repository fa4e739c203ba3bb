/// The FNV-1a hash of 64 bits (Fowler, Noll and Vo; RFC 9923) under construction, the same on every platform.
package struct FNV: Sendable {
    /// The hash of what was added.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    @inline(__always)
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// The hash of some bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV()
        for byte in bytes { hash.add(byte) }
        return hash.value
    }
}
