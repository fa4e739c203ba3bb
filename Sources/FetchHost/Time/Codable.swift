public import FetchSched

// What a host writes into files and messages of its own. Snapshots do not need it.

extension AppID: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(index)
    }
}

extension FetchOutcome: Codable {}
