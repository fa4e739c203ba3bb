import Foundation
import Testing

/// The verb `forecast` from outside.
@Suite struct ForecastCommandTests {
    private static let tiny = """
        time,device,event,app,seconds
        0,one,launch,mail,10
        3600,one,update,mail,
        90000,one,launch,mail,10
        90000,two,launch,news,10
        180000,one,launch,news,10
        259200,one,launch,mail,10
        259200,two,launch,news,10

        """

    private func folder() throws -> Command { try Command(["t.csv": Self.tiny]) }

    @Test func oneDeviceOfMany() throws {
        let command = try folder()
        func launches(_ options: [String]) throws -> String {
            let result = try command.run(
                ["forecast", "t.csv", "--format", "json", "--warmup", "0"] + options)
            #expect(result.status == 0, "\(result.error)")
            let head = result.output.prefix { $0 != "[" }
            return String(head)
        }
        #expect(try launches([]).contains("\"devices\":2,"))
        #expect(try launches([]).contains("\"launches\":6,"))
        #expect(try launches(["--device", "two"]).contains("\"devices\":1,"))
        #expect(try launches(["--device", "two"]).contains("\"launches\":2,"))
        #expect(try launches(["--device", "two", "--device", "one"]) == launches([]))
    }

    /// Each is named with what is wrong with it and what there is.
    @Test(arguments: [
        ("nocontenthours", "'nocontenthours': found no such model, expected "),
        (
            "adaptive,nutch",
            "'nutch': found a policy that has no forecasts, or those of adaptive, expected \"adaptive\""
        ),
        ("no-waiting", "'no-waiting': found a policy that has no forecasts"),
        ("exec:true", "'exec:true': found no such model"),
        (
            "adaptive:content.calibration=9",
            "found \"9\" for content.calibration, expected a number from 0 to 3"
        ),
        ("adaptive:contents=1", "found no parameter \"contents\", expected one of"),
    ])
    func modelsThatThereAreNot(name: String, fault: String) throws {
        try folder().expectRefusal(of: ["forecast", "t.csv", "--model", name], "Error: --model: '", fault)
    }

    @Test func modelsSideBySide() throws {
        let command = try folder()
        let usual = ["forecast", "t.csv", "--warmup", "0", "--resamples", "100", "--seed", "7"]
        let table = try command.run(
            usual + ["--model", "adaptive,no-content-hours", "--model", "adaptive"])
        #expect(table.status == 0, "\(table.error)")
        #expect(table.output.contains("\nadaptive "))
        #expect(table.output.contains("\nno-content-hours "))
        #expect(table.output.contains("resampled 100 times, seed 7;"))
        // One model has its intervals, and says how far its probabilities are right.
        let one = try command.run(usual + ["--model", "no-content-hours"])
        #expect(one.output.contains("no-content-hours, with 95 % bootstrap intervals over "))
        #expect(one.output.contains("\nCalibration, asked every half hour: "))
        #expect(try command.run(usual + ["--model", "adaptive"]).output == command.run(usual).output)
    }
}
