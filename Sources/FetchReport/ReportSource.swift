/// Where figures come from: what a reader needs to get them again.
package struct ReportSource: Sendable {
    /// The command and its version, as in `fetchsched 0.1.0`.
    package var version: String
    /// The command line, with the options that figures depend on and without those of workers, files and shards.
    package var command: String

    package init(version: String, command: String) {
        self.version = version
        self.command = command
    }
}
