import Testing

@testable import FetchSched

/// Single rules of background tasks.
@Suite struct TaskServiceTests {
    /// A server that fetches from many sources does not look through all that ever ran, each time.
    @Test func suspendedAppsWithoutTasksAreForgotten() throws {
        var service = TaskService()
        for app in 0..<100 {
            service.wake(AppID(app), for: .seconds(30), at: .monday)
            service.endAllowance(AppID(app), until: .monday + .seconds(30), at: .monday + .seconds(1))
        }
        let kept = try service.startTask(service.checkRoom(for: AppID(7)), at: .monday + .seconds(1))
        var suspended = 0
        while case .suspend? = service.nextAction(at: .monday + .seconds(2)) { suspended += 1 }
        #expect(suspended == 99 && service.runs.map { $0.app } == [AppID(7)])
        let place = try service.find(kept)
        service.end(place.place, of: place.run, at: .monday + .seconds(3))
        #expect(service.nextAction(at: .monday + .seconds(3)) == .suspend(AppID(7)))
        #expect(service.runs.isEmpty && service.nextTime(at: .monday + .seconds(3)) == nil)
    }

    private let now = FetchTime.monday
    private let mail = AppID(0)
    private let news = AppID(1)

    /// A service whose apps are all in the foreground.
    private func service(_ limits: TaskLimits = TaskLimits(), apps: Int = 2) -> TaskBench {
        var service = TaskBench(limits: limits, apps: apps)
        for app in 0..<apps { service.launched(AppID(app), at: now) }
        return service
    }

    private func actions(_ service: inout TaskBench, at now: FetchTime) -> [EngineAction] {
        var actions: [EngineAction] = []
        while let action = service.nextAction(at: now) { actions.append(action) }
        return actions
    }

    /// 595 s are left, in whatever year the device believes itself to be.
    @Test(arguments: [-50 * 365, -1, 1, 50 * 365] as [Int64])
    func aClockThatIsSetBackHoldsNothing(days: Int64) throws {
        var service = service()
        let wrong = now + .days(days)
        service.launched(mail, at: wrong)
        let task = try service.begin(mail, at: wrong)
        service.enteredBackground(mail, at: wrong)
        let back = wrong - .days(30)
        #expect(actions(&service, at: back).isEmpty)
        #expect(service.nextTime(at: back) == back + .seconds(595))
        #expect(actions(&service, at: back + .seconds(595)) == [.expiring(task)])
        // Events out of order by less than a minute are not a clock that was set back.
        #expect(actions(&service, at: back + .seconds(580)).isEmpty)
        #expect(service.timeRemaining(mail, at: back + .seconds(580)) == .seconds(5))
    }
}
