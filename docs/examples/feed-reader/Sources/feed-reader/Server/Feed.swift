import FetchSched

/// A feed, what its server is like, and when it gets new items.
struct Feed: Sendable {
    /// A fault of the feed's server, if any.
    enum Trouble {
        case none
        /// Moved: the old address leads to the new one.
        case moved
        /// Answers 429, with `Retry-After` in seconds, to more than one request in 20 minutes.
        case throttles
        /// One answer in five is 503, with `Retry-After` as a date, or 500 without.
        case fails
        /// Slow; if the site `hangs`, it sometimes never answers.
        case slow
        /// One answer in four ends in the middle.
        case breaksOff
        /// One answer in six is no XML.
        case garbles
    }

    /// Validators, so that a reader loads only new content.
    struct Validators: OptionSet {
        let rawValue: Int
        static let tag = Validators(rawValue: 1)
        static let date = Validators(rawValue: 2)
    }

    let name: String
    /// Items a day. The rates are those of pages in the first half of 2016, from the slowest to a fast one.
    let perDay: Double
    var isAtom = false
    var validators: Validators = [.tag, .date]
    /// Seconds of `Cache-Control: max-age`.
    var maxAge: Int?
    /// Minutes of the feed's own `ttl`.
    var ttl: Int?
    var trouble = Trouble.none

    static let all = [
        Feed(name: "wire", perDay: 56, validators: .tag),
        Feed(name: "sports", perDay: 46, isAtom: true),
        Feed(name: "politics", perDay: 35, validators: .date),
        Feed(name: "science", perDay: 21, maxAge: 1_800),
        Feed(name: "tech", perDay: 9.4, trouble: .moved),
        Feed(name: "comics", perDay: 7.1, ttl: 60),
        Feed(name: "local", perDay: 5.8, trouble: .throttles),
        Feed(name: "podcasts", perDay: 2.7, trouble: .fails),
        Feed(name: "recipes", perDay: 2, isAtom: true),
        Feed(name: "blog", perDay: 1.4, trouble: .slow),
        Feed(name: "garden", perDay: 1.3, trouble: .breaksOff),
        Feed(name: "archive", perDay: 1, validators: [], trouble: .garbles),
    ]
}

/// An item of a feed.
struct Item: Hashable, Sendable {
    let id: String
    let published: FetchTime
}

extension Feed {
    /// The items of so many days, oldest first: a Poisson process that is half as fast between midnight and 8 (0.6 and
    /// 1.2 times the mean, as those pages), the same each time.
    func items(from begin: FetchTime, days: Int) -> [Item] {
        let seed = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var random = SplitMix64(seed: seed)
        var items: [Item] = []
        for minute in 0..<days * 1440 {
            let rate = perDay / 1440 * (minute % 1440 < 480 ? 0.6 : 1.2)
            guard random.nextUnit() < rate else { continue }
            let time = begin + .minutes(Int64(minute)) + .seconds((random.nextUnit() * 60).rounded(.down))
            items.append(Item(id: "\(name)-\(items.count + 1)", published: time))
        }
        return items
    }
}
