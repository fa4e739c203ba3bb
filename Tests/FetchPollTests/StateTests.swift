import FetchPoll
import FetchSched
import Testing

@Suite struct StateTests {
    /// A session that has lived for some days.
    private func lived() -> Talk {
        var talk = Talk(
            hello: #""requestsPerDay":400,"seed":3,"least":600,"parameters":{"polling.ageJoules":0.1}"#)
        _ = talk.ask(#"{"group":"g","spacing":5}"#)
        _ = talk.ask(
            #"{"sources":["https://a.example/ü","https://a.example/2",{"name":"c","group":"g","weight":2.3},"d","gone"]}"#
        )
        _ = talk.poll(hours: 30)
        _ = talk.ask(#"{"remove":["gone"]}"#)
        _ = talk.ask(#"{"add":["e"]}"#)
        return talk
    }

    @Test func aStateIsTheSessionAgain() throws {
        var talk = lived()
        var other = talk
        other.session = try PollSession(restoring: talk.session.state())
        #expect(other.session.state() == talk.session.state())
        // The options are in the state.
        #expect(
            other.ask(#"{"hello":"fetchsched-poll/1","resume":true}"#)
                == #"{"hello":"fetchsched-poll/1","sources":5}"#)
        #expect(other.poll(hours: 30) == talk.poll(hours: 30))
        #expect(other.session.state() == talk.session.state())
    }

    @Test func savedStateComesBackByHello() throws {
        var talk = lived()
        let answer = talk.ask(#"{"save":true}"#)
        let start = try #require(answer.range(of: #""state":""#)).upperBound
        let state = answer[start...].prefix { $0 != "\"" }
        var other = Talk(hello: nil)
        other.now = talk.now
        let hello = #"{"hello":"fetchsched-poll/1","resume":true,"state":"#
        #expect(other.ask(hello + #""\#(state.dropLast(4))"}"#).contains("error"))
        #expect(other.ask(hello + #""nonsense!"}"#).contains("in base64"))
        #expect(other.ask(hello + #""\#(state)"}"#) == #"{"hello":"fetchsched-poll/1","sources":5}"#)
        #expect(other.poll(hours: 10) == talk.poll(hours: 10))
    }

    @Test func aRestartEndsWhatWasUnderWayAndResumingDoesNot() throws {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a"]}"#)
        #expect(talk.due() == ["a"])
        let state = talk.session.state()
        for (hello, isUnderWay) in [(#""seed":1"#, false), (#""resume":true"#, true)] {
            var other = Talk(try PollSession(restoring: state), hello: hello)
            other.now += 1000
            #expect(other.ask(#"{"defer":"a","until":\#(other.now)}"#).contains("error") == !isUnderWay)
        }
    }

    @Test func everyDamageIsFound() throws {
        let state = lived().session.state()
        for count in stride(from: 0, to: state.count, by: 97) {
            #expect(throws: SnapshotError.self) { try PollSession(restoring: Array(state.prefix(count))) }
            var damaged = state
            damaged[count] ^= 0x10
            #expect(throws: SnapshotError.self) { try PollSession(restoring: damaged) }
        }
    }

    /// Right checksums around a wrong book: names that are there twice, numbers of no source or group.
    @Test func forgedBooksAreRefused() throws {
        let state = lived().session.state()
        let book = String(decoding: try #require(try SnapshotAttachment.read(from: state)), as: UTF8.self)
        for (old, new) in [
            (#"["d","#, #"["c","#), (#"["d",3,"#, #"["d",2,"#), (#"["d",3,"#, #"["d",99,"#),
            (#"["g",0,"#, #"["g",7,"#),
            (#"["g",0,"#, #"["g",-1,"#), (#""seed":3"#, #""seed":x"#),
            (#""poll":1,"#, #""poll":1,"more":2,"#),
            (#"["d",3,"#, #"["d","#),
        ] {
            #expect(book.contains(old), "\(old) in \(book)")
            let forged = Array(book.replacing(old, with: new).utf8)
            #expect(throws: SnapshotError.self, "\(new)") {
                try PollSession(restoring: try SnapshotAttachment.attach(forged, to: state))
            }
        }
        // A snapshot of an engine alone is no poller's.
        #expect(throws: SnapshotError.self) { try PollSession(restoring: FetchEngine().snapshot()) }
    }
}
