import Testing

@testable import FetchSched

/// The timelines of BackgroundRules.md, played.
@Suite struct TaskTimelineTests {
    private let app = AppID(0)

    private func play(_ drawing: String, _ limits: TaskLimits = TaskLimits(), inForeground: Bool = false)
        throws
    {
        var service = TaskBench(limits: limits)
        if inForeground { service.launched(app, at: .monday - .minutes(1)) }
        var tasks: [Character: BackgroundTaskID] = [:]
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: [
            "expiry", "app",
        ]) {
            moment in
            let now = moment.time
            for mark in moment.marks {
                switch (mark.lane, mark.symbol) {
                case ("user", "F"): service.launched(app, at: now)
                case ("user", "B"): service.enteredBackground(app, at: now)
                case ("user", "W"): service.wake(app, for: .seconds(10), at: now)
                case ("awake", "A"): service.deviceAwake(until: .distantFuture, at: now)
                case ("awake", "Z"): service.deviceSleeps(at: now)
                case ("begin", let name): tasks[name] = try service.begin(app, at: now)
                case ("end", let name): try service.end(try #require(tasks[name]), at: now)
                default: Issue.record("unknown mark \(mark)")
                }
            }
            var answers: [Marbles.Mark] = []
            while let action = service.nextAction(at: now) {
                switch action {
                case .expiring(let task):
                    let name = try #require(tasks.first { $0.value == task }).key
                    answers.append(Marbles.Mark("expiry", name))
                case .suspend: answers.append(Marbles.Mark("app", "S"))
                case .resume: answers.append(Marbles.Mark("app", "R"))
                case .terminate: answers.append(Marbles.Mark("app", "X"))
                default: Issue.record("\(action)")
                }
            }
            return answers
        }
    }

    @Test func theTimeIsCountedFromTheBackground() throws {
        var limits = TaskLimits()
        limits.classic = .seconds(20)
        try play(
            """
            s        0    5    10   15   20   25   30
            user     F    B
            begin       1    2
            end                   2
            expiry                       1
            app                               X
            """, limits)
    }

    @Test func anAppWithoutATaskIsSuspended() throws {
        try play(
            """
            s        0    5    10   15   20   25   30   35   40   45
            user     B         W              W
            begin                                  3
            end                                            3
            app           S              S                 S
            """, inForeground: true)
    }

    @Test func opportunisticTasksRunWhileTheDeviceIsAwake() throws {
        var limits = TaskLimits()
        limits.mode = .opportunistic
        limits.opportunistic = .seconds(12)
        limits.notice = .seconds(3)
        try play(
            """
            s        0    5    10   15   20   25
            awake    A    Z    A    Z    A
            begin    1
            user     B
            expiry                 1
            app           S    R    S    R X
            """, limits, inForeground: true)
    }
}
