import ArgumentParser
import FetchTrace
import Foundation

/// An error that ends the command: a message for standard error and an exit status (those of `sysexits.h`).
package struct Failure: Error {
    package var status: Int32
    package var message: String

    package init(status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Runs `body`; on an error says what is wrong and ends with the right status.
    package static func reporting<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as any ReportedError {
            if let error = error as? TraceError, error.isBrokenPipe { throw ExitCode.success }
            Terminal.say(printable(error.description))
            throw ExitCode(error.exitStatus)
        } catch let error as Failure {
            Terminal.say(printable(error.message))
            throw ExitCode(error.status)
        }
    }
}
