#if hasFeature(Embedded)
    // Functions that docs/try/engine.mjs calls. A worker has one thread, and so one world.
    nonisolated(unsafe) private var world: TryWorld?
    nonisolated(unsafe) private var numbers = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)

    /// Stands for the coding that the module leaves out.
    public protocol Codable {}

    private func text(_ start: UnsafePointer<UInt8>, _ count: Int32) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    /// Keeps numbers for the caller until the next call.
    ///
    /// - Returns: how many there are.
    private func give(_ list: [Double]) -> Int32 {
        numbers.deallocate()
        numbers = .allocate(capacity: list.count)
        _ = numbers.initialize(from: list)
        return Int32(list.count)
    }

    /// Gives where the numbers are.
    @c(try_numbers) public func tryNumbers() -> UnsafePointer<Double>? { UnsafePointer(numbers.baseAddress) }

    /// Makes a world of the preset's first device. Gives the number of apps and of days; -1 if there is no such preset or radio.
    @c(try_world) public func tryWorld(
        _ preset: UnsafePointer<UInt8>, _ presetLength: Int32, _ days: Int32, _ seed: Double,
        _ radio: UnsafePointer<UInt8>, _ radioLength: Int32
    ) -> Int32 {
        world = UInt64(exactly: seed).flatMap {
            TryWorld(
                preset: text(preset, presetLength), days: Int(days), seed: $0, radio: text(radio, radioLength)
            )
        }
        guard let world else { return -1 }
        return give([Double(world.trace.appNames.count), Double(world.days.days.count)])
    }

    /// Gives ``TryFigures/numbers``; -1 if there is no such policy or no world.
    @c(try_replay) public func tryReplay(
        _ policy: UnsafePointer<UInt8>, _ length: Int32, _ setting: Double, _ value: Double,
        _ requests: Double
    ) -> Int32 {
        let figures = world?.replay(text(policy, length), setting: setting, value: value, requests: requests)
        return figures.map { give($0.numbers) } ?? -1
    }

    /// Gives ``TryWorld/day(_:)``.
    @c(try_day) public func tryDay(_ day: Int32) -> Int32 { give(world?.day(Int(day)) ?? []) }
#endif
