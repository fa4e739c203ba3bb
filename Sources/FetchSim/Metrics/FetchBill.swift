import FetchSched

/// What fetches cost beside the radio, in joules by cause.
public struct FetchBill: Hashable, Sendable {
    /// The apps that ran.
    public var runJoules = 0.0
    /// The processes made for them.
    public var coldStartJoules = 0.0
    /// Parsing and storing what came.
    public var handlingJoules = 0.0
    /// The device kept awake for them.
    public var awakeJoules = 0.0

    /// Makes an empty bill.
    public init() {}

    /// The sum.
    public var joules: Double { runJoules + coldStartJoules + handlingJoules + awakeJoules }

    static func + (left: FetchBill, right: FetchBill) -> FetchBill {
        var sum = left
        sum.runJoules += right.runJoules
        sum.coldStartJoules += right.coldStartJoules
        sum.handlingJoules += right.handlingJoules
        sum.awakeJoules += right.awakeJoules
        return sum
    }

    static func - (left: FetchBill, right: FetchBill) -> FetchBill {
        var difference = left
        difference.runJoules -= right.runJoules
        difference.coldStartJoules -= right.coldStartJoules
        difference.handlingJoules -= right.handlingJoules
        difference.awakeJoules -= right.awakeJoules
        return difference
    }

    func divided(by divisor: Double) -> FetchBill {
        var quotient = self
        quotient.runJoules /= divisor
        quotient.coldStartJoules /= divisor
        quotient.handlingJoules /= divisor
        quotient.awakeJoules /= divisor
        return quotient
    }
}
