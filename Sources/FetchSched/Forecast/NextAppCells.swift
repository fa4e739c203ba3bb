/// The cells of ``NextAppModel``'s biases: by sessions and by time since an app's last use, and by its place in the list of
/// apps used last.
///
/// Of eight apps at once a cell is a mask. Those of sessions and of time are steps of a ladder: an app is in the cell of the
/// last bound that it reaches.
enum NextAppCells {
    /// Cells by sessions since the last use: the present one, ten powers of 1.7, and never.
    static let sessions = 12
    /// Cells by place: those told apart, beyond, and never.
    static let places = RecencyList.length + 2
    /// Cells by time since the last use.
    static let times = 5

    /// The powers of 1.7 that begin a cell, in sessions; 0 where there are no more.
    static var sessionBounds: SIMD16<Int32> { SIMD16(1, 2, 3, 5, 9, 15, 25, 42, 70, 119, 0, 0, 0, 0, 0, 0) }
    /// Those as sessions: an app reaches one that was last used in an earlier session.
    static func bounds(present: Int32) -> SIMD16<Int32> { present &- sessionBounds &+ 1 }
    /// How many bounds there are.
    static let sessionBoundCount = 10

    /// The cell of an app used `sessions` sessions ago; 0 for the present one.
    @inline(__always)
    static func cell(sessions: Int32) -> Int {
        // 1 + floor(log d / log 1.7), at most 10: how many bounds are reached. Without branches, as nobody can foretell them.
        var cell = 0
        for bound in 0..<sessionBoundCount { cell += sessions >= sessionBounds[bound] ? 1 : 0 }
        return cell
    }

    /// How long ago an app was used that is not in the first cell, and in the following ones, in steps of ten minutes: 20
    /// minutes, 5, 20 and 30 hours.
    private static let timeBounds: (Int32, Int32, Int32, Int32) = (2, 30, 120, 180)

    /// The step of no use at all: after all others.
    static let never: Int32 = 1 << 30
    /// Steps are held to ten thousand years around the epoch, so that no difference of theirs is out of range.
    private static let lastStep: Int64 = 1 << 29

    /// The step of time at which `moment` is past.
    @inline(__always)
    static func step(after moment: Instant) -> Int32 { held(ForecastStep.after(moment)) }

    /// A step as cells know it.
    @inline(__always)
    static func held(_ step: Int64) -> Int32 {
        Int32(truncatingIfNeeded: min(max(step, -lastStep), lastStep))
    }

    /// Masks of the cells by time.
    struct Times {
        let first, second, third, fourth, fifth: IntLanes

        /// The cells in step `now` of eight apps that were last used by the step `last`.
        @inline(__always)
        init(_ last: IntLanes, at now: Int32) {
            let reached = (
                last.isLess(than: now &- timeBounds.0 &+ 1), last.isLess(than: now &- timeBounds.1 &+ 1),
                last.isLess(than: now &- timeBounds.2 &+ 1), last.isLess(than: now &- timeBounds.3 &+ 1)
            )
            // A mask less another one is set where only the first is.
            first = -1 &- reached.0
            second = reached.0 &- reached.1
            third = reached.1 &- reached.2
            fourth = reached.2 &- reached.3
            fifth = reached.3
        }
    }
}
