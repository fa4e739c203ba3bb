import FetchSchedText
import FetchTrace

extension JSON {
    /// A number with six decimals at most; null for none, and for what JSON has no number for.
    package static func number(_ value: Double?) -> JSON {
        value.flatMap { $0.isFinite ? JSON(text: Figures.plain($0)) : nil } ?? .null
    }

    /// A number as files of parameters have it.
    package static func exact(_ value: Double) -> JSON { JSON(text: DecimalText.text(value)) }
}
