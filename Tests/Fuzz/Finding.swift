/// Ends the process with `message`, which is how the fuzzer learns that it found something.
func finding(_ message: String) -> Never { fatalError(message) }

/// Ends the process with `message` unless it is so.
func expect(_ isSo: Bool, _ message: @autoclosure () -> String) {
    if !isSo { finding(message()) }
}
