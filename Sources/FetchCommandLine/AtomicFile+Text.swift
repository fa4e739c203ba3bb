import FetchTrace

extension AtomicFile {
    /// Writes all of a text and makes the file appear.
    ///
    /// A reader that goes away before its end has what it wanted: that is no error, and what a verb writes to
    /// other places is still written.
    package func deliver(_ text: String) throws(TraceError) {
        do { try write(Array(text.utf8)) } catch  where error.isBrokenPipe {}
        try commit()
    }
}
