import FetchFiles

/// Why a trace could not be read or written: where, what was found there, and what was expected instead.
///
/// ``description`` is one line, ready for a terminal:
///
///     week.csv:3:16: error: found event "lunch", expected one of "zone", "interval", …
public struct TraceError: Error, Hashable, Sendable {
    /// The class of failure, which decides the exit status.
    public enum Kind: Hashable, Sendable {
        /// The input is missing, is a directory, may not be read, or failed while being read.
        case cannotOpen
        /// The input was read, but is not a valid trace.
        case data
        /// The output could not be made or written.
        case cannotWrite
    }

    /// The class of failure.
    public var kind: Kind
    /// The file as the user named it; `<stdin>` or `<stdout>` for the standard streams.
    public var file: String
    /// The line, from 1, or nil where the error concerns the whole file.
    public var line: Int?
    /// The column, from 1, counted in bytes of the line (a byte order mark not included).
    public var column: Int?
    /// The found text; for ``Kind/cannotOpen`` and ``Kind/cannotWrite``, the system's reason.
    public var found: String
    /// The expected text; nil if ``found`` is a whole sentence.
    public var expected: String?
    /// A remedy, if it is not obvious.
    public var advice: String?
    /// The system's error number, where the system refused.
    public var systemCode: Int32?

    /// Makes an error; what is left out is absent.
    public init(
        kind: Kind, file: String, line: Int? = nil, column: Int? = nil, found: String,
        expected: String? = nil, advice: String? = nil, systemCode: Int32? = nil
    ) {
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.advice = advice
        self.systemCode = systemCode
    }

    /// The status a command exits with: 66, 65 or 73, the numbers of `sysexits.h`.
    public var exitStatus: Int32 {
        switch kind {
        case .cannotOpen: 66
        case .data: 65
        case .cannotWrite: 73
        }
    }

    /// Whether the reader of our output went away, as in `fetchsched … | head`; a command then stops quietly.
    public var isBrokenPipe: Bool { kind == .cannotWrite && systemCode == SystemCalls.brokenPipe }

    /// The error of a trace that has a header and nothing else, for commands that need events.
    public static func noEvents(file: String) -> TraceError {
        TraceError(kind: .data, file: file, found: "the trace has a header but no events")
    }
}

/// An error that says all that is to be said of it, and the status a command exits with.
package protocol ReportedError: Error, CustomStringConvertible {
    /// One of `sysexits.h`.
    var exitStatus: Int32 { get }
}

extension TraceError: ReportedError {}

extension TraceError: CustomStringConvertible {
    /// `file:line:column: error: found …, expected …; advice`.
    public var description: String {
        var text = escaped(file)
        if let line { text += ":\(line)" }
        if let column { text += ":\(column)" }
        text += ": error: "
        switch kind {
        case .cannotOpen: text += "cannot read: \(found)"
        case .cannotWrite: text += "cannot write: \(found)"
        case .data: text += expected.map { "found \(found), expected \($0)" } ?? found
        }
        if let advice { text += "; \(advice)" }
        return text
    }
}

/// Calls the system about a file; where it refuses, its reason is the error.
package func described<Result>(
    _ kind: TraceError.Kind, _ file: String, _ body: () throws(SystemFailure) -> Result
) throws(TraceError) -> Result {
    do { return try body() } catch {
        throw TraceError(kind: kind, file: file, found: error.text, systemCode: error.code)
    }
}

/// An error within one record, before the file and line are known.
package struct RecordProblem: Error {
    /// Bytes from the start of the record to the offence.
    package var offset: Int
    package var found: String
    package var expected: String
    package var advice: String?

    /// Says what is wrong, `offset` bytes into the record.
    package init(offset: Int, found: String, expected: String, advice: String? = nil) {
        self.offset = offset
        self.found = found
        self.expected = expected
        self.advice = advice
    }
}
