import FetchSched
import Foundation
import Testing

/// Verdicts, reasons, kinds of pushes, reasons to be idle and rules that forbid fetches have their names and numbers in C, of which
/// Python's are made.
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
        try Self.check("Verdict", FetchExplanation.Verdict.allCases.map { ($0.name, $0.rawValue) })
    }

    @Test func reasons() throws {
        try Self.check("Reason", FetchDecision.Reason.allCases.map { ($0.name, $0.rawValue) })
    }

    @Test func pushes() throws {
        try Self.check("Push", PushKind.allCases.map { (words("\($0)"), $0.rawValue) })
    }

    @Test func idleReasons() throws {
        let cases = (1...UInt8.max).compactMap { number in
            IdleReason(rawValue: number).map { (words("\($0)"), number) }
        }
        try Self.check("Idle", [("not", 0)] + cases)
    }

    /// Rules that forbid fetches are bits, each its own; the header has no others.
    @Test func vetoes() throws {
        let header = try Self.source("Sources/CFetchSched/include/fetchsched.h")
        let lines = header.matches(of: /FETCHSCHED_VETO_([A-Z_]+) = ([0-9]+)/)
        let bits = lines.compactMap { UInt32($0.2) }
        #expect(bits == (0..<bits.count).map { 1 << UInt32($0) })
        let others: [FetchVeto.Rule] = [
            .unknownApp, .pushOverLimit, .lowUrgency, .regionPeriod, .significantPeriod, .timeLeft,
            .notOnWiFi,
            .noPower, .radioAsleep, .behindOthers,
        ]
        let ofFetches = FetchVeto.Rule.allCases.filter { !others.contains($0) }
        #expect(
            Set(lines.map { String($0.1) })
                == Set(ofFetches.map { words("\($0)").uppercased().replacingOccurrences(of: "-", with: "_") })
        )
    }

    /// A name in camel case, as words: `noNetwork` as `no-network`.
    private func words(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
