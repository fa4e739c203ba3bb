import FetchSched
import FetchTrace
import FetchSim

/// Who made a forecast.
public struct Forecaster: Hashable, Sendable {
    /// Where a forecaster comes from.
    public enum Kind: String, Hashable, Sendable {
        /// The engine as it is used, a mixture of experts.
        case engine
        /// One of the engine's experts alone.
        case expert
        /// Something simple to compare with, which is no part of the engine.
        case baseline
    }

    /// Where it comes from.
    public let kind: Kind
    /// Its name among those of its kind.
    public let name: String

    /// What to call it where all kinds stand together.
    public var label: String {
        switch kind {
        case .engine: name
        case .expert: "expert \(name)"
        case .baseline: "baseline \(name)"
        }
    }

    static let mixture = Forecaster(kind: .engine, name: "mixture")

    static func expert(_ name: String) -> Forecaster { Forecaster(kind: .expert, name: name) }

    static func baseline(_ name: String) -> Forecaster { Forecaster(kind: .baseline, name: name) }
}

extension Forecaster {
    /// Who says when an app is opened: the engine and the baselines.
    static let when: [Forecaster] =
        [.mixture] + ["constant", "time-of-day", "hour-of-week"].map { .baseline($0) }

    /// Who says which app is opened.
    static let which: [Forecaster] =
        [.mixture] + ["popularity", "previous-app"].map { .baseline($0) }

    /// Who gives the chance that an app is opened within some time.
    static let within: [Forecaster] =
        [.mixture] + ["constant", "time-of-day", "last-week", "base-rate"].map { .baseline($0) }

    /// Who gives the chance that a launch finds new content.
    static let content: [Forecaster] =
        [.mixture, .expert("belief")] + ["app-rate", "app-share", "overall-share"].map { .baseline($0) }
}
