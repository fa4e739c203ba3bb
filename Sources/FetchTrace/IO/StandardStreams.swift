import FetchFiles

/// Standard input, output and error, in whatever state a process finds them.
package enum StandardStreams {
    /// To be called first of all: sees to it that a stream which is closed is not mistaken for the first file that is
    /// opened, and that writing to a pipe without a reader is an error and not the end of the process.
    package static func prepare() {
        SystemCalls.occupyStandardDescriptors()
        SystemCalls.ignoreBrokenPipeSignal()
    }

    /// Writes to standard error what it takes. A failure cannot be reported anywhere.
    package static func say(_ text: String) {
        try? SystemCalls.write(2, Array(text.utf8))
    }
}
