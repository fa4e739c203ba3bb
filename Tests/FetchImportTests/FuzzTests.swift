import FetchImport
import FetchSched
import FetchTrace
import Testing

/// Whatever happens to a file, the answer is launches or an error with a place in the file.
@Suite struct FuzzTests {
    @Test(arguments: [
        ("usagestats-checkin.txt", "usagestats"), ("usagestats-android5.txt", "usagestats"),
        ("activitywatch-all.json", "activitywatch"), ("app-usage-us.csv", "digital-wellbeing-csv"),
        ("log.csv", "csv"),
    ])
    func damagedFiles(name: String, format: String) throws {
        let format = try #require(ImportFormat.named(format))
        let columns = try ColumnMap("time=start,app=package,end=stop,device=phone")
        let settings = try settings("Europe/Berlin") {
            $0.columns = columns
        }
        let whole = try sample(name).bytes
        var random = SplitMix64(seed: 11)
        var errors = 0
        for round in 0..<150 {
            var bytes = whole
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2:
                    bytes.insert(contentsOf: "\"{[,=\n%0".utf8.shuffled(using: &random).prefix(2), at: index)
                default: bytes.removeSubrange(index..<min(bytes.count, index + 40))
                }
                if bytes.isEmpty { bytes = [10] }
            }
            do {
                let log = try launchLog(format, [InputText(name: name, bytes: bytes)], settings)
                for device in log.devices {
                    #expect(!device.launches.isEmpty)
                    let isInOrder = zip(device.launches, device.launches.dropFirst()).allSatisfy {
                        $0.start <= $1.start
                    }
                    #expect(isInOrder, "round \(round)")
                }
            } catch {
                errors += 1
                #expect(error.kind == .data && error.exitStatus == 65, "round \(round): \(error)")
                let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                let line = error.line ?? 1
                #expect(1...lines.count ~= line, "round \(round): \(error)")
            }
        }
        #expect(errors > 10)
    }
}
