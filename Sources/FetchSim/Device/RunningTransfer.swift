import FetchSched

/// A background transfer in slices, after each of which the engine hears of it; none reaches beyond a line.
struct RunningTransfer: Sendable {
    let id: TransferID
    let facts: TransferFacts
    let bytesPerSecond: Double
    var byte: Int64
    /// Whether it has yet to send its request.
    var needsRequest = true
    var slice: Slice?

    struct Slice: Sendable {
        let start: FetchTime
        let end: FetchTime
        let bytes: Int64
    }

    func byte(at now: FetchTime) -> Int64 {
        guard let slice, now > slice.start else { return byte }
        guard now < slice.end else { return byte + slice.bytes }
        let part = (now - slice.start).seconds / (slice.end - slice.start).seconds
        return byte + min(slice.bytes, max(0, Int64(Double(slice.bytes) * part)))
    }

    /// Longest slice: the engine hears of a transfer as often as of the use of an app.
    static var longestSlice: Double { 10 }
}

/// The simulator's record of a transfer, until it ends.
struct TransferFacts: Sendable {
    let app: Int
    let size: Int64
    let isUpload: Bool
    let enqueued: FetchTime
}
