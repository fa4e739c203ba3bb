import FetchSim

/// The main figures' sums by local day: enough to resample days, however many launches and questions there were.
///
/// A day is one of one device: those of several devices stand one behind the other. What belongs together, as the uses
/// of one evening, nearly always falls into one day; so days differ by chance, and nearly independently, where launches
/// and questions do not.
struct DayLog: Sendable {
    private(set) var days: [Int64] = []
    /// By day, and in it by figure: what is divided, and what by.
    private(set) var sums: [SIMD2<Double>] = []

    private static let width = ForecastFigure.all.count

    /// Adds to a figure of a day, the last day but where a traveller is given one back.
    mutating func add(_ figure: ForecastFigure, _ above: Double, over below: Double, on day: Int64) {
        sums[place(of: day) + figure.place] += SIMD2(above, below)
    }

    private mutating func place(of day: Int64) -> Int {
        if let last = days.lastIndex(where: { $0 <= day }), days[last] == day { return last * Self.width }
        let place = (days.lastIndex { $0 < day } ?? -1) + 1
        days.insert(day, at: place)
        sums.insert(contentsOf: repeatElement(.zero, count: Self.width), at: place * Self.width)
        return place * Self.width
    }

    mutating func append(_ other: DayLog) {
        days += other.days
        sums += other.sums
    }

    /// Each figure with these days resampled, sample by sample, in the order of ``ForecastFigure/all``; nil in samples
    /// that do not have the figure. Logs of the same days have the same days in each sample.
    ///
    /// - Complexity: O(resamples x days).
    func samples(_ bootstrap: Bootstrap) -> [[Double?]] {
        var samples = [[Double?]](repeating: [], count: Self.width)
        var total = [SIMD2<Double>](repeating: .zero, count: Self.width)
        bootstrap.draw(days.count) { weights in
            for figure in total.indices { total[figure] = .zero }
            for (day, weight) in weights.enumerated() where weight > 0 {
                let first = day * Self.width
                for figure in total.indices { total[figure] += sums[first + figure] * weight }
            }
            for (figure, kind) in ForecastFigure.all.enumerated() {
                samples[figure].append(kind.value(total[figure]))
            }
        }
        return samples
    }

    /// The figures of all days, in the order of ``ForecastFigure/all``; nil for those that do not exist.
    ///
    /// - Complexity: O(days).
    var figures: [Double?] {
        ForecastFigure.all.enumerated().map { figure, kind in
            kind.value(days.indices.reduce(into: .zero) { $0 += sums[$1 * Self.width + figure] })
        }
    }
}
