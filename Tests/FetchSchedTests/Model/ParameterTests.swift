import FetchSched
import FetchSchedText
import Testing

/// Parameters by name, and files of them.
@Suite struct ParameterTests {
    @Test func everyParameterHoldsItsDefaultAndIsSetAlone() throws {
        #expect(Set(Parameter.tunable.map(\.name)).count == Parameter.tunable.count)
        for parameter in Parameter.tunable {
            var configuration = FetchConfiguration()
            let usual = parameter.value(in: configuration)
            #expect(parameter.range.contains(usual), "\(parameter.name)")
            let other =
                usual == parameter.range.upperBound ? parameter.range.lowerBound : parameter.range.upperBound
            try parameter.set(other, in: &configuration)
            #expect(parameter.value(in: configuration) == other, "\(parameter.name)")
            for rest in Parameter.tunable where rest.name != parameter.name {
                #expect(rest.value(in: configuration) == rest.value(in: FetchConfiguration()), "\(rest.name)")
            }
            try parameter.set(usual, in: &configuration)
            #expect(configuration == FetchConfiguration(), "\(parameter.name)")
            for wrong in [
                parameter.range.upperBound * 2 + 1, parameter.range.lowerBound - 1, .nan, .infinity,
            ] {
                #expect(throws: ParameterError.self) { try parameter.set(wrong, in: &configuration) }
            }
            #expect(configuration == FetchConfiguration())
        }
    }

    @Test func fileIsReadAndWritten() throws {
        var configuration = FetchConfiguration()
        let text =
            "\r\n# heading\n prospectWeight=0.25 # half\r\n\tforecast.halfLifeDays = 1.4e1\nplanStep = 600\n"
            + "polling.ageJoules = 0.5\nbudget.requestsPerDay = 1200"
        try ParameterFile.apply(text.utf8, to: &configuration)
        #expect(configuration.prospectWeight == 0.25)
        #expect(configuration.forecast.halfLifeDays == 14)
        #expect(configuration.planStep == .minutes(10))
        #expect(configuration.polling.ageJoules == 0.5 && configuration.budget.requestsPerDay == 1200)
        configuration.budget.requestsPerDay = nil
        let written = ParameterFile.text(configuration, differingFrom: FetchConfiguration())
        #expect(
            written == """
                # fetchsched parameters 1
                prospectWeight = 0.25
                forecast.halfLifeDays = 14
                planStep = 600
                polling.ageJoules = 0.5

                """)
        var again = FetchConfiguration()
        try ParameterFile.apply(written.utf8, to: &again)
        #expect(again == configuration)
    }

    @Test(arguments: [
        ("prospectWeight 1", 1, 1), ("\n  prospect = 1", 2, 3), ("planStep = 600\nplanStep = 900", 2, 1),
        ("planStep = x", 1, 12), ("planStep =", 1, 11), ("planStep = 600\nprospectWeight = 7", 2, 18),
        ("prospectWeight = 0.1234567890123456", 1, 18), ("prospectWeight = nan", 1, 18), ("= 3", 1, 1),
    ])
    func errorsSayWhereAndChangeNothing(_ text: String, _ line: Int, _ column: Int) {
        var configuration = FetchConfiguration()
        do {
            try ParameterFile.apply(text.utf8, to: &configuration)
            Issue.record("no error in \(text)")
        } catch {
            #expect(error.line == line && error.column == column, "\(error)")
        }
        #expect(configuration == FetchConfiguration())
    }

    @Test func decimalsAreThoseOfTheCompiler() throws {
        let texts = [
            "0", "-0.5", "1", "20", "0.02", "1e-3", "123456.789", "5e12", "+7.25E2", "000.100", "9e22", ".5",
            "5.",
        ]
        let values = [0, -0.5, 1, 20, 0.02, 1e-3, 123456.789, 5e12, 725, 0.1, 9e22, 0.5, 5]
        for (text, value) in zip(texts, values) { #expect(DecimalText.value(text.utf8) == value, "\(text)") }
        for text in [
            "", "-", ".", "e5", "1e", "1e+", "1e400", "0x10", "1 ", "1_0", "inf", "1234567890123456",
        ] {
            #expect(DecimalText.value(text.utf8) == nil, "\(text)")
        }
        var draw = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let digits = Int64(draw.nextUnit() * 1e11) + 1
            let value = Double(digits) / [1, 1e3, 1e7, 1e12, 1e18][draw.below(5)]
            let text = DecimalText.text(value)
            #expect(DecimalText.value(text.utf8) == Double(text), "\(text)")
            let back = try #require(DecimalText.value(text.utf8))
            #expect(abs(back - value) <= 1e-11 * abs(value), "\(text) for \(value)")
        }
    }
}
