import FetchSched

/// What one of a user's devices has of the user's life: some sessions, or some of the time.
struct DevicePart: Sendable {
    /// The time in which the device is in use, in seconds from the start of the trace.
    let span: Stretch
    private let devices: LifeHabits.Devices?
    private let number: Int

    /// The part of the device with that number in a trace of `days` days.
    init(of index: Int, life: LifeHabits?, days: Int) {
        let end = Double(days) * 86_400
        devices = life?.devices
        guard let devices, devices.perUser > 1 else {
            number = 0
            span = Stretch(start: 0, end: end)
            return
        }
        number = index % devices.perUser
        guard devices.use == .successive else {
            span = Stretch(start: 0, end: end)
            return
        }
        let total = devices.shares.reduce(0, +)
        let before = devices.shares.prefix(number).reduce(0, +) / total
        let after = devices.shares.prefix(number + 1).reduce(0, +) / total
        // Whoever buys a phone is awake: at noon.
        func moment(_ share: Double) -> Double {
            share <= 0 ? 0 : share >= 1 ? end : (share * Double(days)).rounded(.down) * 86_400 + 43_200
        }
        span = Stretch(start: moment(before), end: Swift.min(end, moment(after)))
    }

    /// The launches on this device, of all of the user's.
    ///
    /// - Parameter sampler: The same for all devices of the user.
    func launches(of all: [LaunchProcess.Launch], sampler: inout Sampler) -> [LaunchProcess.Launch] {
        guard let devices, devices.perUser > 1, devices.use == .together else {
            return all.filter { span.contains($0.time) && $0.time + $0.duration < span.end }
        }
        var result: [LaunchProcess.Launch] = []
        var current = sampler.pick(devices.shares) ?? 0
        var end = -Double.infinity
        for launch in all {
            if launch.time - end > SessionHabits.sessionGap, !sampler.chance(devices.stay) {
                current = sampler.pick(devices.shares) ?? 0
            }
            end = launch.time + launch.duration
            if current == number { result.append(launch) }
        }
        return result
    }
}
