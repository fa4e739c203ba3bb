/// Finds where a growing function is no longer negative: the first of ``steps`` steps at which it is not.
///
/// First it looks around a guess, ever farther; what is left is searched by false position (Illinois), and halved where that
/// closes in slowly. Two looks are enough where the guess is right. The result does not depend on the guess.
enum ThresholdSearch {
    static let steps = 1024

    /// - Parameters:
    ///   - guess: a step, or 0 for none.
    ///   - loss: minus the function at step 0.
    ///   - gain: the function.
    /// - Returns: nil if it is negative at the last step, too.
    @inline(__always)
    static func first(near guess: Int, loss: Double, _ gain: (_ step: Int) -> Double) -> Int? {
        // It loses at `low`, and gains at `high`, if that is a step.
        var (low, high) = (0, steps + 1)
        var (loss, profit) = (loss, 0.0)
        var (slow, lastGained) = (0, Bool?.none)
        var next = guess > 0 ? min(guess, steps) : steps
        var reach = guess > 0 ? 1 : steps
        repeat {
            let width = high - low
            let found = gain(next)
            let gained = found >= 0
            if gained {
                (high, profit) = (next, found)
                if lastGained == true { loss /= 2 }
            } else {
                (low, loss) = (next, -found)
                if lastGained == false { profit /= 2 }
            }
            if high > steps {
                guard low < steps else { return nil }
                next = min(steps, low + reach)
                reach *= 8
            } else if gained, lastGained != false, reach < steps {
                next = max(low + 1, high - reach)
                reach *= 8
            } else {
                reach = steps
                slow = high - low > width / 2 && slow < 2 ? slow + 1 : 0
                let share = slow < 2 ? loss / (loss + profit) : 0.5
                // Written so that what is no number is one step.
                let step = share > 0 ? Int(Double(high - low) * share + 0.5) : 1
                next = low + min(max(step, 1), max(1, high - low - 1))
            }
            lastGained = gained
        } while high - low > 1
        return high
    }
}
