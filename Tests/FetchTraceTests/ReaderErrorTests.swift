import FetchSched
import FetchTrace
import Testing

/// The exact messages of everything that is wrong with a file as such.
@Suite struct ReaderErrorTests {
    private static let importing = "; 'fetchsched import' makes a trace of another log"
    private static let header = ", expected a header such as time,device,event,app,value,bytes,seconds"
    private static let notLast = ", expected an event, or the end of the file"
    private static let bareReturn =
        "2:9: error: found a carriage return without a line feed, expected lines that end in LF or CRLF"

    private static let wrong: [(String, String)] = [
        ("", "1:1: error: found an empty file" + header),
        ("\ntime,event\n", "1:1: error: found an empty line" + header),
        ("time,app\n", "1:1: error: found a header without a column \"event\"" + header + importing),
        (
            "time,event,colour\n",
            "1:12: error: found column \"colour\", expected \"time\", \"device\", \"event\", \"app\", \"value\","
                + " \"bytes\" or \"seconds\"; use --ignore-unknown to leave out other columns"
        ),
        ("time,event,time\n", #"1:12: error: found column "time" again, expected each column once"#),
        (
            "time;event;app\n1;launch;a\n",
            "1:1: error: found column \"time;event;app\", expected commas between columns, as in time,device,event,app,value,bytes,seconds"
                + importing
        ),
        ("time,event,app\n1,quit\n", "2:3: error: found 2 fields, expected 3, as in the header"),
        ("time,event,app\n1,quit,a,\n", "2:10: error: found 4 fields, expected 3, as in the header"),
        ("time,event,app\n\n1,quit,a\n", "2:1: error: found an empty line" + notLast),
        ("time,event,app\n1,quit,a\n\n\n", "3:1: error: found an empty line" + notLast),
        (
            "time,event,app\n1,quit,a\"b\n",
            "2:9: error: found a quote inside an unquoted field, expected the field in quotes;"
                + " write \"a \"\"b\"\"\" for a \"b\""
        ),
        (
            "time,event,app\n1,quit,\"a\"b\n",
            "2:11: error: found text after a closing quote, expected a comma or the end of the line;"
                + " a quote inside a quoted field is written twice"
        ),
        (
            "time,event,app\n1,quit,\"a\n\n",
            "2:8: error: found a quoted field that does not end, expected a closing quote"
        ),
        ("time,event,app\n1,quit,a\0\n", "2:9: error: found a control character (byte 0x00), expected text"),
        (
            "time,event,app\n1,quit,\"a\nb\u{1B}\"\n",
            "3:2: error: found a control character (byte 0x1B), expected text"
        ),
        (
            "time,event,app\n1,quit,é\u{85}\n",
            "2:10: error: found a control character (U+0085), expected text"
        ),
        ("time,event,app\n1,quit,a\rb\n", bareReturn), ("time,event,app\n1,quit,a\r", bareReturn),
        (
            "time,event,app\nsoon,quit,a\n",
            "2:1: error: found time \"soon\", expected seconds since 1970 such as 1364011200.000, or a date and time"
                + " such as 2013-03-23T04:00:00Z"
        ),
        (
            "time,event,app\n2016-02-24T12:00:00,quit,a\n",
            "2:1: error: found time \"2016-02-24T12:00:00\", expected an offset from UTC behind it,"
                + " such as Z or +01:00"
        ),
        (
            "event,app,time\nquit,a,1364011200000\n",
            "2:8: error: found time \"1364011200000\", expected a time from 1970 to 3000, in seconds"
                + " (not milliseconds)"
        ),
        (
            "time,event,app\n2,quit,a\n1.9995,quit,b\n1.5,quit,a\n",
            "4:1: error: found time 1.500 after 2.000 on device \"0\", expected times that do not decrease on a device;"
                + " use --sort to sort the trace by time"
        ),
        (
            "time,event,app\n1,quit,\"a\n\n\"\n2,\"quit\n\",a\n",
            "5:3: error: found event \"quit\\n\", expected \"zone\", \"interval\", \"launch\", \"update\","
                + " \"outage\", \"radio\", \"network\", \"power\", \"level\", \"saver\", \"refresh\", \"quit\", \"push\","
                + " \"location\", \"task\", \"transfer\", \"screen\", \"notification\","
                + " \"announces\", \"provenance\" or \"run\""
        ),
    ]

    @Test(arguments: wrong)
    func messages(text: String, expected: String) {
        let error = read(text).error
        #expect(error?.description == "t.csv:" + expected)
        #expect(error?.exitStatus == 65)
    }

    @Test(
        arguments: [
            ([0xFF], "0xFF"), ([0xC3, 0x41], "0xC3"), ([0xC0, 0x80], "0xC0"), ([0xED, 0xA0, 0x80], "0xED"),
            ([0xF4, 0x90, 0x80, 0x80], "0xF4"), ([0xE2, 0x82], "0xE2"), ([0xF0, 0x9F, 0x9A], "0xF0"),
            ([0x80], "0x80"),
        ] as [([UInt8], String)])
    func invalidUTF8(name: [UInt8], byte: String) {
        let bytes = Array("time,event,app\n1,quit,a".utf8) + name + Array("\n".utf8)
        #expect(
            read(bytes).error?.description
                == "t.csv:2:9: error: found invalid UTF-8 (byte \(byte)), expected text in UTF-8")
    }

    @Test func longLinesEndReadingEarly() {
        let text = "time,event,app\n1,quit," + String(repeating: "a", count: 10_000_000) + "\n"
        #expect(
            message(text)
                == "t.csv:2:1: error: found a line that is too long, expected at most 1048576 bytes in a line"
        )
        let open = "time,event,app\n1,quit,\"" + String(repeating: "1,quit,a\n", count: 200_000)
        #expect(
            message(open) == "t.csv:2:8: error: found a quoted field that does not end,"
                + " expected at most 1048576 bytes in a line")
    }

    @Test func theLimitIsExact() {
        let text = "time,event,app\n1,quit,mailmailmail\n"
        #expect(message(text, .init(maximumLineLength: 20)) == nil)
        #expect(
            message(text, .init(maximumLineLength: 19))
                == "t.csv:2:1: error: found a line that is too long, expected at most 19 bytes in a line")
        #expect(message(String(text.dropLast()), .init(maximumLineLength: 19)) == nil)
    }

    @Test func foundTextIsShortAndPrintable() {
        let long = String(repeating: "é", count: 41)
        let expected = "t.csv:2:3: error: found event \"" + String(repeating: "é", count: 40) + "…\""
        #expect(message("time,event,app\n1,\(long),a\n")?.hasPrefix(expected) == true)
        #expect(
            message("time,event,app\n1,\"say \"\"\u{202E}\"\"\",a\n")?
                .hasPrefix(#"t.csv:2:3: error: found event "say \"\u{202E}\"", expected "zone""#) == true)
    }

    @Test func anErrorStays() throws {
        var reader = try TraceReader(bytes: Array("time,event,app\n1,quit,a\nx,quit,a\n3,quit,a\n".utf8))
        _ = try reader.next()
        let first = #expect(throws: TraceError.self) { try reader.next() }
        let second = #expect(throws: TraceError.self) { try reader.next() }
        #expect(first == second)
        #expect(reader.eventCount == 1)
        #expect(reader.line == 3)
    }
}
