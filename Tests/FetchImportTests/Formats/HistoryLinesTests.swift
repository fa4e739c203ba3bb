import FetchSched
import FetchTrace
import Testing

@testable import FetchImport

/// Exports of App Usage as phones write them: apps, notifications and the screen in one list, in the phone's language.
@Suite struct HistoryLinesTests {
    /// What a language calls things.
    private struct Words {
        var notification: String
        var off: String
        var on: String
        var locked: String
        var unlocked: String
        var home: String
    }

    private static let languages = [
        "en": Words(
            notification: "Notification posted", off: "Screen off", on: "Screen on", locked: "locked",
            unlocked: "unlocked", home: "One UI Home"),
        "fr": Words(
            notification: "Notifications envoyées", off: "Écran éteint", on: "Écran allumé",
            locked: "verrouillé", unlocked: "déverrouillé", home: "Accueil One UI"),
        "ja": Words(
            notification: "通知", off: "画面オフ", on: "画面オン", locked: "ロック", unlocked: "解除",
            home: "One UI ホーム"),
    ]

    /// Two weeks: at 8, 12 and 20 the screen lights and is unlocked, Mail is in front for 60 s but for a notification in
    /// the middle and the home screen behind it, then News; at night the screen is dark. In between, notifications light
    /// the locked screen.
    private func export(_ words: Words) -> InputText {
        var rows: [(second: Int, name: String, span: Int)] = []
        var second = 0
        func add(_ name: String, _ span: Int) {
            rows.append((second, name, span))
            second += span
        }
        for day in 0..<14 {
            for hour in [8, 12, 20] {
                let start = day * 86_400 + hour * 3600
                let notified = start - 1800
                add("\(words.off) (\(words.locked))", notified - second)
                add("\(words.notification) (News)", 0)
                add("\(words.on) (\(words.locked))", 6)
                add("\(words.off) (\(words.locked))", start - second)
                add("\(words.on) (\(words.locked))", 1)
                add("\(words.on) (\(words.unlocked))", 2)
                add("Mail", 30)
                add("\(words.notification) (Chat)", 0)
                add("Mail", 30)
                add(words.home, 3)
                add("News (Beta)", 40)
                add("News", 90)
                add("\(words.off) (\(words.unlocked))", 5)
            }
        }
        var text = "\u{FEFF}\"App name\",\"Date\",\"Time\",\"Duration\"\n"
        for row in rows.reversed() {
            let (date, clock) = (1 + row.second / 86_400, row.second % 86_400)
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            text += "\"\(row.name)\",\"2024-05-\(two(date))\",\"\(two(clock / 3600)):\(two(clock / 60 % 60)):"
            text +=
                "\(two(clock % 60))\",\"\(row.span / 3600):\(two(row.span / 60 % 60)):\(two(row.span % 60))\"\n"
        }
        return file(text + "\"\"\n\"Created by App Usage on Wednesday, May 15, 2024, 7:46 PM\"\n")
    }

