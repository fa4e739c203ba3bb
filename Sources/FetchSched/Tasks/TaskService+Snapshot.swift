extension TaskService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        try codeTasks(&coder)
        try coder.code(&begun)
        try coder.code(&awakeUntil)
        try coder.code(&clock)
        try timers.code(&coder, apps, limits, awakeUntil: awakeUntil)
        if Coder.isReader { try coder.check(slots.last <= begun) }
    }

    /// The open tasks in the order of begin, each with its app and whether its expiry callback was called.
    private mutating func codeTasks<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var count = openCount
        try coder.code(count: &count)
        guard Coder.isReader else {
            for slot in slots {
                var (task, isTold) = (tasks[slot], isTold(slot))
                try task.code(&coder, isTold: &isTold)
            }
            return
        }
        var last: UInt64 = 0
        for _ in 0..<count {
            var (task, isTold) = (OpenTask(number: 0, app: 0), false)
            try task.code(&coder, isTold: &isTold)
            try coder.check(task.number > last && apps.hasPlace(Int(task.app)))
            last = task.number
            insert(task)
            guard isTold else { continue }
            // It is the only one of its app that is not, or one before it should have been.
            try coder.check(apps[Int(task.app)].untold == 1)
            apps[Int(task.app)].tellFirst(next: nil)
        }
    }
}

extension TaskService.OpenTask {
    fileprivate mutating func code<Coder: SnapshotCoder>(
        _ coder: inout Coder, isTold: inout Bool
    ) throws(Coder.Failure) {
        var (number, app) = (number, app)
        try coder.code(&number)
        try coder.code(&app)
        try coder.code(&isTold)
        self = TaskService.OpenTask(number: number, app: app)
    }
}
