import FetchSched
import FetchSchedText
import Testing

/// What the guide (`EmbeddingInSwift.md`) shows, and that it does what the guide says.
@Test func theGuide() throws {
    var (started, delivered, logged): ([AppID], [UInt64], [String]) = ([], [], [])
    func start(_ app: AppID) { started.append(app) }
    func deliver(_ push: UInt64) { delivered.append(push) }
    func log(_ text: String) { logged.append(text) }
    func print(_ text: FetchExplanation) { logged.append(text.description) }
    var now = FetchTime(seconds: 1_700_000_000)

    var engine = try FetchEngine(configuration: FetchConfiguration(), seed: 1)
    let mail = engine.register(.minimum, at: now)

    try engine.observe(.launch(mail), at: now)
    try engine.observe(.foregroundSync(mail, .newData, bytes: 80_000), at: now)
    try engine.observe(.radio(.user, until: now + .seconds(2)), at: now)
    try engine.observe(.endOfUse(mail), at: now + .minutes(1))

    do { try engine.observe(.batteryLevel(15), at: now) } catch { log("\(error)") }
    #expect(logged == ["battery level 15 is not between 0 and 1"])

    now = now + .hours(1)
    if engine.receive(.silent, for: mail, number: 7, at: now) == .deliver { deliver(7) }
    try engine.observe(.radio(.push, until: now + .seconds(2)), at: now)

    while let action = engine.nextAction(at: now) {
        switch action {
        case .fetch(let app): start(app)
        case .deliver(let push): deliver(push.number)
        default: break
        }
    }
    let timer = engine.nextDeadline(after: now)
    #expect(started == [mail] && delivered == [7])
    // The limit of the fetch, and the next moment.
    #expect(timer == now + .seconds(30.001))

    now = now + .seconds(2)
    try engine.completeFetch(of: mail, with: .newData, bytes: 80_000, at: now)

    let bytes = engine.snapshot()
    var restored = try FetchEngine(restoring: bytes, configuration: engine.configuration)
    restored.hostRestarted(at: now)

    print(try engine.explain(mail, at: now))
    #expect(logged.last?.contains("not fetched: spacing-not-passed until") == true, "\(logged)")
    // It knows of the fetch, too.
    #expect(try restored.explain(mail, at: now).description.contains("not fetched: spacing-not-passed until"))

    try engine.remove(mail, at: now)
    #expect(throws: EngineError.unknownApp(mail)) { try engine.observe(.launch(mail), at: now) }
    let news = engine.register(.minimum, at: now)
    #expect(news.index == mail.index && news.generation == mail.generation + 1)
}
