import FetchSched
import Foundation
import Testing

/// Every case of what the engine answers has its name and number in C and in Python.
@Suite struct EnumerationTests {
    private static func source(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The body of `class NAME(IntEnum)`.
    private static func python(_ name: String) throws -> Substring {
        let text = try source("Sources/fetchsched-python/fetchsched/_native.py")
        let start = try #require(text.range(of: "class \(name)(IntEnum):\n"))
        let rest = text[start.upperBound...]
        return rest[..<(rest.range(of: "\n\n\n")?.lowerBound ?? rest.endIndex)]
    }

    private static func check(_ kind: String, _ cases: [(name: String, number: UInt8)]) throws {
        let header = try source("Sources/CFetchSched/include/fetchsched.h")
        let body = try python(kind)
        for (name, number) in cases {
            let constant = name.uppercased().replacingOccurrences(of: "-", with: "_")
            let pattern = try Regex("FETCHSCHED_\(kind.uppercased())_\(constant) = \(number)\\b")
            #expect(header.contains(pattern), "\(constant)")
            #expect((body + "\n").contains("    \(constant) = \(number)\n"), "\(constant)")
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
