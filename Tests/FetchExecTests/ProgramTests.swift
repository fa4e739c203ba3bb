import FetchSched
import FetchSim
import FetchTrace
import Foundation
import Testing

@testable import FetchExec

/// Programs of every kind at the other end of real pipes: the shell's.
@Suite struct ProgramTests {
    private static let hello = #"read x; echo '{"hello":"fetchsched-exec/1"}'; "#

    /// Answers every question with that.
    private static func always(_ answer: String, end: String = "") -> String {
        hello + "while read x; do case $x in *ask*) echo '\(answer)';; esac; done; \(end)"
    }

    /// An app that is opened every hour for a day.
    private static func devices(_ count: Int = 1) -> [DeviceTrace] {
        var names = TraceNames()
        _ = names.apps.number(of: "mail")
        var events = [TraceEvent(time: .epoch, kind: .interval, app: 0, value: .word(0))]
        for hour in 1...24 {
            let time = FetchTime(seconds: Double(hour) * 3600)
            events.append(TraceEvent(time: time, kind: .launch, app: 0, duration: .seconds(25)))
        }
        return (0..<count).map { DeviceTrace(name: "d\($0)", events: events, names: names) }
    }

    private func bench(
        _ command: String, seconds: Double = 30, devices: [DeviceTrace] = Self.devices(), jobs: Int = 1
    ) async throws -> PolicyResult? {
        let family = PolicyFamily.exec(command, answerSeconds: seconds)
        let bench = Bench(
            trace: "t", devices: devices, policies: [PolicyChoice(family)], radios: [.lte], values: [20])
        return try await bench.run(jobs: jobs).first?.policies.first
    }

    private func failure(_ command: String, seconds: Double = 30) async -> ExecFailure? {
        do {
            _ = try await bench(command, seconds: seconds)
            Issue.record("it did not fail")
            return nil
        } catch {
            return error as? ExecFailure
        }
    }

    @Test func whatItAnswersIsDone() async throws {
        let idle = try #require(try await bench(Self.always(#"{"fetch":null,"wake":null,"radio":null}"#)))
        #expect(idle.fetchesPerDay == 0)
        #expect(idle.policy.hasPrefix("exec:read x"))
        #expect(idle.gainJoulesPerDay == 0)
    }

    @Test func eachDeviceHasAProcessOfItsOwn() async throws {
        // One that fetches at every tenth question that it is asked.
        let program =
            Self.hello
            + "n=0; while read x; do case $x in *'\"ask\"'*) n=$((n+1)); if [ $((n % 10)) = 0 ]; then "
            + #"echo '{"fetch":0}'; else echo '{"fetch":null,"wake":null}'; fi;; esac; done"#
        let one = try #require(try await bench(program))
        #expect((one.fetchesPerDay ?? 0) > 0)
        for jobs in [1, 3] {
            let four = try #require(try await bench(program, devices: Self.devices(4), jobs: jobs))
            #expect(four.fetchesPerDay == one.fetchesPerDay)
        }
    }

    @Test(
        arguments: [
            (always("garbage"), ExecFault.wrong(found: "garbage", expected: Answer.fetchExpected)),
            (always(#"{"fetch":1}"#), .wrong(found: #"{"fetch":1}"#, expected: "an app from 0 to 0")),
            (always(#"{"fetch":-1}"#), .wrong(found: #"{"fetch":-1}"#, expected: "an app from 0 to 0")),
            (
                always(#"{"fetch":null,"Wake":1}"#),
                .wrong(found: #"{"fetch":null,"Wake":1}"#, expected: Answer.fetchExpected)
            ),
            (always(#"{"fetch":null,"wake":0}"#), .tooBusy(acts: 0, seconds: 0)),
            ("exit 3", .ended(.status(3))), ("exit 0", .ended(.status(0))),
            ("kill -9 $$", .ended(.signal(9))), ("echo a; echo b; sleep 30", .unasked("b")),
            (hello + "exit 5", .ended(.status(5))), (hello + "echo more; sleep 30", .unasked("more")),
            (always(#"{"fetch":null,"wake":null}"#, end: "exit 4"), .failedAtEnd(.status(4))),
            (always(#"{"fetch":null,"wake":null}"#, end: "echo bye; sleep 30"), .unasked("bye")),
            ("head -c 300000 /dev/zero; sleep 30", .tooLong(ExecLimits.lineBytes)),
            ("/no/such/program", .ended(.status(127))),
        ])
    func whatItDoesWrongIsSaid(command: String, fault: ExecFault) async throws {
        let failure = try #require(await failure(command))
        #expect(failure.device == "d0")
        #expect(failure.policy == PolicyListText.item(of: command))
        switch (failure.fault, fault) {
        case (.tooBusy(let acts, let seconds), .tooBusy):
            #expect(acts > ExecLimits.spareActs + seconds)
        case (.wrong, .unasked):
            // Two lines that come one after the other are found out at either.
            #expect(failure.line < 10)
        default: #expect(failure.fault == fault)
        }
        #expect("\(failure)".contains("device \"d0\""))
    }

    /// Programs that never answer, whatever they do instead, and that no polite signal ends.
    @Test(
        arguments: [
            "sleep 60", "trap '' TERM INT HUP; while :; do :; done",
            hello + "trap '' TERM; sleep 60", "printf no-end-of-line; sleep 60", "cat > /dev/null",
        ])
    func silenceIsNotWaitedForForever(command: String) async throws {
        let failure = try #require(await failure(command, seconds: 0.2))
        #expect(failure.fault == .silent(0.2))
        #expect("\(failure)".contains("found no answer within 0.2 s"))
    }

    /// It closes its output or its input and goes on; a process that it started holds the pipe.
    @Test func closedPipes() async throws {
        let deaf = try #require(await failure("exec 0<&-; sleep 60", seconds: 0.2))
        #expect([.closed, .silent(0.2)].contains(deaf.fault), "before or after the first line is written")
        #expect(try #require(await failure("exec 1>&-; sleep 60")).fault == .closed)
        // Nor is one waited for that is over while a process of its own holds its output. If it was over before the
        // first line could be written, that is what is said.
        let over = try #require(await failure("sleep 60 & exit 7", seconds: 0.2))
        #expect([.ended(.status(7)), .silent(0.2)].contains(over.fault), "\(over.fault)")
    }

    /// What a program starts ends with it, also if it goes on after the end of its input.
    @Test func nothingIsLeftBehind() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("exec-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let program =
            "trap '' TERM HUP; sleep 300 & echo $! >> '\(file.path)'; echo $$ >> '\(file.path)'; "
            + Self.always(#"{"fetch":null,"wake":null,"radio":null}"#, end: "exec 1>&-; sleep 300")
        _ = try await bench(program)
        let numbers = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
            Int32($0)
        }
        #expect(numbers.count == 2)
        let deadline = Date().addingTimeInterval(20)
        while numbers.contains(where: isRunning), Date() < deadline { usleep(1000) }
        #expect(!numbers.contains(where: isRunning))
    }

    /// A process that was ended and that nobody asked about yet is none that runs.
    private func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return !stat.contains(") Z")
    }
}
