import FetchTrace

/// A fault of a program, or the way it ended.
package enum ExecFault: Error, Hashable, Sendable {
    /// The program cannot be started, for that reason.
    case notStarted(String)
    /// The program ended before its input did.
    case ended(ProgramEnd)
    /// The program failed after the end of its input.
    case failedAtEnd(ProgramEnd)
    /// The program closed its standard output or input, and still runs.
    case closed
    /// No answer came within so many seconds.
    case silent(Double)
    /// A line has more bytes than that.
    case tooLong(Int)
    /// The program wrote a line without a question.
    case unasked(String)
    /// The answer is not an expected one.
    case wrong(found: String, expected: String)
    /// The program asks to act more often than that in so many seconds of the trace.
    case tooBusy(acts: Int, seconds: Int)
    /// The run was ended for another reason.
    case cancelled
}

package enum ProgramEnd: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
}

/// A policy's program that did not decide to the end of a device: which, where, what it did, and what was expected.
public struct ExecFailure: ReportedError, Hashable, Sendable {
    package var exitStatus: Int32 { 69 }
    /// The policy's name.
    public let policy: String
    /// The device's name.
    public let device: String
    /// The number of the last line that the program was sent, from 1; 0 if it was sent none.
    public let line: Int
    /// The text of that line; empty if there is none.
    public let sent: String
    let fault: ExecFault

    /// `policy: device "d0", line 12 of its input: error: found X, expected Y`.
    public var description: String {
        let place = line > 0 ? ", line \(line) of its input" : ""
        return "\(escaped(policy)): device \(quoted(device))\(place): error: \(explanation)"
    }

    private var explanation: String {
        switch fault {
        case .notStarted(let reason): "cannot start the program: \(reason)"
        case .ended(.status(127)):
            "the program ended with status 127, a shell's \"command not found\""
        case .ended(.status(let status)): "the program ended with status \(status), expected \(expectation)"
        case .ended(.signal(let signal)): "signal \(signal) ended the program, expected \(expectation)"
        case .failedAtEnd(.status(let status)):
            "at the end of its input the program ended with status \(status), expected 0"
        case .failedAtEnd(.signal(let signal)):
            "at the end of its input signal \(signal) ended the program, expected status 0"
        case .closed:
            "the program closed its standard input or output and did not end, expected \(expectation)"
        case .silent(let seconds):
            "found no answer within \(plainText(seconds)) s, expected one to \(question); --answer-within sets "
                + "how long to wait, and output must be flushed after each line"
        case .tooLong(let bytes):
            "found a line of more than \(bytes) bytes, expected an answer to \(question)"
        case .unasked(let text): "found \(Self.short(text)) unasked, expected one line for each question"
        case .wrong(let found, let expected):
            "found \(Self.short(found)), expected \(expected) as the answer to \(question); see docs/exec-policy.md"
        case .tooBusy(let acts, let seconds):
            "found \(acts) fetches and wakeups asked for in \(seconds) s of the trace, expected one a second at the "
                + "most, and \(ExecLimits.spareActs) more"
        case .cancelled: "interrupted"
        }
    }

    private var expectation: String { line == 0 || sent.isEmpty ? "it to go on" : "an answer to \(question)" }

    /// The hello line is long, and there is one only.
    private var question: String { sent.hasPrefix("{\"hello\"") ? "the hello line" : sent }

    private static func short(_ text: String) -> String {
        text.utf8.count > 120 ? quoted(String(text.prefix(100))) + "..." : quoted(text)
    }
}

/// Limits of a program: how much it may do, and for how long.
package enum ExecLimits {
    /// Bytes of an answer, at the most.
    package static let lineBytes = 1 << 16
    /// Fetches and wakeups that it may request beyond one in each second of the trace. Without a limit a program that
    /// wants to be woken every millisecond would keep a replay from ever ending.
    package static let spareActs = 10_000
    /// Seconds for which a program that was told the end may take to end.
    package static let farewellSeconds = 2.0
}
