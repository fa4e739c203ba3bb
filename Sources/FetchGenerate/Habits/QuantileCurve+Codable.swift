extension QuantileCurve: Codable {
    /// Reads an array of numbers.
    public init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([Double].self)
    }

    /// Writes an array of numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
