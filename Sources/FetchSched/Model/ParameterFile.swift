/// Parameters as text, one `name = value` a line, as `fetchsched tune` writes them and any host may keep them:
///
///     # fetchsched parameters 1
///     prospectWeight = 0.25
///     forecast.halfLifeDays = 14      # comments begin with #
///
/// Parameters that are not named keep their values. The same text gives the same bits on every platform: a value
/// may have up to 15 significant digits and an exponent of at most 22, for which one multiplication or division is
/// exact to the last bit (Clinger, "How to read floating point numbers accurately", PLDI 1990).
public enum ParameterFile {
    /// Sets in `configuration` what `text` says, or nothing at all.
    ///
    /// - Throws: ``ParameterFileError``, for the first line that is wrong.
    /// - Complexity: O(bytes + lines x parameters).
    public static func apply(
        _ text: some Sequence<UInt8>, to configuration: inout Configuration
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

    /// The text that sets every parameter of `configuration` that differs from `base`, in the order of
    /// ``Parameter/all``, below a heading.
    public static func text(_ configuration: Configuration, differingFrom base: Configuration) -> String {
        var text = "# fetchsched parameters 1\n"
        for parameter in Parameter.all + Parameter.limits {
            let value = parameter.value(in: configuration)
            guard value != parameter.value(in: base) else { continue }
            text += parameter.name + " = " + DecimalText.text(value) + "\n"
        }
        return text
    }
}

/// What is wrong with a parameter file, and where.
public struct ParameterFileError: Error, Sendable {
    /// What is wrong.
    public enum Fault: Sendable {
        /// The line has no `=`.
        case noEqualsSign
        /// There is no parameter of that name.
        case unknownName(String)
        /// The parameter was set by an earlier line.
        case repeated(Parameter)
        /// This is no decimal number of at most 15 digits.
        case noNumber(String)
        /// The parameter's range does not hold the value.
        case outOfRange(Parameter)
    }

    /// What is wrong.
    public let fault: Fault
    /// The line, from 1.
    public let line: Int
    /// The column in bytes, from 1.
    public let column: Int
}

/// One line of a parameter file.
private struct Line {
    let number: Int
    var bytes: [UInt8] = []

    func apply(to configuration: inout Configuration, seen: inout [Int]) throws(ParameterFileError) {
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
