import FetchSched

/// Parameters as text, one `name = value` per line, as `fetchsched tune` writes them:
///
///     # fetchsched parameters 1
///     prospectWeight = 0.25
///     forecast.halfLifeDays = 14      # comments start with #
///
/// Parameters that the text does not name keep their values. A text gives the same bits on every platform: a value has at
/// most 15 significant digits and an exponent of at most 22, so that one multiplication or division is exact
/// (Clinger, "How to read floating point numbers accurately", PLDI 1990).
public enum ParameterFile {
    /// Sets the parameters of `text` in `configuration`.
    ///
    /// - Throws: ``ParameterFileError`` for the first line that is wrong; the configuration is then unchanged.
    /// - Complexity: O(bytes + lines x parameters).
    public static func apply(
        _ text: some Sequence<UInt8>, to configuration: inout FetchConfiguration
    ) throws(ParameterFileError) {
        var result = configuration
        var seen: [Int] = []
        var line = Line(number: 1)
        for byte in text {
            if byte == UInt8(ascii: "\n") {
                try line.apply(to: &result, seen: &seen)
                line = Line(number: line.number + 1)
            } else {
                line.bytes.append(byte)
            }
        }
        try line.apply(to: &result, seen: &seen)
        configuration = result
    }

    /// Returns the text that sets every parameter of `configuration` that differs from `base`, after a heading.
    public static func text(_ configuration: FetchConfiguration, differingFrom base: FetchConfiguration)
        -> String
    {
        var text = "# fetchsched parameters 1\n"
        for parameter in Parameter.tunable + Parameter.polling + Parameter.limits {
            let value = parameter.value(in: configuration)
            guard value != parameter.value(in: base) else { continue }
            text += parameter.name + " = " + DecimalText.text(value) + "\n"
        }
        return text
    }
}

/// An error in a parameter file.
public struct ParameterFileError: Error, Sendable {
    /// A kind of error.
    public enum Fault: Sendable {
        /// The line has no `=`.
        case noEqualsSign
        /// No parameter has that name.
        case unknownName(String)
        /// The parameter was set by an earlier line.
        case repeated(Parameter)
        /// The text is no decimal number of at most 15 digits.
        case noNumber(String)
        /// The parameter's range does not hold the value.
        case outOfRange(Parameter)
    }

    /// The kind of the error.
    public let fault: Fault
    /// The line, from 1.
    public let line: Int
    /// The column in bytes, from 1.
    public let column: Int
}

extension ParameterFileError: CustomStringConvertible {
    /// The line, the column and the error, as in `3:1: there is no parameter tail`.
    public var description: String {
        let what =
            switch fault {
            case .noEqualsSign: "the line is not `name = number`"
            case .unknownName(let name): "there is no parameter " + name
            case .repeated(let parameter): parameter.name + " was set by an earlier line"
            case .noNumber(let text): text + " is no decimal number of at most 15 digits"
            case .outOfRange(let parameter): parameter.name + " is not " + parameter.rangeText
            }
        return String(line) + ":" + String(column) + ": " + what
    }
}

private struct Line {
    let number: Int
    var bytes: [UInt8] = []

    func apply(to configuration: inout FetchConfiguration, seen: inout [Int]) throws(ParameterFileError) {
        let content = bytes.prefix { $0 != UInt8(ascii: "#") }
        let all = trimmed(content)
        guard !all.isEmpty else { return }
        guard let equals = all.firstIndex(of: UInt8(ascii: "=")) else {
            throw error(.noEqualsSign, at: all.startIndex)
        }
        let name = trimmed(all[..<equals])
        let text = trimmed(all[(equals + 1)...])
        let parameters = Parameter.inFiles
        guard let index = parameters.firstIndex(where: { $0.name.utf8.elementsEqual(name) }) else {
            throw error(.unknownName(String(decoding: name, as: UTF8.self)), at: all.startIndex)
        }
        let parameter = parameters[index]
        if seen.contains(index) { throw error(.repeated(parameter), at: all.startIndex) }
        seen.append(index)
        guard let value = DecimalText.value(text) else {
            throw error(.noNumber(String(decoding: text, as: UTF8.self)), at: text.startIndex)
        }
        do {
            try parameter.set(value, in: &configuration)
        } catch {
            throw self.error(.outOfRange(parameter), at: text.startIndex)
        }
    }

    private func error(_ fault: ParameterFileError.Fault, at index: Int) -> ParameterFileError {
        ParameterFileError(fault: fault, line: number, column: index + 1)
    }

    private func trimmed(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
        var rest = part
        while let first = rest.first, isSpace(first) { rest.removeFirst() }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
