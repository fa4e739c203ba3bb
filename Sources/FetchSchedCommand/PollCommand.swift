import ArgumentParser
import FetchFiles
import FetchCommandLine
import FetchPoll
import FetchTrace
import Foundation
import Synchronization

struct PollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Decide which sources to ask when: a poller for programs in any language.",
        discussion: """
            Without a step, it answers lines of JSON on standard input, one line for each, until the input ends \
            (docs/poll-lines.md). A step is for programs that cron starts: it reads the state, does one thing, saves the state \
            and ends.

            sources: sets all sources: a name a line, or an object as in the line 'sources'. Those that are missing go.
            due COUNT: prints the names to ask now, one a line, COUNT at the most.
            asked: takes lines of JSON, as results are: {"asked":NAME,"status":200,"headers":{...}}. Errors go to standard error.

            EXAMPLES
              fetchsched poll --state poller.state
              echo '{"hello":"fetchsched-poll/1","requestsPerDay":1200}' | fetchsched poll
              fetchsched poll --state poller.state --requests 1200 sources < urls.txt
              fetchsched poll --state poller.state due 50
              fetchsched poll --state poller.state asked < results

            EXIT STATUS
              0 done; 64 wrong usage; 65 a line of a step was refused, or the state is damaged; 66 the state cannot be read; \
            73 it cannot be written; 75 another process has it (a step waits a minute for that).
            """)

    enum Step: String, ExpressibleByArgument, CaseIterable {
        case sources, due, asked
    }

    @Option(
        help: ArgumentHelp(
            "The state's file, made if there is none. Without it, nothing is kept.", valueName: "file"),
        completion: .file())
    var state: String?

    @Option(
        help: ArgumentHelp(
            "With a step: requests a day, of all sources together (default: as in the state).",
            valueName: "number"))
    var requests: Double?

    @Argument(help: "The step: sources, due or asked.")
    var step: Step?

    @Argument(help: "With due: how many sources, at the most.")
    var count: Int?

    func validate() throws {
        if (step == .due) != (count != nil) {
            throw ValidationError(
                "found \(count.map { "\($0)" } ?? "no count"), expected a count with 'due' and nowhere else.")
        }
        if let count, !(0...1_000_000 ~= count) {
            throw ValidationError("found the count \(count), expected 0 to 1000000.")
        }
        if step != nil, state == nil {
            throw ValidationError("found no --state, expected one with '\(step?.rawValue ?? "")'.")
        }
        if step == nil, requests != nil {
            throw ValidationError(
                "found --requests without a step, expected \"requestsPerDay\" in the first line.")
        }
        if let requests, !(0...1e12 ~= requests) {
            throw ValidationError("found --requests \(requests), expected 0 to 1e12.")
        }
    }

    func run() async throws {
        try await Failure.reporting {
            guard let step else { return try await PollServer(state: state).run() }
            try await Interruption.ending {
                try PollStep(state: state, requests: requests).run(step, count: count ?? 0)
            }
        }
    }
}

/// Lines on standard input, answers on standard output.
private final class PollServer: Sendable {
    private let keeper: Mutex<PollKeeper>

    init(state: String?) throws(Failure) { keeper = Mutex(try PollKeeper(state: state)) }

    func run() async throws {
        // A polite signal comes between two lines, and saves the state before the process ends.
        try await Interruption.handling({ _ in self.end() }, in: answerLines)
    }

    private func answerLines() throws {
        var lines = PollLineReader()
        do {
            while let line = try lines.next() {
                let answer = keeper.withLock { keeper in
                    let answer = keeper.answer(line)
                    keeper.saveNowAndThen()
                    return answer
                }
                try SystemCalls.write(1, answer + [UInt8(ascii: "\n")])
            }
        } catch {
            // The reader of the answers is gone, or the input cannot be read: what was learned is saved all the same.
        }
        try keeper.withLock { keeper in try keeper.save() }
    }

    private func end() {
        keeper.withLock { keeper in
            do throws(Failure) { try keeper.save() } catch {
                StandardStreams.say(printable(error.message + "\n"))
                _exit(error.status)
            }
            _exit(130)
        }
    }
}

/// One step of a program that cron starts.
private struct PollStep: ~Copyable {
    private let path: String?
    private let requests: Double?

    init(state path: String?, requests: Double?) {
        self.path = path
        self.requests = requests
    }

    func run(_ step: PollCommand.Step, count: Int) throws {
        // The input first: the process that writes it may have the state until it ends.
        var input: [[UInt8]] = []
        if step != .due {
            var lines = PollLineReader()
            while let line = try lines.next() { input.append(line) }
        }
        var keeper = try PollKeeper(state: path, patience: 60)
        let requests = requests.map { ",\"requestsPerDay\":\($0)" } ?? ""
        let hello = "{\"hello\":\"\(PollSession.version)\",\"resume\":true\(requests)}"
        let answer = PollReply(keeper.answer(Array(hello.utf8)))
        if let error = answer.error {
            throw Failure(status: 64, "error: \(error.text); see --requests")
        }
        switch step {
        case .sources: try set(sources: input, &keeper)
        case .asked: try tell(input, &keeper)
        case .due:
            let due = PollReply(keeper.answer(Array("{\"due\":\(count)}".utf8))).due
            // Saved first: a name that is printed is under way.
            if !due.isEmpty { try keeper.save() }
            try SystemCalls.write(1, due.flatMap { $0 + [UInt8(ascii: "\n")] })
        }
    }

    private func set(sources lines: [[UInt8]], _ keeper: inout PollKeeper) throws(Failure) {
        var (line, starts) = (Array("{\"sources\":[".utf8), [(byte: Int, line: Int)]())
        for (number, source) in lines.enumerated() {
            let text = source.last == UInt8(ascii: "\r") ? source.dropLast() : source[...]
            if text.isEmpty { continue }
            if !starts.isEmpty { line.append(UInt8(ascii: ",")) }
            starts.append((line.count, number + 1))
            if text.first == UInt8(ascii: "{") {
                line += text
            } else {
                PollReply.quote(text, to: &line)
            }
        }
        line += Array("]}".utf8)
        if let error = PollReply(keeper.answer(line)).error {
            let number = starts.last { $0.byte <= error.byte }?.line ?? 1
            throw Failure(status: 65, "<stdin>:\(number): error: \(error.text)")
        }
        try keeper.save()
    }

    private func tell(_ lines: [[UInt8]], _ keeper: inout PollKeeper) throws {
        var isWrong = false
        for (number, line) in lines.enumerated() where !line.isEmpty {
            guard let error = PollReply(keeper.answer(line)).error else { continue }
            isWrong = true
            StandardStreams.say(printable("<stdin>:\(number + 1):\(error.byte + 1): error: \(error.text)\n"))
        }
        try keeper.save()
        if isWrong { throw ExitCode(65) }
    }
}
