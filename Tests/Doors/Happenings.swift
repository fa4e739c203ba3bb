import FetchSched
import FetchSim

/// What happens in a journal, as a program tells it to its host: what belongs together at once, and what the host's engine
/// asks for when it asks.
struct Happenings: Sendable {
    /// In order: lines that are told together, before the engine is asked again.
    private(set) var groups: [[JournalLine]] = []
    /// What the program does at once when it is asked for an action.
    private(set) var responses: [JournalLine: [JournalLine]] = [:]

    init(_ lines: [JournalLine], _ plans: Plans) {
        var group: [JournalLine] = []
        /// The last action that the host has passed on since it last slept.
        var action: JournalLine?
        for line in lines where line.time != .epoch {
            // A snapshot answers to nothing: it ends the journal.
            if line.verb == "deadline" || line.verb == "snapshot" || line.time != action?.time {
                action = nil
            }
            if line.isAnswer {
                if Self.isForProgram(line) { action = line }
            } else if line.verb == "next" || line.verb == "deadline"
                || group.last.map({ $0.time != line.time }) ?? false
            {
                if !group.isEmpty { groups.append(group) }
                group = []
            }
            guard !line.isAnswer, !plans.isOfHost(line) else { continue }
            if let action { responses[action, default: []].append(line) } else { group.append(line) }
        }
        if !group.isEmpty { groups.append(group) }
    }

    private static func isForProgram(_ answer: JournalLine) -> Bool {
        [
            "wake_for_location", "task_expiring", "terminate", "suspend", "resume", "start_transfer",
            "pause_transfer", "give_up_transfer", "wake_for_transfers",
        ].contains(answer.verb)
    }
}
