@testable import FetchSched
import FetchSchedText
import Testing

/// A scheduler alone, from a launch to an explanation.
@Test func theExampleOfTheReadme() throws {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    func print(_ text: Explanation) { printed.append(text.description) }

    var scheduler = Scheduler(seed: 1)
    var now = Instant(seconds: 1_700_000_000)
    let news = scheduler.register(.minimum, at: now)
    let mail = scheduler.register(.custom(.minutes(30)), at: now)

    scheduler.observe(.launch(news), at: now)  // the user opens an app,
    scheduler.observe(.foregroundSync(news, .newData, bytes: 80_000), at: now)  // which looks for itself,
    scheduler.observe(.endOfUse(news), at: now + .minutes(2))  // and leaves it

    now = now + .hours(1)
    scheduler.observe(.radio(.other, until: now + .seconds(2)), at: now)  // the radio is awake anyway:
    while let app = scheduler.nextFetch(at: now) {  // what is worth fetching now?
        print("fetch \(app == news ? "news" : "mail")")  // (start it, wait for its end)
        now = now + .seconds(1)
        try scheduler.complete(app, .newData, bytes: 80_000, at: now)
    }
    print(try scheduler.explain(mail, at: now))
    let timer = scheduler.nextWakeup(after: now)  // nil: not worth a wakeup of its own

    #expect(
        printed == [
            "fetch news", "fetch mail",
            "app 1 at 2023-11-14T23:13:22.000Z: not fetched: interval-not-passed until 2023-11-14T23:43:22.000Z, "
                + "spacing-not-passed until 2023-11-14T23:18:22.000Z; V 20 J x P(new) 0.114 % x "
                + "P(opened before the next change) 20 % x beyond later fetches 82.9 % = benefit 0.00378 J "
                + "against cost 0.673 J; not before 2023-11-14T23:43:22.000Z; last sync 1 s ago",
        ])
    #expect(timer == nil)
}
