/// A rate that is constant on slots of a quarter of an hour, over the whole trace.
///
/// Point processes are drawn in *operational time*, the integral of the rate: a gap with mean 1 there becomes,
/// through ``advance(from:by:)``, a gap in seconds that is short where the rate is high. So any renewal process
/// gets a rhythm of the day, the week and the year without rejection.
package struct RateCurve: Sendable {
    let rates: [Double]

    /// Makes a curve from the rate of each slot, in events per second.
    init(rates: [Double]) {
        self.rates = rates
    }

    var end: Double { Double(rates.count) * DayRhythm.slotSeconds }

    /// The moment, in seconds from the start, when the integral of the rate since `time` reaches `amount`; nil
    /// if the curve ends before.
    ///
    /// - Complexity: O(slots passed).
    func advance(from time: Double, by amount: Double) -> Double? {
        var rest = amount
        var now = time
        var slot = Int(time / DayRhythm.slotSeconds)
        while slot < rates.count {
            let slotEnd = Double(slot + 1) * DayRhythm.slotSeconds
            let available = rates[slot] * (slotEnd - now)
            if rest < available { return now + rest / rates[slot] }
            rest -= available
            now = slotEnd
            slot += 1
        }
        return nil
    }
}
