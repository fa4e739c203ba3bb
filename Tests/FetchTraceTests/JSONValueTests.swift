import Testing

@testable import FetchTrace

/// JSON is read strictly, and every fault has its place.
@Suite struct JSONValueTests {
    private func read(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test func whatThereMayBe() throws {
        let value = try read(
            #" { "a" : -12.5e1 , "b":null,"c":true, "d":[1, "x"],"e":"x\"\\\/\n\u00e9\ud83d\udeb2","f":0 } "#
                + "\r")
        #expect(try value.field("a").amount() == -125)
        #expect(try value.optionalField("b") == nil)
        #expect(try value.field("c").truth())
        let list = try value.field("d").list(count: 2)
        #expect(try list[0].count() == 1 && list[1].text() == "x")
        #expect(list[1].offset == 46)
        #expect(try value.field("e").text() == "x\"\\/\n\u{E9}\u{1F6B2}")
        #expect(try value.field("f").count() == 0)
        #expect(try read("{}").members().isEmpty)
        #expect(try read("123456789012345678").count(atMost: .max) == 123_456_789_012_345_678)
    }

    /// With the byte at which it is found.
    @Test(arguments: [
        ("", 0), ("{", 1), ("}", 0), ("{} {}", 3), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7),
        (#"{"a":1 "b":2}"#, 7), (#"{"a":1,"a":2}"#, 7), (#"{"a":01}"#, 5), (#"{"a":+1}"#, 5),
        (#"{"a":1.}"#, 5),
        (#"{"a":.5}"#, 5), (#"{"a":1e}"#, 5), (#"{"a":1e999}"#, 5), (#"{"a":NaN}"#, 5), (#"{"a":nul}"#, 8),
        (#"{"a":"x}"#, 8), (#"{"a":"\x"}"#, 6), (#"{"a":"\u12"}"#, 6), (#""\u+041""#, 1), (#""\u-041""#, 1),
        (#""\ud800""#, 1), (#""\ud800\u0041""#, 1), (#""\udc00""#, 1), ("\"\u{1}\"", 1), ("{a:1}", 1),
        ("-", 1), ("[1,]", 3), ("[1 2]", 3), ("1-1", 1), ("--1", 0),
    ]) func whatThereMayNotBe(text: String, offset: Int) {
        let problem = #expect(throws: RecordProblem.self) { try read(text) }
        #expect(problem?.offset == offset)
    }

    @Test func noBytesAreTooStrange() {
        #expect(throws: RecordProblem.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: RecordProblem.self) { try read(String(repeating: "[", count: 200_000)) }
        let whole = Array(#"{"fetch":null,"wake":1704067200000,"radio":"a\u00e9"}"#.utf8)
        for end in 0..<whole.count {
            let problem = #expect(throws: RecordProblem.self) { try JSONValue(parsing: Array(whole[..<end])) }
            #expect(problem?.offset == end)
        }
        for place in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[place] ^= 1 << bit
                _ = try? JSONValue(parsing: damaged)
            }
        }
    }

    @Test func whatIsWrittenReadsBack() throws {
        let text = "a\"\\\n\t\r\u{1}\u{E9}"
        for number in [0, -0.0, 0.1, 1.0 / 3, 1e300, 123_456_789, -5e-308] {
            let json = JSON.object([("n", .shortest(number)), ("t", .text(text)), ("x", .shortest(.nan))])
                .text
            let value = try read(json)
            #expect(try value.field("n").number?.bitPattern == number.bitPattern, "\(json)")
            #expect(try value.field("t").text() == text)
            #expect(try value.optionalField("x") == nil)
        }
    }
}
