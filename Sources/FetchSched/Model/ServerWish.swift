/// What an app's server asked for: not before a moment, and not more often than that.
///
/// - Complexity: 12 bytes.
struct ServerWish: Hashable, Sendable {
    /// Not before that moment.
    var floor = Instant.distantPast
    /// The interval, and the highest bit for what ``isOfAnswer`` says.
    private var word: UInt32 = 0
    private static var answer: UInt32 { 1 << 31 }
    private var milliseconds: UInt32 { word & ~Self.answer }

    /// Whether it asked for time between fetches.
    @inline(__always)
    var hasInterval: Bool { milliseconds > 0 }

    /// Not more often; at most a week.
    @inline(__always)
    var interval: TimeSpan {
        get { TimeSpan(milliseconds: Int64(milliseconds)) }
        set {
            let milliseconds = min(max(.zero, newValue), Scheduler.longestServerWait).milliseconds
            word = word & Self.answer | UInt32(clamping: milliseconds)
        }
    }

    /// The moment was told while a fetch was under way, to whose answer it belongs.
    var isOfAnswer: Bool {
        get { word & Self.answer != 0 }
        set { word = newValue ? word | Self.answer : word & ~Self.answer }
    }

    /// The server answered as usual: a wait that it asked for before is over.
    mutating func endWait() {
        guard floor > .distantPast else { return }
        if !isOfAnswer { floor = .distantPast }
        isOfAnswer = false
    }

    /// From when on the server wants to be asked again: a floor under all that the scheduler would do. Here it asks
    /// for an hour's wait (`w`), and then for half an hour between fetches (`i`):
    ///
    ///     min       0    30   60   90   120
    ///     server    w         i
    ///     push        p    p  p  p p  p  p
    ///     fetch               f    f     f
    ///
    @inline(__always)
    func allows(after end: PastInstant) -> Instant {
        guard hasInterval, let end = end.moment else { return floor }
        return max(floor, end + interval)
    }
}
