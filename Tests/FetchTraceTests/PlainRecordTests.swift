import FetchSched
import FetchTrace
import Testing

/// Plain records are read in one pass, others field by field; what comes out must not show which way was taken.
///
/// In chunks of one byte no record is at hand whole when it is begun, so that none is taken as a plain one.
@Suite struct PlainRecordTests {
    private static let header = "time,device,event,app,value,bytes,seconds"

    /// All kinds of events with names that come again, in spellings of every sort.
    private static let lines = [
        "1704063600.000,d0,zone,,3600,,", "1704063600.000,d0,interval,app00,minimum,,",
        "1704063600,d0,interval,a name of many bytes,0900.50,,", "1704063600.25,d1,launch,app00,,,65.8",
        "1704063601,\"d,2\",launch,\"a \"\"b\"\"\",,12345678,3",
        "2024-01-01T00:00:02.5+01:00,d3,update,app00,,281870,",
        "1704063602.5,d1,radio,,heartbeat,9007199254740992,", "1704063602.5004,,radio,,user,0,",
        "1704063603.000,d1,location,app00,enter:home,,", "1704063603.000,d1,location,app00,enter:\"x\",,",
        "1704063604.000,d1,location,app00,\"exit:p,q\",,", "1704063604.000,d1,task,app00,begin:t1,,3.125",
        "1704063605.000,d1,transfer,app00,download+silent-finish,2807882,86400",
        "1704063606.000,d1,level,,0.28,,",
        "1704063607.000,d1,outage,,,,3048.0005", "1704063608.000,d1,quit,\"app00\",,,",
        "1704063609.000,d1,push,app00,silent,007,",
    ]

    private func agree(_ text: [UInt8], _ note: String) {
        let slow = read(text, .init(chunkSize: 1))
        #expect(read(text) == slow, "\(note)")
        #expect(read(text, .init(chunkSize: 97)) == slow, "\(note), in chunks")
    }

    /// The lines twice, so that the second time every name is known, and with later times.
    private func trace(eol: String = "\n", order: [Int] = Array(0..<7)) -> String {
        let valid = Self.lines.filter { !$0.contains("enter:\"") }
        func reordered(_ line: String) -> String {
            // A comma in quotes would need more than this.
            if line.contains("\"") { return "" }
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return order.map { String(fields[$0]) }.joined(separator: ",") + eol
        }
        let later = valid.map { line in
            line.hasPrefix("1704063") ? "1804063" + line.dropFirst(7) : "2034" + line.dropFirst(4)
        }
        if order == Array(0..<7) { return ([Self.header] + valid + later).map { $0 + eol }.joined() }
        return reordered(Self.header) + (valid + later).map(reordered).joined()
    }

    @Test(arguments: ["\n", "\r\n"])
    func columnsInEveryPlaceAreReadAlike(eol: String) {
        let whole = read(trace(eol: eol))
        #expect(whole.error == nil)
        #expect(whole.events.count == 2 * (Self.lines.count - 1))
        agree(Array(trace(eol: eol).utf8), "as written")
        for turn in 1..<7 {
            let order = (0..<7).map { ($0 + turn) % 7 }
            #expect(read(trace(eol: eol, order: order)).error == nil)
            agree(Array(trace(eol: eol, order: order).utf8), "order \(order)")
        }
    }

    @Test(arguments: [
        ("1,d0,quit\0,app00,,,", #"3:10: error: found a control character (byte 0x00), expected text"#),
        ("1,d0\0,quit,app00,,,", #"3:5: error: found a control character (byte 0x00), expected text"#),
        (
            "1,d0,quit,\"app00\"x,,,",
            "3:18: error: found text after a closing quote, expected a comma or the end of the line;"
                + " a quote inside a quoted field is written twice"
        ),
        (
            "1,d0,quit,a\"b,,,",
            "3:12: error: found a quote inside an unquoted field, expected the field in quotes;"
                + " write \"a \"\"b\"\"\" for a \"b\""
        ),
        ("1,d0,quit,x,y,,,", "3:17: error: found 8 fields, expected 7, as in the header"),
        ("1,d0,quit,app00", "3:11: error: found 4 fields, expected 7, as in the header"),
        ("1,d0,quit,,,,", "3:11: error: found no app, expected an app id (event \"quit\")"),
        (
            "0.5,d0,quit,app00,,,",
            "3:1: error: found time 0.500 after 1.000 on device \"d0\", expected times that do not decrease on a device;"
                + " use --sort to sort the trace by time"
        ),
    ])
    func nothingPassesThatTheOtherWayRefuses(line: String, expected: String) {
        // The names of the line are known, some of them only from quotes.
        let known = "1,d0,quit,app00,,,\n"
        let names = "1,d0,quit,\"a\"\"b\",,,\n1,d0,quit,\"x,y\",,,\n1,d0,quit,\"\"\"app00\"\"x\",,,\n"
        #expect(message(Self.header + "\n" + known + line + "\n") == "t.csv:" + expected)
        agree(Array((Self.header + "\n" + known + names + line + "\n" + known).utf8), line)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func damageIsSeenBothWaysAlike(block: UInt64) {
        let salt: [UInt8] = Array("\",\n\r\0-.:+eT0129é".utf8) + [0xFF, 0xC2, 0x80]
        for seed in block * 40..<block * 40 + 40 {
            var random = SplitMix64(seed: seed)
            var bytes = Array(trace(eol: seed % 3 == 0 ? "\r\n" : "\n").utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: bytes.insert(salt.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes[place] = salt.randomElement(using: &random) ?? 0
                default: bytes.remove(at: place)
                }
            }
            agree(bytes, "seed \(seed)")
        }
    }
}
