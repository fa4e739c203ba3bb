import FetchSched

/// Something that happens to the phone, but for what the engine asks for.
struct Happening {
    enum What {
        case use(Int, seconds: Int)
        case heartbeat
        case silentPushes(Int, count: Int)
        case alert(Int)
        case place(Int)
        case plug(Bool)
        case upload(Int)
        case saver(Bool)
        case quit(Int)
        case serverWait(Int)
        case save
    }

    let time: FetchTime
    let what: What
}

/// The transfer under way.
struct Upload {
    static let bytes: Int64 = 3_000_000_000
    static let bytesPerSecond: Int64 = 100_000

    let id: TransferID
    let from: Int64
    let began: FetchTime

    var end: FetchTime {
        began + TimeSpan(milliseconds: 1000) * ((Upload.bytes - from) / Upload.bytesPerSecond)
    }

    func moved(at now: FetchTime) -> Int64 {
        from + (now - began).milliseconds / 1000 * Upload.bytesPerSecond
    }
}

extension Phone {
    /// Events of that day, in order of time; of two at the same time the one first that is first here.
    mutating func plan(of day: Int) -> [Happening] {
        let midnight = Phone.start + .days(Int64(day))
        func time(_ hour: Int, _ minute: Int = 0) -> FetchTime {
            midnight + .minutes(Int64(60 * hour + minute))
        }
        var plan: [Happening] = []
        func add(_ time: FetchTime, _ what: Happening.What) {
            let place = plan.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
            plan.insert(Happening(time: time, what: what), at: place)
        }
        for hour in [7, 9, 12, 13, 17, 18, 20, 21] {
            var moment = time(hour, draw(50)) + .seconds(Double(draw(60)))
            guard draw(7) > 0 else { continue }
            for _ in 0..<1 + draw(3) {
                let (one, other, seconds) = (draw(Phone.apps), draw(Phone.apps), 20 + draw(160))
                add(moment, .use(min(one, other), seconds: seconds))
                moment = moment + .seconds(Double(seconds + 5))
            }
        }
        add(time(21, 55), .use(0, seconds: 40))
        for hour in stride(from: 0, to: 24, by: 2) { add(time(hour, 11), .heartbeat) }
        add(time(10, 15), .silentPushes(1, count: 4))
        add(time(11), .alert(2))
        add(time(8, 30), .place(40))
        add(time(18, 30), .place(0))
        add(time(1), .plug(true))
        add(time(6, 30), .plug(false))
        if day % 3 == 1 { add(time(16), .upload(3)) }
        if day % 5 == 2 { add(time(14), .saver(true)) }
        if day % 5 == 2 { add(time(16), .saver(false)) }
        if day % 4 == 3 { add(time(15), .quit(1)) }
        if day % 6 == 4 { add(time(11, 30), .serverWait(0)) }
        if day == Phone.days / 2 { add(time(12, 30), .save) }
        return plan
    }
}

// MARK: Names

extension FetchOutcome {
    /// How many bytes a sync with that outcome moves.
    var size: Int64 { self == .newData ? 80_000 : 0 }
}

extension LocationCause {
    var name: String {
        switch self {
        case .enter: "enter"
        case .exit: "exit"
        case .significant: "significant"
        }
    }
}

extension PushReception {
    var name: String {
        switch self {
        case .deliver: "delivered"
        case .stored(replacing: nil): "stored"
        case .stored: "stored, instead of another"
        case .refused: "refused"
        }
    }
}
