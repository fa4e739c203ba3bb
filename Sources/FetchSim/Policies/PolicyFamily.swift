import FetchSched
import FetchSchedText

/// A kind of policy that can be named on a command line, as in `aligned-3600` or `nutch:increase=0.2`: its name,
/// what it does, what can be set about it, and how to run it.
///
/// A new one is one file with the policy and its family, and one line in ``all``. One in another package is made with
/// ``init(_:_:source:_:sweep:usesValue:policy:)`` and given to a ``Bench`` as a ``PolicyChoice``.
public struct PolicyFamily: Sendable {
    /// The name on the command line.
    public let name: String
    /// One line for people.
    public let summary: String
    /// Where its rules come from; empty for our own.
    public let source: String
    /// The family's parameters. The first one is the setting: the number after the dash, as in `aligned-3600`.
    public let parameters: [PolicyParameter]
    /// Settings, from frugal to lavish, that draw the family's curve; empty for the engine, whose setting is the value
    /// of a fresh launch, and for a family without settings.
    public let sweep: [Double]
    /// Whether it uses the value of a fresh launch.
    public let usesValue: Bool
    /// Whether it is the engine itself, whole or in part: no rival of it.
    public let isEngine: Bool
    package let replay: @Sendable (PolicyRun) -> PolicyReplay
    /// Makes the policy for one device; nil for the engine, and for a program that decides.
    let policy: (@Sendable (PolicySetup) -> AnyPolicy)?
    /// How the engine forecasts here, before what is set by name; nil if it forecasts nothing, or as always.
    package let changeOfForecasts: (@Sendable (inout FetchConfiguration) -> Void)?

    /// Every family, in the order in which they are listed to people.
    public static let all: [PolicyFamily] =
        [
            .none, .fixed, .aligned, .piggyback,
            .oneRecent, .oneOften, .oneScore, .oneIndex,
            .jobscheduler, .jobPrefetch, .connectivityBatch, .lazyAlarm, .chromeSync,
            .nutch, .stormcrawler, .miniflux, .commafeed, .lambdacrawl,
            .tailender, .everyByte,
            .adaptive, .budget,
        ] + ofPushes

    /// The engine without one of its parts, for those who work on it: in no list but that of `fetchsched-lab`.
    package static let ablations = Ablation.all.map(PolicyFamily.ablation)

    /// The family of that name, an ablation or not.
    public static func named(_ name: String) -> PolicyFamily? {
        all.first { $0.name == name } ?? ablations.first { $0.name == name }
    }

    /// The parameter after the dash, nil if there is none.
    public var dial: PolicyParameter? { usesValue ? nil : parameters.first }
}

extension PolicyFamily {
    /// A policy of one's own.
    ///
    ///     let mine = PolicyFamily("mine", "the app launched last", [.seconds("age", 900, "age of a copy")]) {
    ///         MyPolicy(age: $0.settings.span("age"))
    ///     }
    ///     bench.policies.append(PolicyChoice(mine, ["age": 600]))
    ///
    /// - Parameters:
    ///   - name: not that of another family.
    ///   - source: where its rules come from.
    ///   - sweep: settings of the dial that draw its curve.
    ///   - usesValue: Whether it takes ``PolicySetup/valueJoules`` into account, and so is run once for each.
    ///   - policy: makes the policy for one device. It is called from any worker; what the policies share must not make
    ///     one device's result depend on another's, or results would depend on the workers.
    public init<P: Policy>(
        _ name: String, _ summary: String, source: String = "", _ parameters: [PolicyParameter] = [],
        sweep: [Double] = [], usesValue: Bool = false, policy: @escaping @Sendable (PolicySetup) -> P
    ) {
        self.init(
            name: name, summary: summary, source: source, parameters: parameters, sweep: sweep,
            usesValue: usesValue, isEngine: false, replay: { $0.replay(anyPolicy(policy($0.setup))) },
            policy: { anyPolicy(policy($0)) }, changeOfForecasts: nil)
    }

    /// Makes a family that gets V, and replays runs in a way of its own.
    package init(
        external name: String, _ summary: String, replay: @escaping @Sendable (PolicyRun) -> PolicyReplay
    ) {
        self.init(
            name: name, summary: summary, source: "", parameters: [], sweep: [], usesValue: true,
            isEngine: false, replay: replay, policy: nil, changeOfForecasts: nil)
    }

    /// The family as one that is run once, whatever the values of a fresh launch.
    var atOneValue: PolicyFamily {
        PolicyFamily(
            name: name, summary: summary, source: source, parameters: parameters, sweep: sweep,
            usesValue: false, isEngine: isEngine, replay: replay, policy: policy,
            changeOfForecasts: changeOfForecasts)
    }

    /// The engine in some form. Its ``/FetchSched/Parameter``s can be set in addition to those given.
    init(
        engine name: String, _ summary: String, _ parameters: [PolicyParameter] = [], sweep: [Double] = [],
        changeOfForecasts: (@Sendable (inout FetchConfiguration) -> Void)? = nil,
        replay: @escaping @Sendable (PolicyRun) -> PolicyReplay
    ) {
        let defaults = FetchConfiguration()
        let engines = Parameter.tunable.map {
            PolicyParameter($0.name, $0.value(in: defaults), $0.unit, in: $0.range, $0.summary)
        }
        self.init(
            name: name, summary: summary, source: "", parameters: parameters + engines, sweep: sweep,
            usesValue: parameters.isEmpty, isEngine: true, replay: replay,
            policy: nil, changeOfForecasts: changeOfForecasts)
    }
}
