extension DeviceTrace {
    /// What the device's randomness comes from in a run with that seed: the seed plus the number at the end of the
    /// device's name (`d7`: 7), or, where there is none, plus a checksum of the name.
    ///
    /// It depends on nothing but the name, so that a device gives the same whatever others are replayed with it.
    package func seed(in run: UInt64) -> UInt64 {
        let digits = name.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, digits.count <= 18 else {
            var digest = Digest()
            digest.add(name)
            return run &+ digest.value
        }
        return run &+ digits.reversed().reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    }
}
