import ArgumentParser
import FetchExec
import FetchTrace
import FetchTune
import Foundation

/// An error that ends the command: a message for standard error and an exit status (those of `sysexits.h`).
struct Failure: Error {
    var status: Int32
    var message: String

    init(status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Runs `body`; on an error says what is wrong and ends with the right status.
    static func reporting<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as TraceError {
            if error.isBrokenPipe { throw ExitCode.success }
            Terminal.say("\(error)")
            throw ExitCode(error.exitStatus)
        } catch let error as StudyError {
            Terminal.say("\(error)")
            throw ExitCode(65)
        } catch let error as ExecFailure {
            Terminal.say(error.description)
            throw ExitCode(69)
        } catch let error as Failure {
            Terminal.say(error.message)
            throw ExitCode(error.status)
        }
    }
}
