import Foundation
import Testing

/// What is typed wrongly is said with what there is.
@Suite struct UsageTests {
    private func error(_ arguments: [String]) throws -> String {
        let command = try Command()
        defer { command.remove() }
        try command.write("time,device,event,app\n1,a,launch,x\n9,b,launch,x\n", to: "t.csv")
        let result = try command.run(arguments)
        #expect(result.status == 64, "\(result.error)")
        #expect(result.output == "")
        return result.error
    }

    @Test(arguments: [["bencj"], ["bencj", "t.csv"], ["bencj", "--help"], ["help", "bencj"]])
    func aVerbThatThereIsNot(arguments: [String]) throws {
        let said = try error(arguments)
        #expect(
            said.hasPrefix(
                "Error: found no verb 'bencj', expected one of 15 names, the nearest of which are \"bench\""))
    }

    @Test func valuesAndRadios() throws {
        #expect(try error(["bench", "t.csv", "--value", "1e9"]).contains("in joules, above 0 to 1000000"))
        for verb in [["bench", "t.csv"], ["simulate", "t.csv"], ["compare", "t.csv", "t.csv"]] {
            let said = try error(verb + ["--radio", "lt"])
            #expect(said.contains("lte, lte-5s, 3g, 5g-nsa, 5g-sa, wifi"), "\(said)")
        }
    }

    @Test(arguments: ["bench", "forecast", "simulate"]) func aDeviceThatThereIsNot(verb: String) throws {
        let said = try error([verb, "t.csv", "--device", "c"])
        #expect(said == "t.csv: error: found no device \"c\", expected \"a\" or \"b\"\n")
    }

    @Test func benchOfOneDevice() throws {
        let command = try Command()
        defer { command.remove() }
        let header = "time,device,event,app\n"
        let (one, other) = ("1,a,launch,x\n90000,a,launch,x\n", "5,b,launch,x\n95000,b,launch,x\n")
        try command.write(header + one + other, to: "both.csv")
        try command.write(header + other, to: "t.csv")
        let options = ["--policy", "none,adaptive", "--format", "json", "--quiet"]
        let alone = try command.run(["bench", "t.csv"] + options)
        let chosen = try command.run(["bench", "both.csv", "--device", "b"] + options)
        #expect(alone.status == 0 && chosen.status == 0, "\(chosen.error)")
        #expect(chosen.output == alone.output.replacing("t.csv", with: "both.csv"))
        let all = try command.run(["bench", "both.csv", "--device", "b", "--device", "a"] + options)
        #expect(try command.run(["bench", "both.csv"] + options).output == all.output)
    }
}