    @Test(arguments: ["en", "fr", "ja"])
    func twoWeeks(language: String) throws {
        let words = try #require(Self.languages[language])
        let log = try launchLog(.digitalWellbeing, [export(words)])
        let launches = log.devices[0].launches
        #expect(log.apps == ["Mail", "News", "News (Beta)"])
        #expect(launches.count == 3 * 3 * 14)
        #expect(launches.prefix(3).map { $0.duration?.seconds } == [60, 40, 90])
        // The first notification comes before the first launch; no one opens Chat.
        #expect(log.summary.notifications == 41 && log.summary.notificationsLeftOut == 43)
        #expect(log.devices[0].notifications.allSatisfy { $0.app == "News" })
        #expect(
            log.summary.leftOut.map(\.name).sorted()
                == [
                    words.home, "\(words.off) (\(words.locked))", "\(words.off) (\(words.unlocked))",
                    "\(words.on) (\(words.locked))", "\(words.on) (\(words.unlocked))",
                ].sorted())
        #expect(log.summary.oddities == [])
        let screen = log.devices[0].screen
        #expect(screen.prefix(5).map(\.change) == [.off, .on, .off, .on, .unlocked])
        #expect(screen.count { $0.change == .unlocked } == 3 * 14 - 1)
        var builder = TraceBuilder()
        builder.content = .none
        let trace = try written(builder.trace(of: log))
        #expect(trace.split(separator: "\n").count { $0.contains(",push,News,alert,,") } == 41)
    }

    /// Older exports have no brackets; what lasts longest, again and again, is a dark screen.
    @Test func darkScreenWithoutBrackets() throws {
        let text = rows(days: 7) { day, hour in
            "Bildschirm aus,2024-05-0\(day),\(hour):10:00,0:50:00\nMail,2024-05-0\(day),\(hour):00:00,0:10:00\n"
        }
        #expect(imported(.digitalWellbeing, [text]).summary.apps == 2)
        let long = rows(days: 7) { day, hour in
            (hour == "18"
                ? "Bildschirm aus,2024-05-0\(day),18:10:00,13:50:00\n"
                : "Bildschirm aus,2024-05-0\(day),\(hour):10:00,0:50:00\n")
                + "Mail,2024-05-0\(day),\(hour):00:00,0:10:00\n"
        }
        let log = try launchLog(.digitalWellbeing, [long])
        #expect(log.apps == ["Mail"] && log.summary.launches == 7 * 11)
        #expect(log.devices[0].screen.allSatisfy { $0.change == .off })
    }

    /// A name in brackets alone makes no notification, and a night in front no dark screen.
    @Test func appsWithBrackets() throws {
        let text = rows(days: 7) { day, hour in
            let last = hour == "18" ? "Clock (Night),2024-05-0\(day),18:40:00,8:00:00\n" : ""
            return last + "Maps (Go),2024-05-0\(day),\(hour):30:00,0:00:00\n"
                + "Mail (Lite),2024-05-0\(day),\(hour):20:00,0:00:09\nLite,2024-05-0\(day),\(hour):10:00,0:01:00\n"
        }
        let log = try launchLog(.digitalWellbeing, [text])
        #expect(log.apps.sorted() == ["Clock (Night)", "Lite", "Mail (Lite)", "Maps (Go)"])
        #expect(log.summary.launches == 7 * 34 && log.summary.notifications == 0 && log.summary.leftOut == [])
        #expect(log.devices[0].screen.isEmpty)
    }

    /// Rows for each hour from 8 to 18 of the days, the newest first.
    private func rows(days: Int, _ text: (Int, String) -> String) -> InputText {
        var result = "App name,Date,Time,Duration\n"
        for day in (1...days).reversed() {
            for hour in (8...18).reversed() { result += text(day, (hour < 10 ? "0" : "") + String(hour)) }
        }
        return file(result)
    }
}

/// What is not certain is said, and nothing is left out for it.
@Suite struct OdditiesTests {
    /// A use of one of five apps every 10 minutes, and one of `name` nine minutes before each, for so many seconds.
    private func oddities(_ name: String, for seconds: Double, others: Double = 30) -> [String] {
        var log = UsageLog()
        for turn in 0..<200 {
            let start = FetchTime(seconds: Double(turn) * 600)
            let app = ["a", "b", "c", "d", "e"][turn % 5]
            log.uses.append(
                AppUse(device: "0", app: app, start: start + .minutes(9), duration: .seconds(others)))
            log.uses.append(AppUse(device: "0", app: name, start: start, duration: .seconds(seconds)))
        }
        return LaunchLog(log, selection: AppSelection(), gap: .seconds(5)).summary.oddities
    }

    @Test func whatLooksOdd() {
        func says(_ what: String) -> [String] {
            ["200 of 400 launches are of \"x\", which looks like \(what); --exclude leaves it out"]
        }
        #expect(oddities("x", for: 2) == says("a home screen, as most of them last 3 s or less"))
        #expect(oddities("x", for: 0) == says("notifications, as none of them lasts"))
        #expect(oddities("x", for: 480) == says("a dark screen, as they last more than half of the time"))
        #expect(oddities("x", for: 40) == [])
        #expect(
            oddities("x", for: 1000, others: 1000).first?.hasSuffix(
                "is the duration's unit right? Without durations, each row is a launch") == true)
    }
}
