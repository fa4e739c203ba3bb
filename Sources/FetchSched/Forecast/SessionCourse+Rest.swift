extension SessionCourse {
    /// What is left of a session.
    struct Rest: Sendable {
        /// The chance that there is another launch.
        var goesOn: Double
        /// Launches expected after that one.
        var launchesAfter: Double

        /// The chance that an app is launched in it.
        ///
        /// - Parameters:
        ///   - next: the chance that the next launch is its.
        ///   - later: the chance that one of the launches after that is.
        func chance(next: Double, later: Double) -> Double {
            chance(next: next, later: later, nextInTime: 1, laterInTime: 1)
        }

        /// The same within seconds in which the next launch comes with the chance `nextInTime`, and one after it with the
        /// chance `laterInTime`.
        func chance(next: Double, later: Double, nextInTime: Double, laterInTime: Double) -> Double {
            goesOn * (next * nextInTime + (1 - next) * chanceAfter(later) * laterInTime)
        }

        /// How many launches there are after the next one is open: their number is taken to be geometric, so that the chance
        /// that one of them is the app's is less than for so many launches for certain.
        private func chanceAfter(_ later: Double) -> Double {
            let expected = launchesAfter * later
            return expected / (1 + expected)
        }

        /// How many launches after the next one the first of the app's comes, if one does: for a geometric number of them.
        func launchesUntil(later: Double) -> Double { (1 + launchesAfter) / (1 + launchesAfter * later) }
    }

    /// How long it is until the next launch of a session, if there is one.
    ///
    /// The gaps between launches are taken to have a Lomax distribution, with their mean and that of their squares: the longer
    /// it was quiet, the longer it will be. (Lomax, "Business failures", JASA 49, 1954.)
    struct Wait: Sendable {
        /// Infinite where it is exponential.
        private let shape: Double
        private let scale: Double

        /// - Parameters:
        ///   - toNext: mean seconds of a gap.
        ///   - leftToNext: the same from any moment in one: half the mean square over the mean.
        ///   - age: seconds since the last launch.
        init(toNext: Double, leftToNext: Double, age: Double) {
            if leftToNext > 1.05 * toNext {
                shape = (2 * leftToNext - toNext) / (leftToNext - toNext)
                scale = (shape - 1) * toNext + age
            } else {
                // As good as exponential, or more alike than that.
                (shape, scale) = (.infinity, toNext)
            }
        }

        /// Its mean, in seconds.
        var mean: Double { shape < .infinity ? scale / (shape - 1) : scale }

        /// The chance that it is over within so many seconds.
        func isOver(within seconds: Double) -> Double {
            shape < .infinity
                ? 1 - PortableMath.power(1 + seconds / scale, -shape)
                : PortableMath.saturation(seconds / scale)
        }
    }

    /// The wait at that moment.
    func wait(at now: Instant) -> Wait {
        let age = lastLaunch.map { min(max(0, (now - $0).seconds), Self.gap.longest) } ?? 0
        return Wait(toNext: secondsToNext, leftToNext: secondsLeftToNext, age: age)
    }
}
