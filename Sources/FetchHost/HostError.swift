import FetchSched
import FetchStore

/// A request that a host cannot meet. The host is unchanged then.
public enum HostError: Error, Hashable, Sendable {
    /// No app of that name was added, or it was removed.
    case unknownApp(String)
    /// The host was told what cannot be so, for this reason.
    case invalid(EngineError)
    /// ``FetchHost/run()`` or ``FetchHost/run(within:)`` was called while the host runs.
    case alreadyRunning
    /// The host does not run, so it cannot start a fetch.
    case notRunning
    /// The requested fetch may not be started, for this reason.
    case vetoed(String, FetchVeto)
    /// The configuration to run under makes no sense.
    case configuration(ConfigurationError)
    /// The initial state cannot be loaded.
    case state(StoreError)
}

extension HostError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .unknownApp(let name): "no app \"\(name)\": add it first"
        case .invalid(let error): "\(error)"
        case .alreadyRunning: "the host is running already"
        case .notRunning: "the host is not running: call run() first"
        case .vetoed(let name, let veto): "\"\(name)\" may not be fetched: \(veto)"
        case .configuration(let error): "the configuration: \(error)"
        case .state(let error): "\(error)"
        }
    }
}
