import Foundation
import Testing

/// `fetchsched simulate`.
@Suite struct SimulateTests {
    /// One day and a bit at UTC+1: mail has news at 08:00 and 11:00, and is opened at 10:00 and 12:00.
    private static let tiny = """
        time,device,event,app,value,bytes,seconds
        1704063600,p,zone,,3600,,
        1704063600,p,interval,mail,minimum,,
        1704063600,p,interval,"<b>",never,,
        1704092400,p,update,mail,,1000000,
        1704099600,p,launch,mail,,,60
        1704103200,p,update,mail,,1000,
        1704106800,p,launch,mail,,,30
        1704146400,p,launch,"<b>",,,5
        1704153600,p,radio,,heartbeat,,

        """

    private func folder() throws -> Command { try Command(["t.csv": Self.tiny]) }

    /// Golden, checked by hand: aligned-5400 fetches every hour and a half from 00:00 on, so the news of 08:00
    /// comes at 09:00, but that of 11:00 after the fetch of 10:30 and before the launch of 12:00.
    @Test func lanesAndLists() throws {
        let command = try folder()
        let arguments = ["simulate", "t.csv", "--policy", "none,aligned-5400", "--day", "0", "--width", "58"]
        let result = try command.run(arguments + ["--ascii", "--warmup", "0"])
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output == Self.golden)
    }

    private static let golden = """
        t.csv, device p, Mon 2024-01-01, day 0 of 0 to 1, lte,
        V = 20 J, seed 1

        hour      00    03    06    09    12    15    18    21
        own radio                     .   .                     .

        none: 1 of 3 launches fresh, 0.0 J of the radio; 0 fetches
        launches                      x   x                     o
        updates                   -     -
        fetches
        radio

        aligned-5400: 2 of 3 launches fresh, 182.3 J of the radio;
        14 fetches (1 newData, 13 noData), 14 wakeups
        launches                      o   x                     o
        updates                   +     -
        fetches      0  0  0  0  0  N  0     0  0  0  0  0  0  0
        radio        .  .  .  .  .  .  .     .  .  .  .  .  .  .

        launches  o fresh  x stale  8 some of both
        updates   + fetched before the launch
                  - missed, the launch came first  # some of both
                  ? neither yet
        fetches   N newData  0 noData  B some of both
                  ! failed among them
        radio     . on for a little of the cell's time
                  # for all of it;
                  own: without fetches, then what fetches add

        launches

        time      app   in use  none                              aligned-5400
        10:00:00  mail  1 min   stale 2 h 00 min, since 08:00:00  fresh
        12:00:00  mail  30 s    stale 1 h 00 min, since 11:00:00  stale 1 h 00 min, since 11:00:00
        23:00:00  <b>   5 s     fresh                             fresh

        fetches of none

        none

        fetches of aligned-5400

        time      app   outcome  bytes    seconds  reason
        01:30:00  mail  noData   0        0.6      policy  woke the radio
        03:00:00  mail  noData   0        0.6      policy  woke the radio
        04:30:00  mail  noData   0        0.6      policy  woke the radio
        06:00:00  mail  noData   0        0.6      policy  woke the radio
        07:30:00  mail  noData   0        0.6      policy  woke the radio
        09:00:00  mail  newData  1000000  1.2      policy  woke the radio
        10:30:00  mail  noData   0        0.6      policy  woke the radio
        13:30:00  mail  noData   0        0.6      policy  woke the radio
        15:00:00  mail  noData   0        0.6      policy  woke the radio
        16:30:00  mail  noData   0        0.6      policy  woke the radio
        18:00:00  mail  noData   0        0.6      policy  woke the radio
        19:30:00  mail  noData   0        0.6      policy  woke the radio
        21:00:00  mail  noData   0        0.6      policy  woke the radio
        22:30:00  mail  noData   0        0.6      policy  woke the radio

        """

    @Test func someAppsAlone() throws {
        let command = try folder()
        // Of one day alone the radio's energy is left out, as it is that of all apps.
        let day = try command.run(
            ["simulate", "t.csv", "--policy", "aligned-5400", "--app", "mail", "--brief", "--day", "0"])
        #expect(day.output.contains("device p, app mail, Mon 2024-01-01"), "\(day.output)")
        #expect(day.output.contains("1 of 2 launches fresh; 14 fetches ("), "\(day.output)")
    }

    @Test func json() throws {
        let command = try folder()
        let arguments = [
            "simulate", "t.csv", "--policy", "none,aligned-5400,adaptive", "--date", "2024-01-01",
        ]
        let result = try command.run(arguments + ["--format", "json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["format"] as? String == "fetchsched-timeline/1")
        #expect(object["begin"] as? String == "2024-01-01T00:00:00.000+01:00")
        let policies = try #require(object["policies"] as? [[String: Any]])
        #expect(policies.map { $0["launches"] as? Int } == [3, 3, 3])
        let none = policies[0]
        #expect(none["backgroundJoules"] as? Double == 0)
        #expect(none["freshLaunches"] as? Int == 1)
        let launches = try #require(none["launchList"] as? [[String: Any]])
        #expect(launches[0]["staleSince"] as? String == "2024-01-01T08:00:00.000+01:00")
        #expect(launches[2]["app"] as? String == "<b>")
        let fetches = try #require(policies[1]["fetchList"] as? [[String: Any]])
        #expect(fetches.allSatisfy { $0["wokeRadio"] as? Bool != nil })
        let stretches = try #require(object["ownRadio"] as? [[String: Any]])
        #expect(Set(stretches.compactMap { $0["phase"] as? String }) == ["promotion", "active", "tail"])
    }

    @Test func dayIsTheLastWholeOneUnlessNamed() throws {
        let command = try folder()
        let first = try command.run(["simulate", "t.csv", "--day", "0"])
        #expect(try command.run(["simulate", "t.csv"]).output == first.output)
        #expect(try command.run(["simulate", "t.csv", "--day", "-2"]).output == first.output)
        let last = try command.run(["simulate", "t.csv", "--day", "-1"])
        #expect(last.output.contains(", Tue 2024-01-02, day 1 of 0 to 1, "))
        #expect(last.output.contains("\nlaunches\n\nnone\n"))
    }

    @Test(
        arguments: [
            (["--day", "2"], "t.csv: error: found --day 2, expected 0 to 1 or -1 to -2, the days 2024-"),
            (["--date", "2024-02-30"], "t.csv: error: found --date \"2024-02-30\", expected a date from "),
            (["--day", "0", "--date", "2024-01-01"], "Error: --day and --date exclude each other."),
            (["--policy", "clairvoyant"], "Error: clairvoyant is a bound"),
            (["--width", "10"], "Error: --width must be 40 to 1000."),
        ])
    func refusals(arguments: [String], message: String) throws {
        try folder().expectRefusal(of: ["simulate", "t.csv"] + arguments, message)
    }
}
