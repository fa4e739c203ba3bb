import FetchSched
import Testing

@testable import FetchTrace

@Suite struct RoundTripTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func whatIsWrittenReadsBackTheSame(seed: UInt64) throws {
        let trace = randomTrace(seed: seed)
        let bytes = try written(trace)
        let reading = read(bytes)
        #expect(reading.error == nil, "seed \(seed)")
        #expect(reading.events == trace.events.map { NamedEvent($0, trace.names) }, "seed \(seed)")
    }

    @Test func everyNumberReadsBackTheSame() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let text = plainText(number)
            #expect(parseNumber(text) == number, "\(number)")
            #expect(!text.contains("e"))
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (-14400, "-14400"), (0.5, "0.5"), (0.1 + 0.2, "0.30000000000000004"),
        (1e-5, "0.00001"), (1.25e-7, "0.000000125"), (1e16, "10000000000000000"),
        (1.5e20, "150000000000000000000"), (100, "100"), (1e15 + 0.5, "1000000000000000.5"),
    ])
    func numbersAreWrittenPlainly(number: Double, text: String) {
        #expect(plainText(number) == text)
    }

    @Test func textIsExact() throws {
        var names = TraceNames()
        let app = names.apps.number(of: "a,\"b\"")
        let plain = names.apps.number(of: "mail")
        let device = names.devices.number(of: "0")
        let place = names.labels.number(of: "the gym")
        let start = FetchTime(milliseconds: 1_364_011_200_000)
        let trace = Trace(
            names: names,
            events: [
                TraceEvent(time: start, device: device, kind: .zone, value: .number(-14400)),
                TraceEvent(time: start, device: device, kind: .interval, app: app, value: .number(900.25)),
                TraceEvent(time: start, device: device, kind: .interval, app: plain, value: .word(1)),
                TraceEvent(
                    time: start + .seconds(0.007), device: device, kind: .launch, app: plain, bytes: 0,
                    duration: .seconds(61.5)),
                TraceEvent(
                    time: start + .seconds(1), device: device, kind: .location, app: plain,
                    value: .named(word: 1, name: place)),
                TraceEvent(
                    time: start + .seconds(2), device: device, kind: .transfer, app: plain,
                    value: .transfer([.upload, .discretionary, .silentFinish]), bytes: 5, duration: .zero),
            ])
        let text = """
            time,device,event,app,value,bytes,seconds
            1364011200.000,0,zone,,-14400,,
            1364011200.000,0,interval,"a,""b\""",900.25,,
            1364011200.000,0,interval,mail,never,,
            1364011200.007,0,launch,mail,,0,61.5
            1364011201.000,0,location,mail,enter:the gym,,
            1364011202.000,0,transfer,mail,upload+discretionary+silent-finish,5,0

            """
        #expect(String(decoding: try written(trace), as: UTF8.self) == text)
    }

    @Test func emptyTraceIsAHeader() throws {
        #expect(try written(Trace()) == Array("time,device,event,app,value,bytes,seconds\n".utf8))
    }
}
