import FetchSim

extension PolicyFamily {
    /// The policy that a program decides for: a command for the shell, which is started once for each replay of a device
    /// and told what a host sees, see docs/exec-policy.md.
    ///
    /// - Parameter answerSeconds: how long it may take for an answer.
    public static func exec(_ command: String, answerSeconds: Double = 10) -> PolicyFamily {
        let name = PolicyListText.item(of: command)
        return PolicyFamily(external: name, "decisions of a program") { run in
            ExecReplay.replay(run, name) { () throws(ExecFault) in
                try ProgramChannel(command, answerSeconds: answerSeconds)
            }
        }
    }
}

/// A replay under a policy that decides elsewhere.
package enum ExecReplay {
    /// - Parameter open: makes the channel; called once.
    package static func replay<Channel: LineChannel>(
        _ run: PolicyRun, _ name: String, _ open: () throws(ExecFault) -> Channel
    ) -> PolicyReplay {
        let channel: Channel
        do throws(ExecFault) {
            channel = try open()
        } catch {
            var replay = PolicyReplay()
            replay.failure = ExecFailure(
                policy: name, device: run.trace.name, line: 0, sent: "", fault: error)
            return replay
        }
        let session = ExecSession(channel)
        var replay = run.replay(ExecPolicy(session, run.setup))
        let failure = session.end(policy: name, device: run.trace.name)
        replay.failure = failure?.fault == .cancelled ? CancellationError() : failure
        return replay
    }
}
