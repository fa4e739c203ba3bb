import Foundation
import Testing

/// What the command prints on good input.
@Suite struct GoldenTests {
    private static let tiny = """
        time,event,app,value,bytes,seconds
        0,interval,mail,minimum,,
        0,interval,news,7200,,
        3600,update,mail,,100000,
        7200,launch,mail,,,30
        90000,update,news,,200000,
        93600,launch,news,,,30
        93620,launch,mail,,,10
        180000,update,mail,,50000,
        183600,launch,mail,,,20
        259200,launch,news,,,5

        """

    private func folder(_ trace: String = tiny) throws -> Command {
        try Command(["t.csv": trace])
    }

    /// Golden numbers, checked by hand: two days scored (a third of three is warm-up), four launches, two of
    /// them stale by an hour. The bound fetches before both, each at the price of the request alone: 0.4 J to run, 0.05 J
    /// for each MB handled, 0.3 s and 4.5 kB at 13 Mbit/s at 1.28804 W, and 4.5 kB down and 1.5 kB up at 0.05197 and
    /// 0.43839 W a Mbit/s, as the content's bytes are spared in the foreground.
    @Test func benchAsJSON() throws {
        let command = try folder()
        let result = try command.run(["bench", "t.csv", "--policy", "none,clairvoyant", "--format", "json"])
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(
            result.output == """
                {"format":"fetchsched-bench/1","trace":"t.csv","radio":"lte","powerProfile":"default",\
                "staleHalfLifeSeconds":0,"valueJoules":20,"devices":1,"days":2,"warmupDays":1,"events":10,"seed":1,"version":"fetchsched 0.1.0",\
                "command":"fetchsched bench t.csv --policy none,clairvoyant --radio lte --value 20 --seed 1 --warmup 7 \
                --power-profile default --format json","traceDigest":"e1fa5ffd60d61efa","provenance":[],"policies":[
                  {"policy":"none","freshLaunchShare":0.5,"launchValueShare":0.5,"launchesPerDay":2,"backgroundJoulesPerDay":0,\
                "netValueJoulesPerDay":20,"shareOfClairvoyant":0,"wakeupsPerDay":0,"promotionsPerDay":1.5,\
                "fetchesPerDay":0,"noDataShare":null,"failedShare":null,"bytesPerDay":0,\
                "copyAgeMinutes":{"mean":1815,"p50":1499.666667,"p95":2760},\
                "staleMinutes":{"mean":30,"p50":0,"p95":60},"gainJoulesPerDay":0,"usefulShare":null,\
                "requestsPerUseful":null,"batteryShare":0,\
                "joulesByCause":{"radio":0,"run":0,"coldStart":0,"handling":0,"awake":0},\
                "requestSpacingSeconds":{"least":null,"p50":null},"intervalViolations":0,\
                "updates":{"currentShare":0.979167,"missingAgeMinutes":0.625,"delayMinutes":60,\
                "overwrittenShare":0,"lostShare":0},\
                "work":{"pushDelaySecondsMean":null,"pushDelaySecondsP95":null,"pushesMergedPerDay":null,\
                "pushesRefusedPerDay":null,"locationWakesPerDay":null,"transfersFinishedShare":null,\
                "transferDelayMinutesMean":null,"transferDelayMinutesP95":null,"taskSecondsDonePerDay":null,\
                "taskSecondsLostPerDay":null,"terminationsPerDay":null,"runsPerDay":null,"budgetUse":null}},
                  {"policy":"clairvoyant","freshLaunchShare":1,"launchValueShare":1,"launchesPerDay":2,\
                "backgroundJoulesPerDay":0.80336,"netValueJoulesPerDay":39.19664,"shareOfClairvoyant":1,\
                "wakeupsPerDay":1,"promotionsPerDay":null,"fetchesPerDay":1,"noDataShare":0,"failedShare":0,\
                "bytesPerDay":125000,"copyAgeMinutes":{"mean":null,"p50":null,"p95":null},\
                "staleMinutes":{"mean":null,"p50":null,"p95":null},"gainJoulesPerDay":19.19664,\
                "usefulShare":1,"requestsPerUseful":1,"batteryShare":0.000012,\
                "joulesByCause":{"radio":null,"run":null,"coldStart":null,"handling":null,"awake":null},\
                "requestSpacingSeconds":{"least":null,"p50":null},"intervalViolations":0,\
                "updates":{"currentShare":null,"missingAgeMinutes":null,"delayMinutes":null,\
                "overwrittenShare":null,"lostShare":null},\
                "work":{"pushDelaySecondsMean":null,"pushDelaySecondsP95":null,"pushesMergedPerDay":null,\
                "pushesRefusedPerDay":null,"locationWakesPerDay":null,"transfersFinishedShare":null,\
                "transferDelayMinutesMean":null,"transferDelayMinutesP95":null,"taskSecondsDonePerDay":null,\
                "taskSecondsLostPerDay":null,"terminationsPerDay":null,"runsPerDay":null,"budgetUse":null}}
                ],"paired":[]}

                """)
    }

