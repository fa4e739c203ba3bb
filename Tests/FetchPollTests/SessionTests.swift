import FetchPoll
import FetchSched
import Testing

@Suite struct SessionTests {
    @Test func firstLineIsHello() {
        var talk = Talk(hello: nil)
        #expect(
            talk.ask(#"{"due":1}"#)
                == #"{"error":"found due, expected the first line {\"hello\":\"fetchsched-poll/1\",...}","byte":0}"#
        )
        #expect(talk.ask(#"{"hello":"fetchsched-poll/2","requestsPerDay":1}"#).contains("\"byte\":9"))
        #expect(talk.ask(#"{"hello":"fetchsched-poll/1"}"#).contains("no \\\"requestsPerDay\\\""))
        #expect(
            talk.ask(#"{"hello":"fetchsched-poll/1","requestsPerDay":24}"#)
                == #"{"hello":"fetchsched-poll/1","sources":0}"#)
        #expect(talk.ask(#"{"hello":"fetchsched-poll/1","requestsPerDay":24}"#).contains("no second hello"))
    }

    @Test func sourcesAreAWholeListThatIsCheckedBeforeAnythingChanges() {
        var talk = Talk()
        #expect(talk.ask(#"{"sources":["a","b","c"]}"#) == #"{"sources":3,"added":3,"removed":0}"#)
        #expect(talk.ask(#"{"sources":["c","d"]}"#) == #"{"sources":2,"added":1,"removed":2}"#)
        // The second is wrong, so the first is not added and nothing is removed.
        #expect(talk.ask(#"{"sources":["e",{"name":"f","weight":-1}]}"#).contains(#""byte":37"#))
        #expect(talk.ask(#"{"sources":["e","e"]}"#).contains("each source once"))
        #expect(talk.ask(#"{"sources":["c","d"]}"#) == #"{"sources":2,"added":0,"removed":0}"#)
        #expect(talk.ask(#"{"add":["e"]}"#) == #"{"sources":3,"added":1}"#)
        #expect(talk.ask(#"{"remove":["c","nobody"]}"#).contains("the name of a source"))
        #expect(talk.ask(#"{"remove":["c","c"]}"#) == #"{"sources":2,"removed":1}"#)
        #expect(talk.ask(#"{"read":"c"}"#).contains("the name of a source"))
    }

    @Test func sourcesOfAHostShareAGroup() {
        var talk = Talk(hello: #""requestsPerDay":100000,"spacing":3600"#)
        let names = ["https://a.example/1", "http://user@A.example:8080/2?x", "https://b.example/1", "plain"]
        _ = talk.ask(#"{"sources":[\#(names.map { #""\#($0)""# }.joined(separator: ","))]}"#)
        talk.now += 60_000
        // One of each host, and the one without a host.
        #expect(talk.due() == [names[0], names[2], names[3]])
        talk.now += 3_600_000 - 1000
        #expect(!talk.due().contains(names[1]))
        talk.now += 60_000
        #expect(talk.due().contains(names[1]))
    }

    @Test func limitsOfAGroupHold() {
        var talk = Talk(hello: #""requestsPerDay":100000"#)
        #expect(talk.ask(#"{"group":"g","atOnce":1}"#) == "{}")
        _ = talk.ask(
            #"{"sources":[{"name":"a","group":"g"},{"name":"b","group":"g"},{"name":"c","group":""}]}"#)
        talk.now += 600_000
        #expect(talk.due() == ["a", "c"])
        #expect(
            talk.ask(#"{"asked":"a","outcome":"new","changed":[1704067100000]}"#).hasPrefix(#"{"next":17"#))
        talk.now += 60_000
        #expect(talk.due() == ["b"])
    }

    @Test func everyWordAnswers() {
        var talk = Talk()
        #expect(talk.ask(#"{"idle":true}"#) == #"{"idle":"no-sources"}"#)
        _ = talk.ask(#"{"sources":["a"]}"#)
        #expect(talk.ask(#"{"idle":true}"#) == #"{"idle":null}"#)
        #expect(talk.ask(#"{"network":false}"#) == "{}")
        #expect(talk.ask(#"{"idle":true}"#) == #"{"idle":"no-network"}"#)
        #expect(talk.ask(#"{"network":true}"#) == "{}")
        #expect(talk.due() == ["a"])
        #expect(talk.ask(#"{"defer":"a","until":\#(talk.now + 60_000)}"#) == "{}")
        #expect(talk.ask(#"{"defer":"a","until":\#(talk.now + 60_000)}"#).contains("a source that due gave"))
        #expect(talk.ask(#"{"due":1}"#) == #"{"due":[],"next":\#(talk.now + 60_000)}"#)
        #expect(talk.ask(#"{"read":"a"}"#) == "{}")
        #expect(talk.ask(#"{"announce":"a"}"#) == "{}")
        #expect(talk.ask(#"{"explain":"a"}"#).hasPrefix(#"{"explain":"a at 2024-01-01T00:00:00.000Z: "#))
        #expect(talk.ask(#"{"save":true}"#).hasPrefix(#"{"saved":"#))
    }

    @Test func aTimeInTheLineCounts() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a"]}"#)
        #expect(
            talk.ask(#"{"explain":"a","now":1704153600000}"#).hasPrefix(
                #"{"explain":"a at 2024-01-02T00:00:00.000Z"#))
        // Seconds in their place would be a day in January 1970.
        #expect(talk.ask(#"{"due":1,"now":1704067200}"#).contains("not in seconds"))
    }

    @Test func saysWhatIsWrongAndWhere() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a"]}"#)
        #expect(
            talk.ask(#"{"asked":"a","outcome":"what"}"#)
                == #"{"error":"found \"what\", expected new, nothing, failed or gone","byte":23}"#)
        #expect(talk.ask(#"{"asked":"a","outcome":"new","maxage":60}"#).contains(#""byte":29"#))
        #expect(talk.ask(#"{"asked":"a"}"#).contains(#"found neither, expected \"outcome\" or \"status\""#))
        #expect(talk.ask(#"{"asked":"a","outcome":"new","status":200}"#).contains("both"))
        #expect(talk.ask(#"{"asked":"a","outcome":"new","new":false}"#).contains("without"))
        #expect(talk.ask(#"{"asked":"a","status":1000}"#).contains("a whole number from 0 to 999"))
        #expect(talk.ask(#"{"asked":"a","status":"20"}"#).contains("three digits"))
        #expect(talk.ask(#"{"what":1}"#).contains(#"found \"what\", expected one of the keys hello, "#))
        #expect(talk.ask(#"{}"#).contains("one of the keys"))
        #expect(talk.ask(#"{"due":1,"due":2}"#).contains("each key once"))
        #expect(talk.ask("").contains("the end of the line"))
        // The session goes on, and has learned nothing of that.
        #expect(talk.due() == ["a"])
    }

    @Test func parametersAreChecked() {
        var talk = Talk(hello: nil)
        let hello = #"{"hello":"fetchsched-poll/1","requestsPerDay":1,"parameters":"#
        #expect(talk.ask(hello + #"{"nonsense":1}}"#).contains("the name of a parameter"))
        #expect(talk.ask(hello + #"{"polling.ageJoules":-1}}"#).contains("a number between"))
        #expect(talk.ask(hello + #"{"polling.ageJoules":0.1}}"#).contains("hello"))
    }
}
