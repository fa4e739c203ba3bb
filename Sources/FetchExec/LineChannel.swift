/// Where questions go and answers come from.
package protocol LineChannel: Sendable {
    /// Sends lines, of which the last one is a question, and waits for its answer.
    ///
    /// - Returns: the line that came, without its end.
    mutating func exchange(_ lines: [UInt8]) throws(ExecFault) -> [UInt8]
    /// Sends the last lines, which have no question, and closes.
    mutating func finish(_ lines: [UInt8]) throws(ExecFault)
    /// Closes at once. To be called when either of the others has thrown; more than once does no harm.
    mutating func abandon()
}