    /// A few policies under one power profile: what is looked at is how the trace is read.
    private static let few = [
        "bench", "t.csv", "--no-profiles", "--policy", "none,aligned-3600,adaptive",
    ]

    @Test func disorderAndUnknownColumnsOnRequest() throws {
        let command = try folder()
        let plain = try command.run(Self.few)
        let lines = Self.tiny.split(separator: "\n")
        // The two intervals are of the same moment and keep their order.
        let body = lines.dropFirst(3).reversed() + lines[1...2]
        let shuffled = ([lines[0] + ",note"] + body.map { $0 + ",x" }).joined(separator: "\n")
        try command.write((shuffled + "\n"), to: "t.csv")
        #expect(try command.run(Self.few + ["--sort"]).status == 65)
        #expect(try command.run(Self.few + ["--ignore-unknown"]).status == 65)
        let repaired = try command.run(Self.few + ["--sort", "--ignore-unknown"])
        #expect(repaired.status == 0)
        #expect(repaired.output == plain.output)
    }

    @Test func aRadioOfOnesOwn() throws {
        let command = try folder()
        let profile = """
            {"name": "mine", "source": "test", "promotion": {"seconds": 0.1, "watts": 1},
             "tail": [{"seconds": 2, "watts": 0.5, "promotion": {"seconds": 0.1, "watts": 0.6}}], "baseWatts": 1,
             "downlinkWattsPerMbps": 0.01, "uplinkWattsPerMbps": 0.01, "downlinkMbps": 10, "uplinkMbps": 5,
             "roundTripSeconds": 0.05}
            """
        try command.write(profile, to: "mine.json")
        let result = try command.run(["bench", "t.csv", "--radio", "mine.json", "--format", "csv"])
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("\nt.csv,mine,20,1,2,1,10,none,"))
    }

    @Test func aTraceInWhichNothingMayBeFetchedIsPointedOut() throws {
        let command = try folder("time,event,app\n0,launch,mail\n90000,launch,mail\n")
        let result = try command.run(["bench", "t.csv"])
        #expect(result.status == 0)
        #expect(result.error.hasPrefix("t.csv: note: no app may be fetched"))
    }

    /// A name that is misspelled in one line is another app: read device by device, and held.
    @Test(arguments: [[], ["--device", "p"]]) func whatATraceLeavesOutIsPointedOut(_ options: [String]) throws
    {
        let lines = [
            "time,device,event,app,value", "0,p,interval,newz,minimum", "0,p,interval,mail,minimum",
            "10,p,update,news,", "20,p,launch,news,", "30,p,launch,mail,", "90000,p,launch,mail,",
        ]
        let command = try folder(lines.joined(separator: "\n") + "\n")
        let result = try command.run(["bench", "t.csv", "--policy", "none"] + options)
        #expect(result.status == 0)
        #expect(
            result.error == """
                t.csv: note: found no 'interval' for "news", so never fetched; found one for "newz", but no 'launch' and no 'update'

                """)
        let never = lines.filter { !$0.contains("update") && !$0.contains("newz") }
        try command.write(never.joined(separator: "\n") + "\n", to: "u.csv")
        let noted = try command.run(["bench", "u.csv", "--policy", "none"] + options).error
        #expect(noted.hasPrefix("u.csv: note: there is no 'update' event, so no content ever changes"))
    }

    /// The first trace that somebody writes: an hour, in local time, in which nothing changes.
    @Test func aFirstTrace() throws {
        let command = try folder(
            """
            time,event,app,value
            2026-11-02T07:01:48+01:00,interval,mail,minimum
            2026-11-02T07:02:00+01:00,launch,mail,
            2026-11-02T08:04:00+01:00,launch,mail,

            """)
        let bench = try command.run(["bench", "t.csv", "--no-profiles"])
        let words = bench.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("The trace is too short to learn from: it has less than two days"))
        #expect(
            words.contains("adaptive: 100.0 % of launches fresh") && !words.contains("No baseline is as"))
        let day = try command.run(["simulate", "t.csv", "--format", "json"]).output
        #expect(day.contains("07:02:00") && !day.contains("06:02:00"), "\(day)")
    }

    @Test func versionAndLists() throws {
        let command = try Command()
        #expect(try command.run(["--version"]).output.hasPrefix("fetchsched 0."))
        #expect(try command.run(["list", "policies"]).output.contains("\npiggyback-N  "))
        #expect(try command.run(["list", "radios"]).output.contains("\n5g-nsa  "))
        let presets = try command.run(["list", "presets"]).output
        #expect(presets.contains("\nhabit-change  ") && presets.contains("\nadversity-bait"))
    }

    @Test func aReaderThatGoesAwayEndsItQuietly() throws {
        let command = try Command(["err": ""])
        let pipe = Pipe()
        let error = try FileHandle(forWritingTo: command.folder.appendingPathComponent("err"))
        let process = try command.start(
            ["generate", "--preset", "heavy", "--days", "20"], output: pipe, error: error)
        _ = try pipe.fileHandleForReading.read(upToCount: 100)
        try pipe.fileHandleForReading.close()
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try command.read("err") == "")
    }
}
