import ArgumentParser
import Dispatch
import FetchExec
import FetchTrace
import Foundation

/// Ctrl-C, the polite kill signal and the end of the terminal: the first one ends the process at once, and takes along what was written in part.
package enum Interruption {
    /// Runs `body`, and ends the process with status 130 if SIGINT, SIGTERM or SIGHUP comes before its end.
    ///
    /// The work is not told to end: it may wait for input that never comes, or be far from its next pause. Nothing is
    /// lost by that, as files appear whole or not at all, and a study keeps each measurement when it is made.
    package static func ending<T>(_ body: () async throws -> T) async throws -> T {
        try await handling(
            { number in
                // Should that take long, a second signal is the system's.
                signal(number, SIG_DFL)
                end()
            }, in: body)
    }

    /// Runs `body`, and calls `handler` on a thread of its own with each SIGINT, SIGTERM or SIGHUP that comes before its end.
    ///
    /// A signal that is ignored when it is called stays so: a parent such as `nohup` wants the process to go on.
    package static func handling<T>(
        _ handler: @escaping @Sendable (_ signal: Int32) -> Void, in body: () async throws -> T
    ) async throws -> T {
        // A queue with a thread of its own: the others may all be at work.
        let queue = DispatchQueue(label: "signals")
        // The signals are caught before the work starts, so that none finds it unprepared.
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handler(number) }
            sources.append(source)
            // Registration happens on a thread of its own; a signal before it would be lost.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
        }
        defer {
            // Programs that the handler ends make the work fail. The process ends as interrupted then, not as failed:
            // a handler that has started does not return.
            queue.sync {}
            for source in sources { source.cancel() }
        }
        return try await body()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        // Handlers cannot be compared, but their addresses can; that of "ignored" is 1 everywhere.
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    private static func end() -> Never {
        ProgramGroups.killAll()
        TemporaryFiles.removeAll {
            // A progress bar may stand there.
            Terminal.say((Terminal.errorIsTerminal ? "\r\u{1B}[K" : "") + "interrupted")
            // Not `exit`: its handlers would run while the work goes on.
            _exit(130)
        }
    }
}

/// A verb of a command: what goes wrong is said with the right status, and a signal ends it.
package protocol Verb: AsyncParsableCommand {
    func perform() async throws
}

extension Verb {
    package func run() async throws {
        try await Failure.reporting { try await Interruption.ending { try await perform() } }
    }
}
