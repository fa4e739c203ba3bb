import FetchSched
import FetchTrace
import Testing

/// One line per row of the format's table, as it must be and as it must not be.
@Suite struct SchemaTests {
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

    @Test(arguments: [
        ("1,,zone,a,0,,", #"9: found app "a", expected nothing in this column (event "zone")"#),
        ("1,,zone,,,,", #"10: found no value, expected a number from -86400 to 86400 (event "zone")"#),
        (
            "1,,zone,,86401,,",
            #"10: found value "86401", expected a number from -86400 to 86400 (event "zone")"#
        ),
        ("1,,interval,,never,,", #"13: found no app, expected an app id (event "interval")"#),
        (
            "1,,interval,a,0,,",
            #"15: found value "0", expected "minimum", "never" or seconds greater than 0 (event "interval")"#
        ),
        (
            "1,,interval,a,1e3,,",
            #"15: found value "1e3", expected "minimum", "never" or seconds greater than 0 (event "interval")"#
        ),
        ("1,,launch,,,,", #"11: found no app, expected an app id (event "launch")"#),
        ("1,,launch,a,x,,", #"13: found value "x", expected nothing in this column (event "launch")"#),
        ("1,,update,a,,,5", #"15: found seconds "5", expected nothing in this column (event "update")"#),
        (
            "1,,outage,,,,",
            "14: found no seconds, expected a number of seconds from 0 to 32535216000, such as 12.5"
                + " (event \"outage\")"
        ),
        (
            "1,,radio,,tower,,",
            #"11: found value "tower", expected "user", "heartbeat" or "other" (event "radio")"#
        ),
        (
            "1,,network,,WIFI,,",
            #"13: found value "WIFI", expected "none", "wifi" or "cellular" (event "network")"#
        ),
        ("1,,power,,on,,", #"11: found value "on", expected "charging" or "battery" (event "power")"#),
        ("1,,level,,1.01,,", #"11: found value "1.01", expected a number from 0 to 1 (event "level")"#),
        ("1,,level,,nan,,", #"11: found value "nan", expected a number from 0 to 1 (event "level")"#),
        ("1,,saver,,yes,,", #"11: found value "yes", expected "on" or "off" (event "saver")"#),
        ("1,,refresh,a,,,", #"14: found no value, expected "on" or "off" (event "refresh")"#),
        ("1,,quit,a,,5,", #"12: found bytes "5", expected nothing in this column (event "quit")"#),
        (
            "1,,push,a,loud,,",
            #"11: found value "loud", expected "alert", "silent", "very-low", "low" or "high" (event "push")"#
        ),
        (
            "1,,location,a,enter:,,",
            "15: found value \"enter:\", expected \"significant\", \"enter:NAME\" or \"exit:NAME\""
                + " (event \"location\")"
        ),
        (
            "1,,task,a,begin,,",
            #"11: found value "begin", expected "begin:NAME" or "end:NAME" (event "task")"#
        ),
        (
            "1,,transfer,a,download+fast,1,",
            "15: found value \"download+fast\", expected \"download\" or \"upload\", then any of"
                + " \"+discretionary\", \"+silent-finish\" (event \"transfer\")"
        ),
        (
            "1,,transfer,a,upload,,",
            "22: found no bytes, expected a whole number of bytes from 0 to 9007199254740992"
                + " (event \"transfer\")"
        ),
        (
            "1,,lunch,a,,,",
            "4: found event \"lunch\", expected \"zone\", \"interval\", \"launch\", \"update\", \"outage\","
                + " \"radio\", \"network\", \"power\", \"level\", \"saver\", \"refresh\", \"quit\", \"push\","
                + " \"location\", \"task\", \"transfer\", \"screen\", \"notification\" or"
                + " \"announces\""
        ),
        (
            "1,,update,a,,9007199254740993,",
            "14: found bytes \"9007199254740993\", expected a whole number of bytes from 0 to 9007199254740992"
        ),
        (
            "1,,update,a,,-1,",
            "14: found bytes \"-1\", expected a whole number of bytes from 0 to 9007199254740992"
        ),
        (
            "1,,launch,a,,,-2",
            "15: found seconds \"-2\", expected a number of seconds from 0 to 32535216000, such as 12.5"
        ),
    ])
    func invalidLines(line: String, text: String) {
        let parts = text.split(separator: ": ", maxSplits: 1)
        let column = parts[0]
        #expect(lineMessage(line) == "t.csv:2:\(column): error: \(parts[1])")
    }

    @Test func aTransferFlagTwiceIsRefused() {
        #expect(lineMessage("1,,transfer,a,download+discretionary+discretionary,1,") != nil)
        #expect(lineMessage("1,,transfer,a,download+,1,") != nil)
    }

    @Test func aColumnThatIsNotThereIsNamed() {
        #expect(
            message("time,event\n1,quit\n")
                == #"t.csv:2:3: error: found no column "app", expected an app id (event "quit")"#)
    }
}
