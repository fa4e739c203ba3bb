import CFetchSched

/// A place of the host's for an answer, known not to be NULL.
///
/// Made before anything is done, so that a call without a place does nothing.
// Safe: the pointer is only written through, and is checked for NULL when the value is made.
@safe struct Answer<Value> {
    private let place: UnsafeMutablePointer<Value>

    init(_ place: UnsafeMutablePointer<Value>?) throws(Failure) {
        guard let place = unsafe place else { throw .null }
        unsafe self.place = unsafe place
    }

    /// Writes the answer. What was there before is plain data or nothing, and needs no end.
    func write(_ value: Value) { unsafe place.initialize(to: value) }
}

/// The host's struct, copied.
func given<Value>(_ place: UnsafePointer<Value>?) throws(Failure) -> Value {
    guard let place = unsafe place else { throw .null }
    return unsafe place.pointee
}

/// The host's bytes.
func given<Byte>(
    _ start: UnsafePointer<Byte>?, _ count: Int
) throws(Failure) -> UnsafeBufferPointer<Byte> {
    // A `size_t` beyond half of the memory is negative here.
    guard count >= 0 else { throw .invalidValue }
    guard unsafe start != nil || count == 0 else { throw .null }
    return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// The host's text, copied. It ends with NUL; what is not UTF-8 becomes replacement characters, which no name has.
func string(_ start: UnsafePointer<CChar>?) throws(Failure) -> String {
    guard let start = unsafe start else { throw .null }
    return unsafe String(cString: start)
}

/// The host's array to be filled.
func room<Element>(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int
) throws(Failure) -> UnsafeMutableBufferPointer<Element> {
    guard capacity >= 0 else { throw .invalidValue }
    guard unsafe start != nil || capacity == 0 else { throw .null }
    return unsafe UnsafeMutableBufferPointer(start: start, count: capacity)
}

/// Writes the size, and the bytes if there is room for all.
func write<Bytes: Collection>(
    _ bytes: Bytes, to room: UnsafeMutableBufferPointer<Bytes.Element>, size: Answer<Int>
) throws(Failure) {
    size.write(bytes.count)
    guard bytes.count <= room.count else { throw .bufferTooSmall }
    _ = unsafe room.update(fromContentsOf: bytes)
}

/// A constant text for C. It lives as long as the library, and the compiler ends it with NUL.
func constant(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// 1 or 0 as a truth.
func truth(_ value: Int64) throws(Failure) -> Bool {
    guard value == 0 || value == 1 else { throw .invalidValue }
    return value == 1
}

/// The count held to what 32 bits can say.
func narrow(_ count: Int) -> Int32 { Int32(clamping: count) }
func unsigned(_ count: Int) -> UInt32 { UInt32(clamping: count) }
