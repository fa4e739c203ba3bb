import FetchSched
import FetchTrace
import Testing

@Suite struct ReaderTests {
    private let plain = "time,event,app\n1,quit,a\n2,quit,b\n"

    @Test(arguments: [
        "time,event,app\r\n1,quit,a\r\n2,quit,b\r\n", "time,event,app\n1,quit,a\n2,quit,b",
        "time,event,app\n1,quit,a\n2,quit,b\n\n", "time,event,app\r\n1,quit,a\n2,quit,b\r\n\r\n",
        "\u{FEFF}time,event,app\n1,quit,a\n2,quit,b\n",
        "\"time\",event,\"app\"\n\"1\",\"quit\",\"a\"\n2,quit,\"b\"",
        "app,time,event\na,1,quit\nb,2.0,quit\n",
        "time,event,app,seconds,value,bytes,device\n1,quit,a,,,,\n1970-01-01T00:00:02Z,quit,b,,,,0\n",
    ])
    func spellingsOfTheSameTrace(text: String) {
        let expected = read(plain)
        #expect(expected.events.count == 2)
        for chunk in [1, 2, 3, 5, 1000] {
            #expect(read(text, .init(chunkSize: chunk)) == expected)
        }
    }

    @Test func aHeaderAloneIsATraceWithoutEvents() throws {
        for header in ["time,event", "time,event\n", "time,event\r\n", "time,event\n\n"] {
            var reader = try TraceReader(bytes: Array(header.utf8), name: "t.csv")
            #expect(try reader.next() == nil)
            #expect(try reader.next() == nil)
            #expect(throws: TraceError.noEvents(file: "t.csv")) { try reader.expectEvents() }
        }
        #expect(
            TraceError.noEvents(file: "t.csv").description
                == "t.csv: error: the trace has a header but no events")
    }

    /// Offsets say where a device is, unless `zone` events do; `Z` and seconds say nothing.
    @Test func offsetsAreTimeZones() throws {
        let text = """
            time,event,value,app,device
            2026-10-24T23:00:00+02:00,quit,,"a ""b",x
            2026-10-24T22:00:00Z,quit,,a,x
            2026-10-25T12:00:00+01:00,quit,,a,x
            1792926001,quit,,a,x
            2026-10-24T23:00:00+02:00,zone,-18000,,y
            2026-10-24T23:00:00+02:00,quit,,a,y
            2026-10-24T23:00:00+00:00,quit,,a,z

            """
        var reader = try TraceReader(bytes: Array(text.utf8))
        var zones: [String] = []
        var count = 0
        while let event = try reader.next() {
            count += 1
            guard event.kind == .zone, case .number(let seconds) = event.value else { continue }
            zones.append("\(reader.names.devices[event.device]) \(event.time.traceText) \(Int(seconds))")
        }
        #expect(zones == ["x 1792875600.000 7200", "x 1792926000.000 3600", "y 1792875600.000 -18000"])
        #expect(count == 9)
    }

    @Test func unknownColumnsCanBeLeftOut() {
        let reading = read(
            "id,time,event,note,app\n1,1,quit,\"x,\"\"y\"\"\",a\n2,2,quit,,b\n",
            .init(ignoreUnknownColumns: true))
        #expect(reading == read(plain))
    }

    @Test func quotedNamesKeepTheirText() {
        let reading = read("time,event,app\n1,quit,\"a,\"\"b\"\"\r\nc\"\n2,quit,\"\"\"\"\n3,quit,a b\n")
        #expect(reading.error == nil)
        #expect(reading.events.map(\.app) == ["a,\"b\"\r\nc", "\"", "a b"])
    }

    @Test func namesAreNumberedAsTheyAppear() throws {
        let text = "time,event,app,device\n1,quit,b,y\n1,quit,a,\n1,quit,b,0\n1,quit,c,x\n"
        var reader = try TraceReader(bytes: Array(text.utf8))
        var numbers: [[Int32]] = []
        while let event = try reader.next() { numbers.append([event.app, event.device]) }
        #expect(numbers == [[0, 0], [1, 1], [0, 1], [2, 2]])
        #expect(reader.names.apps.names == ["b", "a", "c"])
        #expect(reader.names.devices.names == ["y", "0", "x"])
    }

    @Test func manyNamesAndTwoSpellingsOfOne() throws {
        var text = "time,event,app\n"
        for round in 0..<2 {
            for number in 0..<5000 { text += "\(round),quit,app\(number)\n" }
        }
        text += "3,quit,caf\u{E9}\n3,quit,cafe\u{301}\n"
        var reader = try TraceReader(bytes: Array(text.utf8))
        var apps: [Int32] = []
        while let event = try reader.next() { apps.append(event.app) }
        #expect(apps == Array(0..<5000) + Array(0..<5000) + [5000, 5000])
    }

    @Test func eachDeviceHasItsOwnOrder() {
        let text = "time,device,event,app\n5,x,quit,a\n1,y,quit,a\n6,x,quit,a\n1,y,quit,a\n"
        #expect(read(text).error == nil)
    }

    @Test func disorderCanBeAllowedAndSorted() throws {
        let text = "time,event,app\n5,quit,a\n1,quit,b\n5,quit,c\n1,quit,d\n"
        let reading = read(text, .init(allowDisorder: true))
        #expect(reading.error == nil)
        var events = reading.events.map(\.event)
        for index in events.indices { events[index].app = Int32(index) }
        events.sortStably()
        #expect(events.map(\.app) == [1, 3, 0, 2])
    }
}
