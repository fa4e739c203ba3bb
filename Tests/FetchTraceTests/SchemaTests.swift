import FetchSched
import FetchTrace
import Testing

/// One line per row of the format's table, as it must be and as it must not be.
@Suite struct SchemaTests {
    private static let bytes = "a whole number of bytes from 0 to 9007199254740992"
    private static let seconds = "a number of seconds from 0 to 32535216000, such as 12.5"

    @Test(arguments: [
        ("1,,zone,,-14400,,", EventValue.number(-14400)),
        ("1,,zone,,0,,", .number(0)),
        ("1,,interval,a,minimum,,", .word(0)),
        ("1,,interval,a,never,,", .word(1)),
        ("1,,interval,a,0.5,,", .number(0.5)),
        ("1,,launch,a,,,", .none),
        ("1,,launch,a,,12,3.5", .none),
        ("1,,update,a,,9007199254740992,", .none),
        ("1,,update,a,,,", .none),
        ("1,,outage,,,,60", .none),
        ("1,,outage,a,,,60", .none),
        ("1,,radio,,user,,", .word(0)),
        ("1,,radio,,heartbeat,100,", .word(1)),
        ("1,,radio,,other,100,", .word(2)),
        ("1,,network,,none,,", .word(0)),
        ("1,,network,,wifi,,", .word(1)),
        ("1,,network,,cellular,,", .word(2)),
        ("1,,power,,charging,,", .word(0)),
        ("1,,power,,battery,,", .word(1)),
        ("1,,level,,0,,", .number(0)),
        ("1,,level,,1,,", .number(1)),
        ("1,,level,,0.25,,", .number(0.25)),
        ("1,,saver,,on,,", .word(0)),
        ("1,,saver,,off,,", .word(1)),
        ("1,,refresh,,on,,", .word(0)),
        ("1,,refresh,a,off,,", .word(1)),
        ("1,,quit,a,,,", .none),
        ("1,,push,a,alert,,", .word(0)),
        ("1,,push,a,silent,100,", .word(1)),
        ("1,,location,a,significant,,", .word(0)),
        ("1,,location,a,enter:HOME,,", .named(word: 1, name: 0)),
        ("1,,location,a,exit:a:b,,", .named(word: 2, name: 0)),
        ("1,,task,a,begin:T1,,30", .named(word: 0, name: 0)),
        ("1,,task,a,end:T1,,", .named(word: 1, name: 0)),
        ("1,,transfer,a,download,10,", .transfer([])),
        ("1,,provenance,,synthetic: all of it,,", .named(word: 0, name: 0)),
        ("1,,transfer,a,upload,10,60", .transfer(.upload)),
        (
            "1,,transfer,a,download+silent-finish+discretionary,10,",
            .transfer([.discretionary, .silentFinish])
        ),
    ])
    func validLines(line: String, value: EventValue) {
        let reading = read("time,device,event,app,value,bytes,seconds\n" + line)
        #expect(reading.error == nil)
        #expect(reading.events.map(\.event.value) == [value])
        #expect(reading.events.first?.device == "0")
    }

    /// With the column, what is found there and what is expected.
    private static let invalid: [(String, Int, String, String)] = [
        ("1,,zone,a,0,,", 9, "app \"a\"", "nothing in this column"),
        ("1,,zone,,,,", 10, "no value", "a number from -86400 to 86400"),
        ("1,,zone,,86401,,", 10, "value \"86401\"", "a number from -86400 to 86400"),
        ("1,,interval,,never,,", 13, "no app", "an app id"),
        ("1,,interval,a,0,,", 15, "value \"0\"", "\"minimum\", \"never\" or seconds greater than 0"),
        ("1,,interval,a,1e3,,", 15, "value \"1e3\"", "\"minimum\", \"never\" or seconds greater than 0"),
        ("1,,launch,,,,", 11, "no app", "an app id"),
        ("1,,launch,a,x,,", 13, "value \"x\"", "nothing in this column"),
        ("1,,launch,a,,,-2", 15, "seconds \"-2\"", seconds), ("1,,outage,,,,", 14, "no seconds", seconds),
        ("1,,update,a,,,5", 15, "seconds \"5\"", "nothing in this column"),
        ("1,,update,a,,9007199254740993,", 14, "bytes \"9007199254740993\"", bytes),
        ("1,,update,a,,-1,", 14, "bytes \"-1\"", bytes), ("1,,transfer,a,upload,,", 22, "no bytes", bytes),
        ("1,,radio,,tower,,", 11, "value \"tower\"", "\"user\", \"heartbeat\" or \"other\""),
        ("1,,network,,WIFI,,", 13, "value \"WIFI\"", "\"none\", \"wifi\" or \"cellular\""),
        ("1,,power,,on,,", 11, "value \"on\"", "\"charging\" or \"battery\""),
        ("1,,level,,1.01,,", 11, "value \"1.01\"", "a number from 0 to 1"),
        ("1,,level,,nan,,", 11, "value \"nan\"", "a number from 0 to 1"),
        ("1,,saver,,yes,,", 11, "value \"yes\"", "\"on\" or \"off\""),
        ("1,,refresh,a,,,", 14, "no value", "\"on\" or \"off\""),
        ("1,,quit,a,,5,", 12, "bytes \"5\"", "nothing in this column"),
        ("1,,push,a,loud,,", 11, "value \"loud\"", #""alert", "silent", "very-low", "low" or "high""#),
        ("1,,location,a,enter:,,", 15, "value \"enter:\"", #""significant", "enter:NAME" or "exit:NAME""#),
        ("1,,task,a,begin,,", 11, "value \"begin\"", "\"begin:NAME\" or \"end:NAME\""),
        (
            "1,,transfer,a,download+fast,1,", 15, "value \"download+fast\"",
            #""download" or "upload", then any of "+discretionary", "+silent-finish""#
        ),
    ]

    @Test(arguments: invalid)
    func invalidLines(line: String, column: Int, found: String, expected: String) {
        let message = "t.csv:2:\(column): error: found \(found), expected \(expected)"
        // What a number must be does not depend on the event; whether there must be one does.
        let isAnyEvents = [Self.bytes, Self.seconds].contains(expected) && !found.hasPrefix("no ")
        let event = isAnyEvents ? "" : " (event \"\(line.split(separator: ",")[1])\")"
        #expect(lineMessage(line) == message + event)
    }

    @Test func aTransferFlagTwiceIsRefused() {
        for flags in ["+discretionary+discretionary", "+"] {
            #expect(
                lineMessage("1,,transfer,a,download\(flags),1,")
                    == "t.csv:2:15: error: found value \"download\(flags)\", expected \"download\" or \"upload\","
                    + " then any of \"+discretionary\", \"+silent-finish\" (event \"transfer\")")
        }
    }

    @Test func aColumnThatIsNotThereIsNamed() {
        #expect(
            message("time,event\n1,quit\n")
                == #"t.csv:2:3: error: found no column "app", expected an app id (event "quit")"#)
    }
}
