import FetchPoll
import Foundation
import Testing

/// Lines of every kind, sane and broken: each has one answer, an object of JSON in one line, and nothing traps.
@Suite struct FuzzTests {
    @Test func everyLineHasOneAnswer() throws {
        let seed =
            ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("seed \(seed): SEED=\(seed) repeats it")
        var random = Seeded(state: seed)
        var (errors, lines) = (0, 0)
        for _ in 0..<40 {
            var talk = Talk()
            for _ in 0..<400 {
                let isSane = Int.random(in: 0..<3, using: &random) > 0
                let line = isSane ? sane(&random) : broken(sane(&random), &random)
                let answer = talk.session.answer(line, at: talk.now)
                talk.now += Int64.random(in: -1000...600_000, using: &random)
                lines += 1
                let text = String(decoding: line.prefix(2000), as: UTF8.self)
                try #require(!answer.contains(0x0A), "seed \(seed): \(text)")
                let object = try? JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
                try #require(
                    object != nil, "seed \(seed): \(text) has \(String(decoding: answer, as: UTF8.self))")
                if object?["error"] != nil {
                    errors += 1
                    let byte = try #require(object?["byte"] as? Int)
                    #expect(0...line.count ~= byte, "seed \(seed): \(text)")
                }
                // Now and then in a new process.
                if Int.random(in: 0..<100, using: &random) == 0 {
                    let state = talk.session.state()
                    talk.session = try PollSession(restoring: state)
                    try #require(talk.session.state() == state, "seed \(seed)")
                    _ = talk.ask(#"{"hello":"fetchsched-poll/1"}"#)
                }
            }
        }
        // Both kinds are there.
        #expect(errors > lines / 20 && errors < lines * 4 / 5)
    }

    private func sane(_ random: inout Seeded) -> [UInt8] {
        let name =
            #""https://h\#(Int.random(in: 0..<5, using: &random)).example/\#(Int.random(in: 0..<9, using: &random))""#
        let number =
            ["0", "1", "60", "-1", "0.5", "1e3", "86400", "1704067200000", "1e30", "99999999999999999999"]
            .randomElement(using: &random) ?? ""
        let lines = [
            #"{"sources":[\#(name),"plain",{"name":"x","group":"g","weight":\#(number)}]}"#,
            #"{"add":[\#(name)]}"#,
            #"{"add":[{"name":\#(name),"least":\#(number),"most":\#(number)}]}"#, #"{"remove":[\#(name)]}"#,
            #"{"group":"h1.example","spacing":\#(number),"atOnce":\#(number)}"#, #"{"due":\#(number)}"#,
            #"{"due":3}"#,
            #"{"asked":\#(name),"outcome":"new","changed":[\#(number),"Mon, 01 Jan 2024 08:00:00 GMT",null]}"#,
            #"{"asked":\#(name),"outcome":"failed","retryAfter":\#(number)}"#,
            #"{"asked":\#(name),"outcome":"gone"}"#,
            #"{"asked":\#(name),"status":429,"headers":{"Retry-After":"\#(number)"}}"#,
            #"{"asked":\#(name),"status":200,"headers":[["cache-control","max-age=\#(number)"]],"bytes":\#(number)}"#,
            #"{"read":\#(name)}"#, #"{"announce":\#(name)}"#, #"{"network":\#(Bool.random(using: &random))}"#,
            #"{"defer":\#(name),"until":\#(number)}"#, #"{"explain":\#(name),"now":\#(number)}"#,
            #"{"idle":true}"#,
            #"{"save":true}"#, #"{"hello":"fetchsched-poll/1","requestsPerDay":\#(number)}"#,
        ]
        return Array((lines.randomElement(using: &random) ?? "").utf8)
    }

    private func broken(_ line: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var line = line
        for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
            let place = Int.random(in: 0..<line.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: line[place] = UInt8.random(in: 0...255, using: &random)
            case 1: line.remove(at: place)
            case 2: line.insert(Array("{}[]\",:\\0e-u".utf8).randomElement(using: &random) ?? 0, at: place)
            case 3: line.removeSubrange(place...)
            case 4: line.insert(contentsOf: line[place...].prefix(20), at: place)
            default: line.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: 100), at: place)
            }
        }
        line.removeAll { $0 == 0x0A }
        return line
    }
}
