import FetchFiles

/// Standard input, output and error, in whatever state a process finds them.
package enum StandardStreams {
    /// To be called first of all: sees to it that a stream which is closed is not mistaken for the first file that is
    /// opened, and that writing to a pipe that nobody reads is an error and not the end of the process.
    package static func prepare() {
        SystemCalls.occupyStandardDescriptors()
        SystemCalls.ignoreBrokenPipeSignal()
    }

    /// Writes to standard error what it takes. There is nobody left to tell that it takes nothing.
    package static func say(_ text: String) {
        try? SystemCalls.write(2, Array(text.utf8))
    }
}
