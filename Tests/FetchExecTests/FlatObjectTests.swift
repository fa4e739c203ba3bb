import Testing

@testable import FetchExec

/// Answers are read strictly.
@Suite struct FlatObjectTests {
    private func read(_ text: String) -> FlatObject? { FlatObject(Array(text.utf8)) }

    @Test func whatAnAnswerMayBe() throws {
        let object = try #require(
            read(#" { "a" : -12.5e1 , "b":null,"c":true, "d":false,"e":"x\"\\\/\n\u00e9","f":0 } "# + "\r"))
        #expect(object["a"] == .number(-125))
        #expect(object["b"] == .null)
        #expect(object["c"] == .truth(true))
        #expect(object["d"] == .truth(false))
        #expect(object["e"] == .text("x\"\\/\né"))
        #expect(object["f"] == .number(0))
        #expect(object["g"] == nil)
        #expect(read("{}")?.fields.isEmpty == true)
    }

    @Test(
        arguments: [
            "", "{", "}", "[]", "null", "{} {}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#,
            #"{"a":1,"a":2}"#, #"{"a":01}"#, #"{"a":+1}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":1e}"#,
            #"{"a":1e999}"#, #"{"a":NaN}"#, #"{"a":nul}"#, #"{"a":[1]}"#, #"{"a":{}}"#, #"{"a":"x}"#,
            #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\ud800"}"#, "{\"a\":\"\u{1}\"}", #"{a:1}"#, #"{"a":-}"#,
        ])
    func whatItMayNotBe(text: String) {
        #expect(read(text) == nil)
    }

    @Test func noBytesAreTooStrange() {
        #expect(FlatObject([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == nil)
        let whole = Array(#"{"fetch":null,"wake":1704067200000,"radio":null}"#.utf8)
        for end in 0..<whole.count { #expect(FlatObject(Array(whole[..<end])) == nil) }
        for place in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[place] ^= 1 << bit
                _ = FlatObject(damaged)
            }
        }
    }
}
