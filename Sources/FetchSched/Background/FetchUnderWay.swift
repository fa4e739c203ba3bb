/// A fetch that was started and has not ended.
struct FetchUnderWay: AppOwned {
    var app: AppID
    /// Until when its app may run for it.
    var allowedUntil: Instant
}

extension FetchUnderWay: SnapshotElement {
    static let blank = FetchUnderWay(app: AppID(0), allowedUntil: .epoch)

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app)
        try coder.code(&allowedUntil)
    }
}
