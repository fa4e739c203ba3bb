/// The mean over users of the numbers of one model, each weighed by how sure it is.
struct Means {
    private var weighed: [Double]
    private var weights: [Double]

    init(_ count: Int) {
        weighed = [Double](repeating: 0, count: count)
        weights = weighed
    }

    /// Adds what one user's model came to. A number is as sure as the root of its squared gradients is large, which is how
    /// AdaGrad has it; `first` of the squares it began with.
    mutating func add(_ numbers: [Double], squares: [Double], first: Double) {
        for (index, number) in numbers.enumerated() {
            let weight = max(0, squares[index] - first).squareRoot()
            weighed[index] += weight * number
            weights[index] += weight
        }
    }

    /// The means; 0 of what no user learned.
    var values: [Double] { zip(weighed, weights).map { $1 > 0 ? $0 / $1 : 0 } }
}
