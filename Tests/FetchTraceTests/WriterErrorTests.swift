import FetchSched
import FetchTrace
import Testing

@Suite struct WriterErrorTests {
    private static let names: TraceNames = {
        var names = TraceNames()
        for device in ["0"] { _ = names.devices.number(of: device) }
        for app in ["mail", "", "a\u{7}", "a\rb", "a\r", "a\u{85}"] { _ = names.apps.number(of: app) }
        for label in ["home"] { _ = names.labels.number(of: label) }
        return names
    }()

    private func message(_ event: TraceEvent) -> String? {
        let sink = MemorySink(name: "out.csv")
        var writer = TraceWriter(to: sink)
        do {
            try writer.write(TraceEvent(time: .epoch, kind: .quit, app: 0), names: Self.names)
            try writer.write(event, names: Self.names)
            return nil
        } catch {
            #expect(error.kind == .data)
            return error.description
        }
    }

    @Test func eventsThatBreakTheRulesAreRefused() {
        let time = FetchTime.epoch
        let cases: [(TraceEvent, String)] = [
            (TraceEvent(time: time, kind: .quit), #"found no app, expected one (event "quit")"#),
            (
                TraceEvent(time: time, kind: .zone, app: 0, value: .number(0)),
                #"found app set, expected none (event "zone")"#
            ),
            (
                TraceEvent(time: FetchTime(milliseconds: -1), kind: .quit, app: 0),
                #"found time -1 ms, expected a time from 1970 to 3000 (event "quit")"#
            ),
            (
                TraceEvent(time: .distantFuture, kind: .quit, app: 0),
                #"found time 9223372036854775807 ms, expected a time from 1970 to 3000 (event "quit")"#
            ),
            (
                TraceEvent(time: time, device: 3, kind: .quit, app: 0),
                #"found device number 3, expected one of the trace's 1 names (event "quit")"#
            ),
            (
                TraceEvent(time: time, kind: .quit, app: 1),
                #"found app "", expected a name of some length without control characters (event "quit")"#
            ),
            (
                TraceEvent(time: time, kind: .quit, app: 2),
                #"found app "a\u{7}", expected a name of some length without control characters (event "quit")"#
            ),
            (
                TraceEvent(time: time, kind: .level, value: .number(.nan)),
                #"found a value of another form, expected a number from 0 to 1 (event "level")"#
            ),
            (
                TraceEvent(time: time, kind: .interval, app: 0, value: .number(.infinity)),
                "found a value of another form, expected \"minimum\", \"never\" or seconds greater than 0"
                    + " (event \"interval\")"
            ),
            (
                TraceEvent(time: time, kind: .saver, value: .word(2)),
                #"found a value of another form, expected "on" or "off" (event "saver")"#
            ),
            (
                TraceEvent(time: time, kind: .location, app: 0, value: .named(word: 0, name: 0)),
                "found a value of another form, expected \"significant\", \"enter:NAME\" or \"exit:NAME\""
                    + " (event \"location\")"
            ),
            (
                TraceEvent(time: time, kind: .launch, app: 0, bytes: -2),
                #"found bytes -2, expected 0 to 9007199254740992 (event "launch")"#
            ),
            (
                TraceEvent(time: time, kind: .launch, app: 0, duration: TimeSpan(milliseconds: -5)),
                #"found -5 ms, expected 0 to 32535216000 seconds (event "launch")"#
            ),
        ]
        for (event, text) in cases {
            #expect(message(event) == "out.csv:3: error: " + text)
        }
    }

    @Test(arguments: zip(3...5 as ClosedRange<Int32>, [#"a\rb"#, #"a\r"#, #"a\u{85}"#]))
    func namesTheReaderWouldRefuseAreRefused(app: Int32, shown: String) {
        #expect(
            message(TraceEvent(time: .epoch, kind: .quit, app: app))
                == "out.csv:3: error: found app \"\(shown)\", expected a name of some length without control characters"
                + " (event \"quit\")")
    }

    @Test func aRefusedEventLeavesNothingBehind() throws {
        let sink = MemorySink()
        var writer = TraceWriter(to: sink)
        #expect(throws: TraceError.self) {
            try writer.write(TraceEvent(time: .epoch, kind: .launch, app: 0, bytes: -2), names: Self.names)
        }
        try writer.finish()
        #expect(sink.bytes == Array("time,device,event,app,value,bytes,seconds\n".utf8))
    }
}
