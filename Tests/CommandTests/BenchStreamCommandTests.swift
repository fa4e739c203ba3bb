import Foundation
import Testing

/// `bench` gives the same whether it holds one device at a time or the whole trace.
@Suite struct BenchStreamCommandTests {
    private static let header = "time,device,event,app,value,bytes,seconds\n"

    /// Three days of a device.
    private func lines(_ device: String, from start: Int) -> String {
        """
        \(start),\(device),interval,mail,minimum,,
        \(start + 3600),\(device),update,mail,,100000,
        \(start + 93600),\(device),launch,mail,,,30
        \(start + 180000),\(device),update,mail,,50000,
        \(start + 183600),\(device),launch,mail,,,20
        \(start + 259200),\(device),launch,mail,,,5

        """
    }

    private static let options = ["--policy", "none,piggyback-900,clairvoyant", "--format", "json"]

    @Test func oneDeviceAtATimeAsTheWholeTrace() throws {
        let command = try Command()
        let trace = Self.header + lines("a", from: 0) + lines("b", from: 5000)
        try command.write(trace, to: "t.csv")
        // The last line of the first device comes after the second one: a file that must be held whole.
        let last = "300000,a,quit,mail,,,\n"
        try command.write(
            Self.header + lines("a", from: 0) + last + lines("b", from: 5000), to: "together.csv")
        try command.write(trace + last, to: "apart.csv")

        let read = try command.run(["bench", "t.csv", "--jobs", "2"] + Self.options)
        let piped = try command.run(["bench", "-", "--jobs", "1"] + Self.options, input: trace)
        #expect(read.status == 0 && read.error == "" && read.output.contains(#""devices":2,"#))
        #expect(piped.output == read.output.replacing("t.csv", with: "-"))

        let together = try command.run(["bench", "together.csv"] + Self.options)
        let apart = try command.run(["bench", "apart.csv"] + Self.options)
        #expect(together.status == 0 && together.error == "")
        #expect(apart.error == "" && apart.output == together.output.replacing("together", with: "apart"))
    }

    /// Nothing is replayed, noted or written of a trace that is wrong at its end.
    @Test func anErrorInTheLastDeviceIsFoundFirst() throws {
        let command = try Command()
        try command.write(
            Self.header + "0,a,launch,mail,,,\n" + lines("b", from: 0) + "1,b,launch,mail,,,\n", to: "t.csv")
        try command.expectRefusal(
            of: ["bench", "t.csv"] + Self.options,
            "t.csv:9:1: error: found time 1.000 after 259200.000 on device \"b\"", status: 65)
    }
}
