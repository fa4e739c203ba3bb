import FetchPoll
import FetchSched
import Foundation
import Testing

@testable import FetchPoll

/// Days on which a session could fail: each is played.
@Suite struct BadDayTests {
    @Test func theClockIsSetBack() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a","b"]}"#)
        _ = talk.poll(hours: 48)
        talk.now -= 40 * 3_600_000
        let after = talk.poll(hours: 30)
        #expect(after.contains("a") && after.contains("b"))
    }

    @Test func aDayOfSleep() {
        var talk = Talk(hello: #""requestsPerDay":24"#)
        let names = (0..<50).map { "\"s\($0)\"" }.joined(separator: ",")
        _ = talk.ask(#"{"sources":[\#(names)]}"#)
        _ = talk.poll(hours: 24 * 5)
        talk.now += 3 * 86_400_000
        // Three days are not made up for.
        #expect(talk.poll(hours: 24).count < 24 * 3)
    }

    @Test func aHundredThousandSources() throws {
        var talk = Talk(hello: #""requestsPerDay":1000000"#)
        let names = (0..<100_000).map { #""https://h\#($0 % 5000).example/\#($0)""# }
        #expect(
            talk.ask("{\"sources\":[" + names.joined(separator: ",") + "]}")
                == #"{"sources":100000,"added":100000,"removed":0}"#)
        talk.now += 3_600_000
        let due = talk.due(500)
        #expect(due.count == 500 && Set(due).count == 500)
        for name in due { #expect(talk.ask(#"{"asked":"\#(name)","status":304}"#).hasPrefix("{\"next\":")) }
        let restored = try PollSession(restoring: talk.session.state())
        #expect(restored.state() == talk.session.state())
        // Some of them go, and come again. (Each that goes takes the engine as long as all are.)
        #expect(
            talk.ask("{\"sources\":[" + names.prefix(99_000).joined(separator: ",") + "]}")
                == #"{"sources":99000,"added":0,"removed":1000}"#)
        #expect(
            talk.ask("{\"add\":[" + names.suffix(1000).joined(separator: ",") + "]}").contains("100000"))
        #expect(talk.ask(#"{"remove":["https://h9.example/9"]}"#).contains("99999"))
    }

    @Test func linesOfTenMegabytes() {
        var talk = Talk()
        let long = String(repeating: "x", count: 10_000_000)
        #expect(talk.ask(#"{"sources":["\#(long)"]}"#) == #"{"sources":1,"added":1,"removed":0}"#)
        #expect(talk.due() == [long])
        #expect(talk.ask(#"{"asked":"\#(long)","outcome":"nothing"}"#).hasPrefix(#"{"next":"#))
        #expect(talk.ask(long).utf8.count < 300)
        #expect(talk.ask(#"{"read":"y\#(long)"}"#).utf8.count < 300)
        #expect(
            talk.ask(#"{"sources":[\#(String(repeating: "1,", count: 5_000_000))1]}"#).contains(#""byte":12"#)
        )
        #expect(talk.ask(String(repeating: "[", count: 10_000_000)).contains("fewer values in values"))
    }

    @Test(arguments: [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xC3],
        [0xF5, 0x80], [0x80],
    ])
    func bytesThatAreNotUTF8(_ bytes: [UInt8]) {
        var talk = Talk()
        let answer = talk.ask(Array(#"{"sources":["a"#.utf8) + bytes + Array(#""]}"#.utf8))
        #expect(answer.contains("a text in UTF-8") && answer.contains(#""byte":14"#))
        // An answer is UTF-8, whatever the line was.
        #expect(talk.ask(bytes).contains("error"))
    }

    @Test func namesMayHaveAnyCharacter() {
        var talk = Talk()
        let names = ["é", "日本", "👩‍👩‍👧", "a\\\"b", "\\u0000\\n", "\\ud83d\\ude00", "", " ", "e\\u0301"]
        #expect(
            talk.ask(#"{"sources":[\#(names.map { "\"\($0)\"" }.joined(separator: ","))]}"#).hasPrefix(
                #"{"sources":9,"#))
        talk.now += 600_000
        // Texts are compared by their bytes: é and e with an accent are two.
        let answer = talk.ask(#"{"due":100}"#)
        let decoded = (try? JSONSerialization.jsonObject(with: Data(answer.utf8))) as? [String: Any]
        #expect((decoded?["due"] as? [String])?.count == 9)
        #expect(talk.ask(#"{"read":"\ud83d\ude00"}"#) == "{}")
        #expect(talk.ask(#"{"read":"😀"}"#) == "{}")
        #expect(talk.ask(#"{"read":"\ud83d"}"#).contains("both halves"))
    }

    @Test(arguments: [
        "1e400", "-1e400", "99999999999999999999999999", "18446744073709551616", "9223372036854775808",
        "1e-400", "0.1e1000000000000",
        "1" + String(repeating: "0", count: 5000),
    ])
    func numbersBeyondSixtyFourBits(_ number: String) {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a"]}"#)
        for line in [
            #"{"due":\#(number)}"#, #"{"asked":"a","outcome":"new","changed":[\#(number)]}"#,
            #"{"asked":"a","outcome":"failed","retryAfter":\#(number)}"#,
            #"{"asked":"a","status":\#(number)}"#,
            #"{"idle":true,"now":\#(number)}"#,
            #"{"add":[{"name":"b","least":\#(number),"weight":\#(number)}]}"#,
        ] {
            #expect(talk.ask(line).first == "{")
        }
        #expect(talk.ask(#"{"due":1}"#).hasPrefix(#"{"due":["#))
    }

    @Test func theTimeGoesBackAndForthBetweenLines() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a","b","c"]}"#)
        for now in ["0", "-9e15", "9e15", "1704067200000", "1", "8.9e15", "1704067200000"] {
            #expect(talk.ask(#"{"due":2,"now":\#(now)}"#).hasPrefix(#"{"due":["#))
            #expect(
                talk.ask(#"{"asked":"a","outcome":"new","changed":[1,9e15,\#(now)],"now":\#(now)}"#)
                    .hasPrefix(#"{"next":"#))
            #expect(talk.ask(#"{"explain":"b","now":\#(now)}"#).hasPrefix(#"{"explain":"#))
        }
    }

    @Test func oneThatWasRemovedWhileItWasAskedIsRefused() {
        var talk = Talk()
        _ = talk.ask(#"{"sources":["a","b"]}"#)
        talk.now += 60_000
        #expect(talk.due() == ["a", "b"])
        _ = talk.ask(#"{"sources":["b","c"]}"#)
        #expect(talk.ask(#"{"asked":"a","outcome":"new"}"#).contains("the name of a source"))
        // Nothing keeps the poller busy for what is gone.
        talk.now += 600_000
        _ = talk.due()
        for name in ["b", "c"] { _ = talk.ask(#"{"asked":"\#(name)","outcome":"nothing"}"#) }
        let next = talk.ask(#"{"due":1}"#)
        #expect(!next.contains("\"next\":\(talk.now)"))
    }

    /// Numbers of any text: the nearest double, or the one beside it.
    @Test func decimalsAreRead() {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        print("seed \(seed)")
        var generator = Seeded(state: seed)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let read = PollDecimal(Array("\(value)".utf8)[...]).value
            let isNear =
                value.magnitude < 1e-290
                ? (read - value).magnitude <= 1e-290 : (read - value).magnitude <= value.magnitude * 1e-14
            #expect(isNear, "\(value) is read as \(read)")
        }
        for value: Int64 in [0, 1, -1, .max, -.max, .min, 1_704_067_200_000] {
            #expect(PollDecimal(Array("\(value)".utf8)[...]).whole == value)
        }
    }

    @Test func base64IsThatOfFoundation() {
        for count in 0..<50 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let text = Data(bytes).base64EncodedString()
            #expect(PollBase64.text(bytes) == Array(text.utf8))
            #expect(PollBase64.bytes(Array(text.utf8)) == bytes)
        }
        for text in ["A", "AAA", "====", "A===", "AA=A", "AA\n=", "AAAA=AAA", "é==="] {
            #expect(PollBase64.bytes(Array(text.utf8)) == nil, "\(text)")
        }
    }
}

/// Numbers from a seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
