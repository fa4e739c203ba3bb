import CFetchSched
import FetchSchedC
import Testing

@Suite struct VersionTests {
    @Test func theLinkedLibraryIsTheHeaders() {
        #expect(String(cString: fetchsched_version()) == FETCHSCHED_VERSION)
        #expect(fetchsched_abi_version() == FETCHSCHED_ABI_VERSION)
    }
}
