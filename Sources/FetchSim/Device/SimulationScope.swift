/// What of a trace is replayed.
enum SimulationScope: Sendable {
    case everything
    /// Without what a scheduler may put off, merge or veto (silent pushes, the fetches that pushes ask for,
    /// transfers): what happens whatever is decided.
    case whatIsFixed
}
