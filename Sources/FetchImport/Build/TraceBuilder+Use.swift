import FetchSched
import FetchTrace

extension TraceBuilder {
    /// The launches of a device and what its screen did, in order of time.
    ///
    /// Many logs have times to the second, so that much comes at the same time. Then the screen comes first, as it lights
    /// before anybody opens an app. What it did last, if it went dark, comes behind launches that ended at once:
    ///
    ///     launch, on, off, all in one second      on, launch, off
    ///     off, launch that goes on                off, launch
    func use(
        of device: LaunchLog.Device, number: Int32, apps: [Int32]
    ) -> [TraceEvent] {
        var screen = device.screen[...]
        var events: [TraceEvent] = []
        for (launch, place) in zip(device.launches, device.places) {
            while let next = screen.first, next.time <= launch.start {
                let isLast = screen.dropFirst().first?.time != next.time
                let endsIt = next.change == .off && isLast && launch.duration == .zero
                if next.time == launch.start && endsIt { break }
                events.append(event(next, number))
                screen.removeFirst()
            }
            events.append(
                TraceEvent(
                    time: launch.start, device: number, kind: .launch, app: apps[place],
                    duration: launch.duration))
        }
        return events + screen.map { event($0, number) }
    }

    private func event(_ screen: ScreenEvent, _ number: Int32) -> TraceEvent {
        TraceEvent(
            time: screen.time, device: number, kind: .screen, value: .word(screen.change.rawValue))
    }
}
