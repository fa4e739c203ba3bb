/// Where libFuzzer comes in, of every target: each is this file, what they share, and one that defines `fuzz(_:)`.
@_cdecl("LLVMFuzzerTestOneInput")
public func entry(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // The fuzzer's memory is copied at once, so that everything after is ordinary Swift.
    fuzz([UInt8](UnsafeBufferPointer(start: data, count: count)))
    return 0
}
