import FetchSched
import FetchTrace
import Foundation
import Testing

@testable import FetchSim

/// A partial result that is not as it was written is not read.
@Suite struct PartialFileTests {
    private static let header = PartialHeader(
        shard: .init(2, of: 3), traces: ["a \"b\"\n.csv"], settings: [("x", "1"), ("\u{1}é", "")])

    private func file(_ lines: [String] = [#""device":"d0","x":[1,2.5]"#, #""device":"d1""#]) throws -> (
        String, Data
    ) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("p-\(UUID().uuidString)")
            .path
        let writer = try PartialWriter(path: path, Self.header)
        for line in lines { try writer.write(line) }
        try writer.commit()
        return (path, try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// How many devices are in the bytes.
    private func read(_ data: Data, _ path: String) throws -> Int {
        try data.write(to: URL(fileURLWithPath: path))
        var reader = try PartialReader(path: path)
        var devices = 0
        while let line = try reader.next() {
            switch line {
            case .header(let header):
                #expect(header.shard == Self.header.shard && header.traces == Self.header.traces)
                #expect(header.settings.map(\.name) == ["x", "\u{1}é"] && header["x"] == "1")
            case .device: devices += 1
            case .end: break
            }
        }
        return devices
    }

    @Test func asWritten() throws {
        let (path, data) = try file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try read(data, path) == 2)
        // Several, one after the other.
        #expect(try read(data + data + data, path) == 6)
        let none = try file([])
        defer { try? FileManager.default.removeItem(atPath: none.0) }
        #expect(try read(none.1, none.0) == 0)
    }

    @Test func everyDamageIsFound() throws {
        let (path, data) = try file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for end in 0..<data.count { #expect(throws: TraceError.self) { try read(data.prefix(end), path) } }
        var random = SplitMix64(seed: 9)
        for place in data.indices {
            var other = data
            other[place] ^= 1 << UInt8(random.next() % 8)
            #expect(throws: TraceError.self, "byte \(place)") { try read(other, path) }
        }
        let lines = data.split(separator: 0x0A).map { $0 + [0x0A] }
        #expect(lines.count == 4)
        for arrangement in [
            [0, 1, 3], [0, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2], [1, 2, 3], [0, 0, 1, 2, 3], [3],
        ] {
            let other = arrangement.reduce(Data()) { $0 + lines[$1] }
            #expect(throws: TraceError.self, "\(arrangement)") { try read(other, path) }
        }
        // The order of devices means nothing.
        #expect(try read(lines[0] + lines[2] + lines[1] + lines[3], path) == 2)
    }

    @Test func shards() {
        #expect(PartialHeader.Shard(0, of: 3) == nil && PartialHeader.Shard(4, of: 3) == nil)
        #expect(PartialHeader.Shard(1, of: 0) == nil && PartialHeader.Shard(1, of: .max) == nil)
        for name in ["", "d0", "d1", "phone"] {
            #expect((1...7).filter { PartialHeader.Shard($0, of: 7)?.contains(name) == true }.count == 1)
        }
    }
}
