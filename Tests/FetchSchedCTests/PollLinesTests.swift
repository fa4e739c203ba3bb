import CFetchSched
import FetchSchedC
import Testing

/// The session in lines of JSON through C: what it answers is tested with its session.
@Suite struct PollLinesTests {
    private func ask(_ session: OpaquePointer?, _ line: String, at now: Int64 = 0) -> String? {
        var (answer, size): (UnsafePointer<CChar>?, Int) = (nil, 0)
        let bytes = Array(line.utf8).map { CChar(bitPattern: $0) }
        guard fetchsched_poll_ask(session, bytes, bytes.count, now, &answer, &size) == FETCHSCHED_OK,
            let answer
        else {
            return nil
        }
        let text = String(cString: answer)
        // A NUL is behind it, and none is in it.
        return text.utf8.count == size ? text : nil
    }

    @Test func aLineHasAnAnswer() {
        var session: OpaquePointer?
        #expect(fetchsched_poll_create(&session) == FETCHSCHED_OK)
        #expect(
            ask(session, #"{"hello":"fetchsched-poll/1","requestsPerDay":24}"#)
                == #"{"hello":"fetchsched-poll/1","sources":0}"#)
        #expect(ask(session, #"{"sources":["a\u0000b"]}"#) == #"{"sources":1,"added":1,"removed":0}"#)
        // The time of the call counts where the line has none.
        #expect(ask(session, #"{"due":1}"#, at: 1_704_067_200_000) == #"{"due":["a\u0000b"]}"#)
        #expect(ask(session, "\0")?.hasPrefix(#"{"error":"found byte 0x00"#) == true)
        #expect(ask(session, "")?.hasPrefix(#"{"error":"#) == true)
        fetchsched_poll_destroy(session)
        #expect(ask(session, "{}") == nil)
    }

    @Test func wrongArgumentsAreRefused() {
        var session: OpaquePointer?
        var (answer, size): (UnsafePointer<CChar>?, Int) = (nil, 0)
        #expect(Int(fetchsched_poll_create(nil)) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_poll_create(&session) == FETCHSCHED_OK)
        #expect(Int(fetchsched_poll_ask(session, nil, 1, 0, &answer, &size)) == FETCHSCHED_ERROR_NULL)
        #expect(Int(fetchsched_poll_ask(session, "{}", 2, 0, nil, &size)) == FETCHSCHED_ERROR_NULL)
        #expect(Int(fetchsched_poll_ask(session, "{}", 2, 0, &answer, nil)) == FETCHSCHED_ERROR_NULL)
        #expect(
            Int(fetchsched_poll_ask(session, "{}", -1, 0, &answer, &size)) == FETCHSCHED_ERROR_INVALID_VALUE)
        #expect(Int(fetchsched_poll_ask(nil, "{}", 2, 0, &answer, &size)) == FETCHSCHED_ERROR_NULL)
        // Each kind of handle is its own.
        #expect(Int(fetchsched_host_restarted(session, 0)) == FETCHSCHED_ERROR_INVALID_HANDLE)
        var engine: OpaquePointer?
        #expect(fetchsched_create(nil, 1, &engine) == FETCHSCHED_OK)
        #expect(
            Int(fetchsched_poll_ask(engine, "{}", 2, 0, &answer, &size)) == FETCHSCHED_ERROR_INVALID_HANDLE)
        fetchsched_poll_destroy(engine)
        #expect(fetchsched_host_restarted(engine, 0) == FETCHSCHED_OK)
        fetchsched_destroy(engine)
        fetchsched_poll_destroy(session)
        fetchsched_poll_destroy(session)
        fetchsched_poll_destroy(nil)
        #expect(
            Int(fetchsched_poll_ask(session, "{}", 2, 0, &answer, &size)) == FETCHSCHED_ERROR_INVALID_HANDLE)
    }
}
