import FetchReport
import Testing

@Suite struct FiguresTests {
    @Test(arguments: [
        (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-0.05, 1, "-0.1"), (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (1234.5678, 2, "1234.57"), (9.999, 2, "10.00"), (0.001, 3, "0.001"), (1e14, 1, "100000000000000.0"),
    ])
    func fixedDecimalsRoundHalfAwayFromZero(value: Double, decimals: Int, text: String) {
        #expect(Figures.fixed(value, decimals: decimals) == text)
    }

    @Test(arguments: [
        (20.0, "20"), (0.1, "0.1"), (0.346526315, "0.346526"), (-1.5, "-1.5"), (100_000, "100000"),
        (1e-9, "0"),
    ])
    func plainNumbersHaveNoTrailingZeros(value: Double, text: String) {
        #expect(Figures.plain(value) == text)
    }

    @Test func numbersOutOfRangeStayReadable() {
        #expect(Figures.fixed(.infinity, decimals: 2) == "inf")
        #expect(Figures.fixed(.nan, decimals: 2) == "nan")
        #expect(Figures.fixed(1e300, decimals: 2) == "1e+300")
    }
}
