import Foundation

/// A feed reader on `FetchHost`: RSS and Atom over HTTP, from a server of this machine that has every trouble that servers
/// have. It runs on a test clock compared with fixed polling, in real time, and while it is killed again and again.

do {
    try await Command(Array(CommandLine.arguments.dropFirst())).run()
} catch let error as Usage {
    complain("feed-reader: \(error.problem); see feed-reader --help")
    exit(64)
} catch {
    complain("feed-reader: \(error)")
    exit(1)
}
