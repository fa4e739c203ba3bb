import FetchSched
import FetchSchedText

/// An engine or a poller that does what the lines of a journal say: the door of Swift.
package struct JournalPlayer {
    /// An engine or a poller, made by the journal's first lines.
    private enum Player {
        case empty
        case engine(FetchEngine)
        case poller(Poller)
    }

    private var player = Player.empty
    package private(set) var configuration = FetchConfiguration()

    package init() {}

    /// Goes on with an engine.
    package init(_ engine: FetchEngine) {
        player = .engine(engine)
        configuration = engine.configuration
    }

    /// The engine that plays; nil if none does.
    package var engine: FetchEngine? {
        guard case .engine(let engine) = player else { return nil }
        return engine
    }

    /// A line that no journal has, or none of the one who plays.
    package struct Fault: Error { package let line: String }

    /// Plays a line.
    ///
    /// - Returns: the answers.
    package mutating func play(_ line: JournalLine) throws -> [JournalLine] {
        do throws(EngineError) {
            if let answers = try call(line) { return answers }
        } catch { return [.refused(line.time)] }
        if try prepare(line) { return [] }
        throw Fault(line: line.text)
    }

    /// Calls the one who plays. Nil if the line is no call of it.
    private mutating func call(_ line: JournalLine) throws(EngineError) -> [JournalLine]? {
        let before = player
        // No second reference exists meanwhile, so that a call does not copy the value.
        player = .empty
        switch consume before {
        case .empty: return nil
        case .engine(var engine):
            defer { player = .engine(engine) }
            return try engine.play(line)
        case .poller(var poller):
            defer { player = .poller(poller) }
            return try poller.play(line)
        }
    }

    /// The configuration, and the beginnings of the one who plays.
    private mutating func prepare(_ line: JournalLine) throws -> Bool {
        let fault = Fault(line: line.text)
        switch line.verb {
        case "set":
            guard let name = line.word("name"), let value = line[real: "value"],
                let parameter = Parameter.named(name)
            else { throw fault }
            try parameter.set(value, in: &configuration)
        case "poller":
            guard let value = line[real: "value"] else { throw fault }
            configuration = .poller(requestsPerDay: value)
        case "radio":
            guard let radio = RadioCosts(line.reals) else { throw fault }
            configuration.radio = radio
        case "power":
            guard let power = PowerCosts(line.reals, processes: line["number"]) else { throw fault }
            configuration.power = power
        case "create":
            let seed = UInt64(line["seed"] ?? 0)
            player = .engine(try FetchEngine(configuration: configuration, seed: seed))
        case "create_poller":
            let seed = UInt64(line["seed"] ?? 0)
            player = .poller(try Poller(configuration: configuration, seed: seed))
        case "restore": try restore()
        case "clock": break
        default: return false
        }
        return true
    }

    /// Resumes from the state that the player has saved.
    private mutating func restore() throws {
        switch player {
        case .empty: break
        case .engine(let engine):
            player = .engine(try FetchEngine(restoring: engine.snapshot(), configuration: configuration))
        case .poller(let poller):
            player = .poller(try Poller(restoring: poller.snapshot(), configuration: configuration))
        }
    }
}
