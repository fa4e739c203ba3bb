import FetchSched
import Foundation
import Testing

/// Every case of what the engine answers has its name and number in C, of which Python's are made.
@Suite struct EnumerationTests {
    private static func source(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func check(_ kind: String, _ cases: [(name: String, number: UInt8)]) throws {
        let header = try source("Sources/CFetchSched/include/fetchsched.h")
        for (name, number) in cases {
            let constant = name.uppercased().replacingOccurrences(of: "-", with: "_")
            let pattern = try Regex("FETCHSCHED_\(kind.uppercased())_\(constant) = \(number)\\b")
            #expect(header.contains(pattern), "\(constant)")
        }
        let listed = header.matches(of: try Regex("FETCHSCHED_\(kind.uppercased())_[A-Z_]+ = ")).count
        #expect(listed == cases.count)
    }

    @Test func verdicts() throws {
        try Self.check("Verdict", Explanation.Verdict.allCases.map { ($0.name, $0.rawValue) })
    }

    @Test func reasons() throws {
        try Self.check("Reason", FetchDecision.Reason.allCases.map { ($0.name, $0.rawValue) })
    }
}
