import CFetchSched
import FetchSchedC
import Testing

@Suite struct StatusTests {
    @Test func theLinkedLibraryIsTheHeaders() {
        #expect(String(cString: fetchsched_version()) == FETCHSCHED_VERSION)
        #expect(fetchsched_abi_version() == FETCHSCHED_ABI_VERSION)
    }

    @Test func eachStatusHasItsText() {
        let statuses = FETCHSCHED_ERROR_HANDLE_IN_USE...FETCHSCHED_OK
        let texts = Set(statuses.map { String(cString: fetchsched_status_text(status($0))) })
        #expect(texts.count == statuses.count)
        #expect(!texts.contains(""))
        for unknown in [Int32.min, Int32(FETCHSCHED_ERROR_HANDLE_IN_USE) - 1, 1, .max] {
            #expect(String(cString: fetchsched_status_text(unknown)) == "no status of this library")
        }
    }
}
