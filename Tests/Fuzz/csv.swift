/// The reader of CSV traces.
func fuzz(_ bytes: [UInt8]) {
    checkReading(bytes, ignoreUnknown: bytes.count % 2 == 1)
}
