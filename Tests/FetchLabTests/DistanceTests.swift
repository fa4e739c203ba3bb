import Testing

@testable import FetchLab
@testable import FetchGenerate

/// Distances between two sides against values known by hand.
@Suite struct DistanceTests {
    @Test func meansOfUnitsWeighTheirObservations() {
        // (1 + 2 + 3) / 3 = 2 on one side, (10 + 0 + 2 + 4) / 4 = 4 on the other.
        let distance = MeanDistance([[1, 2], [3], [10, 0], [2, 4]])
        #expect(distance.between([true, true, false, false]) == 2)
        #expect(distance.between([false, false, true, true]) == 2)
        #expect(distance.between([true, true, true, true]) == 0)
    }

    @Test func samplesAreComparedByTheirDistributions() {
        // Distribution functions: after 2 they are 2/3 and 0, after 3 (on both sides) 1 and 1/2, after 9 both are 1.
        let distance = SampleDistance([[1, 2, 3], [3, 9]])
        #expect(abs(distance.between([true, false]) - 2.0 / 3) < 1e-12)
        #expect(distance.between([true, false]) == distance.between([false, true]))
        #expect(SampleDistance([[5, 5], [5]]).between([true, false]) == 0)
        #expect(SampleDistance([[1], [2]]).between([true, false]) == 1)
    }

    @Test func sharesAreComparedCategoryByCategory() {
        // 1/2, 1/2, 0 beside 0, 1/2, 1/2.
        let distance = ShareDistance([[0, 0, 1, 1], [1, 2]], categories: 3)
        #expect(distance.between([true, false]) == 0.5)
        #expect(ShareDistance([[0, 1, 1], [0, 0, 1, 1, 1, 1]], categories: 2).between([true, false]) == 0)
    }
}
