import FetchSched
import FetchTrace
import FetchSim

/// An engine whose forecasts are scored: as it is, or with a part of it switched off or set otherwise.
///
/// It is one of the policies that a bench compares: each ``PolicyFamily`` that says how it changes the engine's forecasts
/// is one, with whatever is set about it.
public struct ForecastModel: Sendable {
    /// The policy's name, as in `no-session-context` or `adaptive:content.calibration=0`.
    public let name: String
    private let change: @Sendable (inout Configuration) -> Void
    private let settings: PolicySettings

    /// The engine as it is.
    public static let adaptive = ForecastModel(name: "adaptive", change: { _ in }, settings: .init(.adaptive))

    /// What forecasts with parameters alone, without being told what no host could know.
    public static var families: [PolicyFamily] {
        (PolicyFamily.all + PolicyFamily.ablations).filter { $0.changeOfForecasts != nil }
    }

    /// The policy's forecasts; nil if it has none, or those of `adaptive`.
    public init?(_ choice: PolicyChoice) {
        guard let change = choice.kind?.changeOfForecasts else { return nil }
        self.init(name: choice.name, change: change, settings: choice.settings)
    }

    init(
        name: String, change: @escaping @Sendable (inout Configuration) -> Void, settings: PolicySettings
    ) {
        self.name = name
        self.change = change
        self.settings = settings
    }

    /// The engine configured so, but for what the model changes.
    func configuration(_ base: Configuration) -> Configuration {
        var configuration = base
        change(&configuration)
        settings.apply(to: &configuration)
        return configuration
    }
}
