import FetchSched

/// The constants of the simulation, so that every number means the same everywhere. All are defaults that a
/// study may change; results are only comparable under the same rules.
public struct SimulationRules: Hashable, Sendable {
    /// Time that a request takes in addition to its bytes, in seconds.
    public var requestSeconds = 0.3
    /// While an app is in the foreground it makes the radio busy this long, in seconds ...
    public var burstSeconds = 0.5
    /// ... every so often; zero: only at its launch.
    public var burstPeriod = TimeSpan(milliseconds: 10_000)
    /// A fetch whose transfer takes longer is stopped and has failed.
    public var fetchLimit = TimeSpan(milliseconds: 30_000)
    /// Learned from, not scored; a trace shorter than three times this is scored after its first third.
    public var warmup = TimeSpan.days(7)

    /// ``FetchConfiguration/staleHalfLife``, for the engine and for the judgement of all policies.
    public var staleHalfLife = TimeSpan.zero

    /// Costs of a fetch apart from the radio.
    public var power = PowerProfile.standard

    /// Whether hosts tell, at each look that finds something new, when the source changed, as a feed's entries say.
    public var tellsContentTimes = false

    /// Names of apps of which figures of their own are wanted. What happens does not depend on them.
    public var apps: [String] = []

    /// Makes the default rules.
    public init() {}

    /// When scoring starts on a device whose trace covers `span`.
    public func scoringStart(_ span: ClosedRange<FetchTime>) -> FetchTime {
        let length = span.upperBound - span.lowerBound
        let third = TimeSpan(milliseconds: length.milliseconds / 3)
        return span.lowerBound + min(warmup, third)
    }

    /// Value, as a part of V, of a launch whose oldest missing update has been out for so long; nil if none is missing.
    func launchValue(staleSeconds: Double?) -> Double {
        guard let staleSeconds else { return 1 }
        guard staleHalfLife > .zero else { return 0 }
        return PortableMath.power(0.5, staleSeconds / staleHalfLife.seconds)
    }

    func warmupDays(_ trace: DeviceTrace) -> Double {
        (scoringStart(trace.span) - trace.span.lowerBound).seconds / 86_400
    }
}

// The radio's load of the device's own activities.
extension SimulationRules {
    @inline(__always)
    func request(bringing bytes: Int64) -> RadioLoad {
        RadioLoad(latency: requestSeconds, down: Double(bytes))
    }

    /// A fetch's request and its answer, with so much content.
    func fetch(of bytes: Int64) -> RadioLoad {
        let costs = power.costs
        return RadioLoad(
            latency: requestSeconds, down: costs.requestDownBytes + Double(bytes), up: costs.requestUpBytes)
    }

    /// The most bytes that reach a fetch within its limit, its answer included, after those queued before it.
    func mostFetchBytes(queuedFor seconds: Double, at bytesPerSecond: Double) -> Double {
        max(0, fetchLimit.seconds - requestSeconds - seconds) * bytesPerSecond
    }

    /// A burst keeps the link full.
    func burst(at bytesPerSecond: Double) -> RadioLoad {
        RadioLoad(down: burstSeconds * bytesPerSecond)
    }
}
