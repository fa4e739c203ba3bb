import FetchSched
import FetchSim

/// A random life of a program that polls.
struct PollerLife {
    private(set) var lines: [JournalLine] = []
    private var player = JournalPlayer()
    private var random: SplitMix64
    private var now = FetchTime(milliseconds: 1_704_067_200_000)
    private var sources: [AppID] = []
    /// One that is not asked at present.
    private var paused: AppID?

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    @discardableResult
    private mutating func play(_ line: JournalLine) throws -> [JournalLine] {
        let answers = try player.play(line)
        lines.append(line)
        lines += answers
        return answers
    }

    private func line(_ verb: String) -> JournalLine { JournalLine(now, verb) }

    mutating func run(days: Int) throws {
        try play(JournalLine(.epoch, "poller").with("value", real: 300))
        try play(JournalLine(.epoch, "create_poller").with("seed", 7))
        try play(line("add_group").with("spacing", 1000).with("once", 2))
        try play(line("add_group").with("spacing", 0).with("once", 0))
        for _ in 0..<30 { try add() }
        let end = now + .days(Int64(days))
        while now < end {
            try ask()
            if below(6) == 0 { try happen() }
            let answers = try play(line("deadline"))
            let next = answers.first?.until ?? .distantFuture
            let latest = now + TimeSpan(milliseconds: Int64(1 + below(1_800_000)))
            now = max(now + TimeSpan(milliseconds: 1), min(next, latest))
        }
        try play(line("snapshot"))
    }

    private mutating func add() throws {
        let line = line("add_source").with("least", 300_000)
            .with("most", pick([Int64.max, 86_400_000])).with("weight", real: pick([1, 1, 0.5, 3]))
            .with("group", below(3) - 1)
        sources += try play(line).compactMap(\.app)
    }

    /// Asks what is due: half of it at once, the rest at random times, or puts it off, or never reports it.
    private mutating func ask() throws {
        while let source = try play(line("due")).first?.app {
            switch below(40) {
            case 0: break
            case 1:
                try play(line("defer_request").with(source).with("until", now + .minutes(Int64(below(600)))))
            default: try report(source)
            }
        }
    }

    private mutating func report(_ source: AppID) throws {
        let outcome = pick([
            FetchOutcome.newData, .newData, .noData, .noData, .noData, .failed,
            below(8) == 0 ? .gone : .noData,
        ])
        var line = line("record_answer").with(source).with("outcome", outcome.rawValue).with(
            "bytes", below(50_000))
        if outcome == .newData, below(3) > 0 {
            let dates = [below(100) + 1, below(100) + 100].map { (now - .minutes(Int64($0))).milliseconds }
            line.set("changed", dates.map { String($0) }.joined(separator: ","))
        }
        if outcome == .failed { line = line.with("wait", pick([-1, 0, 600_000, 7_200_000])) }
        if below(5) == 0 { line = line.with("age", pick([0, 3_600_000])) }
        try play(line)
    }

    private mutating func happen() throws {
        let source = pick(sources)
        switch below(16) {
        case 0..<3: try play(line("note_read").with(source))
        case 3: try report(source)
        case 4: try play(line("next_request").with(source))
        case 5: try play(line("idle"))
        case 6:
            try play(
                line("set_source").with(source).with("least", 600_000).with("most", Int64.max)
                    .with("weight", real: 2).with("group", below(3) - 1))
        case 7:
            try play(
                line("set_group").with("group", 0).with("spacing", below(3) * 500).with("once", below(3)))
        case 8: try play(line("set_network").with("value", pick([0, 1, 1])))
        case 9:
            try play(line("snapshot"))
            try play(line("restore"))
            try play(line("restarted"))
        case 10:
            try play(line("remove_source").with(source))
            sources.removeAll { $0 == source }
            try add()
        case 11:
            try play(line("pause_source").with(source).with("value", 1))
            if let paused { try play(line("pause_source").with(paused).with("value", 0)) }
            paused = source
        case 12:
            let price = try play(line("price")).first?[real: "price"] ?? 1
            try play(line("join_price").with("price", real: price * pick([0.5, 2, 0])))
        case 13:
            let group = try play(line("add_group").with("spacing", 2000).with("once", 0)).first?["group"]
            if let group { try play(line("remove_group").with("group", group)) }
        default: try play(line("note_announcement").with(source))
        }
    }
}
