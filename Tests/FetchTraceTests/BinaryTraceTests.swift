import FetchSched
import Testing

@testable import FetchTrace

/// Binary traces: the same events as in CSV, and no damage goes unseen.
@Suite struct BinaryTraceTests {
    static func binary(_ trace: Trace, groupSize: Int = BinaryTraceWriter.groupSize) throws -> [UInt8] {
        let sink = MemorySink()
        var writer = BinaryTraceWriter(to: sink, groupSize: groupSize)
        for event in trace.events { try writer.write(event, names: trace.names) }
        try writer.finish()
        return sink.bytes
    }

    /// The trace in `bytes`, as a caller of `Trace.read` gets it.
    static func trace(_ bytes: [UInt8], _ options: TraceReader.Options = .init()) throws -> Trace {
        var trace = Trace()
        var reader = try TraceReader(bytes: bytes, name: "t.fst", options: options)
        try reader.readAll(into: &trace.events)
        trace.names = reader.names
        return trace
    }

    @Test func checksumIsThatOfTheStandard() {
        // RFC 3720, B.4.
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([]) == 0)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum((0..<32).map { UInt8($0) }) == 0x46DD_794E)
    }

    private func checksum(_ bytes: [UInt8]) -> UInt32 { CRC32C.shared.checksum(bytes.span) }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func csvComesBackByteForByte(seed: UInt64) throws {
        let csv = try written(randomTrace(seed: seed, count: Int(seed) * 3))
        let direct = try Self.trace(csv)
        let bytes = try Self.binary(direct, groupSize: 1 + Int(seed) % 70)
        let back = try Self.trace(bytes)
        #expect(try written(back) == csv, "seed \(seed)")
        // Numbers too, so that whatever depends on them stays the same.
        #expect(back.events == direct.events, "seed \(seed)")
        #expect(back.names.apps.names == direct.names.apps.names, "seed \(seed)")
        #expect(back.names.devices.names == direct.names.devices.names, "seed \(seed)")
        #expect(back.names.labels.names == direct.names.labels.names, "seed \(seed)")
        #expect(try Self.binary(back, groupSize: 1 + Int(seed) % 70) == bytes, "seed \(seed)")
    }

    @Test(arguments: ["student", "messenger", "everything"]) func generatedTracesComeBackAndAreSmall(
        _ name: String
    )
        throws
    {
        let preset = try #require(GeneratorPreset.named(name))
        let generator = TraceGenerator(preset: preset, devices: 2, days: 3, seed: 11)
        var trace = Trace()
        for device in 0..<2 { trace.events += generator.generateDevice(device, names: &trace.names) }
        for isMixed in [false, true] {
            if isMixed { trace.events.sortStably() }
            let csv = try written(trace)
            let bytes = try Self.binary(try Self.trace(csv))
            #expect(try written(try Self.trace(bytes)) == csv)
            #expect(bytes.count * (isMixed ? 3 : 4) < csv.count, "\(bytes.count) of \(csv.count)")
        }
    }

    @Test func chunksDoNotMatter() throws {
        for seed in UInt64(0)..<8 {
            let bytes = try Self.binary(randomTrace(seed: seed), groupSize: 25)
            let whole = read(bytes)
            #expect(whole.error == nil && whole.events.count == 60)
            for chunk in [1, 2, 3, 7, 1_000] {
                #expect(read(bytes, .init(chunkSize: chunk)) == whole, "seed \(seed), chunks of \(chunk)")
            }
        }
    }

    @Test func oneDeviceAlone() throws {
        for seed in UInt64(0)..<5 {
            let trace = randomTrace(seed: seed)
            for bytes in [try written(trace), try Self.binary(trace, groupSize: 25)] {
                for (number, name) in trace.names.devices.names.enumerated() {
                    let expected = trace.events.filter { $0.device == Int32(number) }.map {
                        NamedEvent($0, trace.names)
                    }
                    #expect(
                        read(bytes, .init(device: name)).events == expected, "seed \(seed), device \(name)")
                }
                #expect(read(bytes, .init(device: "no such device")) == Reading())
            }
        }
    }

    @Test func emptyTrace() throws {
        let bytes = try Self.binary(Trace())
        #expect(read(bytes) == Reading())
        #expect(
            bytes.count == BinaryFormat.headerLength + BinaryFormat.blockHead + 1 + BinaryFormat.blockTail)
    }

    // Damage.

    @Test func everyTruncationIsAnError() throws {
        for seed in UInt64(0)..<2 {
            let bytes = try Self.binary(randomTrace(seed: seed, count: 16), groupSize: 6)
            for length in 0..<bytes.count {
                let error = try #require(
                    read(Array(bytes[..<length])).error, "seed \(seed), length \(length)")
                #expect(error.exitStatus == 65)
                if length > 0 { #expect(error.byte == length, "\(error)") }
            }
            let error = try #require(read(bytes + [0]).error)
            #expect(error.byte == bytes.count && error.found == "more bytes")
        }
    }

    @Test func everyFlippedBitIsAnError() throws {
        for seed in UInt64(7)..<8 {
            let bytes = try Self.binary(randomTrace(seed: seed, count: 8), groupSize: 4)
            for index in bytes.indices {
                for bit in UInt8(0)..<8 {
                    var damaged = bytes
                    damaged[index] ^= 1 << bit
                    let error = read(damaged).error
                    #expect(error?.exitStatus == 65, "seed \(seed), byte \(index), bit \(bit)")
                    // Without its first byte, it does not pass for a binary trace any more.
                    #expect(error?.byte != nil || index == 0)
                }
            }
        }
    }

    /// Blocks whose content is wrong although the checksum is right give an error or valid events, and no crash.
    @Test(arguments: 0..<8 as Range<UInt64>) func wrongContentUnderARightChecksum(block: UInt64) throws {
        for seed in block * 20..<block * 20 + 20 {
            var random = SplitMix64(seed: seed)
            let bytes = try Self.binary(randomTrace(seed: seed, count: 20), groupSize: 10)
            var result = Array(bytes[..<BinaryFormat.headerLength])
            var start = BinaryFormat.headerLength
            while start < bytes.count {
                let length = Int(readLittleEndian(bytes.span, start + 1, as: UInt32.self))
                var content = Array(bytes[start + 5..<start + 5 + length])
                for _ in 0..<Int.random(in: 0...2, using: &random) where !content.isEmpty {
                    let place = Int.random(in: 0..<content.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: content[place] = UInt8(truncatingIfNeeded: random.next())
                    case 1: content.remove(at: place)
                    default: content.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                    }
                }
                var whole = [bytes[start]]
                whole.appendLittleEndian(UInt32(content.count))
                whole += content
                whole.appendLittleEndian(checksum(whole))
                result += whole
                start += 9 + length
            }
            let reading = read(result)
            if let error = reading.error {
                #expect(error.exitStatus == 65 && error.byte != nil, "seed \(seed)")
            } else {
                // Whatever was read can be written: it is within the format.
                let trace = try Self.trace(result)
                #expect(try !written(trace).isEmpty)
            }
        }
    }

    // Messages.

    /// What fuzzing found: of a wrong end the place depended on the chunks, and bytes behind its number were passed over.
    @Test func aWrongEndIsFoundWhereItIs() throws {
        let bytes = try Self.binary(randomTrace(seed: 3), groupSize: 25)
        let begin = bytes.count - BinaryFormat.blockHead - 1 - BinaryFormat.blockTail
        for (content, place) in [([0x80], 0), ([60, 0], 1)] as [([UInt8], Int)] {
            var end: [UInt8] = [BinaryFormat.BlockType.end.rawValue, UInt8(content.count), 0, 0, 0] + content
            end.appendLittleEndian(checksum(end))
            for chunk in [1, 7, 1 << 18] {
                let error = try #require(read(bytes[..<begin] + end, .init(chunkSize: chunk)).error)
                #expect(error.byte == begin + BinaryFormat.blockHead + place, "\(error)")
            }
        }
    }

    @Test func messagesSayWhereAndWhat() throws {
        let bytes = try Self.binary(randomTrace(seed: 1, count: 5))
        var damaged = bytes
        damaged[22] ^= 4
        let text = read(damaged).error?.description ?? ""
        #expect(text.hasPrefix("t.csv: byte 16: error: found checksum 0x"))
        #expect(text.hasSuffix("; the file is damaged; make it again from its source"))
        let cut = read(Array(bytes.dropLast(3))).error?.description ?? ""
        #expect(
            cut.hasPrefix(
                "t.csv: byte \(bytes.count - 3): error: found the end of the file, expected the rest"))
        var later = Array(bytes[..<12])
        later[8] = 2
        later.appendLittleEndian(checksum(later))
        later += bytes[16...]
        #expect(
            read(later).error?.description
                == "t.csv: byte 8: error: found version 2, expected version 1; a later fetchsched may read it"
        )
    }

    @Test func writerRefusesWhatTheFormatCannotSay() throws {
        var names = TraceNames()
        let device = names.devices.number(of: "0")
        let app = names.apps.number(of: "mail")
        let bad = names.apps.number(of: "a\u{1}b")
        let start = Instant(milliseconds: 1_000)
        let events = [
            TraceEvent(time: Instant(milliseconds: -1), device: device, kind: .quit, app: app),
            TraceEvent(time: start, device: 7, kind: .quit, app: app),
            TraceEvent(time: start, device: device, kind: .quit, app: 9),
            TraceEvent(time: start, device: device, kind: .quit),
            TraceEvent(time: start, device: device, kind: .level, value: .number(1.5)),
            TraceEvent(time: start, device: device, kind: .push, app: app, value: .word(2)),
            TraceEvent(
                time: start, device: device, kind: .location, app: app, value: .named(word: 1, name: 3)),
            TraceEvent(time: start, device: device, kind: .update, app: app, bytes: -2),
            TraceEvent(time: start, device: device, kind: .launch, app: app, duration: .seconds(-1)),
        ]
        for event in events {
            var writer = BinaryTraceWriter(to: MemorySink())
            names.apps = NameTable()
            _ = names.apps.number(of: "mail")
            #expect(throws: TraceError.self, "\(event)") { try writer.write(event, names: names) }
        }
        var writer = BinaryTraceWriter(to: MemorySink())
        names.apps = NameTable()
        _ = names.apps.number(of: "a\u{1}b")
        #expect(throws: TraceError.self) {
            try writer.write(TraceEvent(time: start, device: device, kind: .quit, app: bad - 1), names: names)
        }
    }

    @Test func writerKeepsTheOrderOfADevice() throws {
        var names = TraceNames()
        let devices = ["a", "b"].map { names.devices.number(of: $0) }
        let app = names.apps.number(of: "mail")
        func event(_ second: Double, _ device: Int32) -> TraceEvent {
            TraceEvent(time: Instant(seconds: second), device: device, kind: .quit, app: app)
        }
        let sink = MemorySink()
        var writer = BinaryTraceWriter(to: sink)
        try writer.write(event(10, devices[0]), names: names)
        try writer.write(event(5, devices[1]), names: names)
        let error = #expect(throws: TraceError.self) { try writer.write(event(9, devices[0]), names: names) }
        #expect(error?.line == 4)
        #expect(error?.advice == "use --sort to sort the trace by time")
        // The refused event left nothing behind.
        try writer.finish()
        #expect(read(sink.bytes).events.count == 2)
    }

    @Test func numbersAreFoldedAndScaledWithoutLoss() {
        for number in [0, 1, -1, 2, -2, Int64.max, .min, 12_345, -98_765] {
            #expect(unfolded(folded(number)) == number)
        }
        var random = SplitMix64(seed: 3)
        for unit in [1, 100, 1_000, 60_000] as [Int64] {
            for _ in 0..<200 {
                let duration = Int64.random(in: 0...1_000_000, using: &random) * unit
                #expect(BlockColumn.unscaled(BlockColumn.scaled(duration)) == duration)
            }
        }
        #expect(BlockColumn.unscaled(3) == nil)
        #expect(BlockColumn.unscaled(.max) == nil)
        #expect(BlockColumn.unscaled(.max - 1) == nil)
    }
}
