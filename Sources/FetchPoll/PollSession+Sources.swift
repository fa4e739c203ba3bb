extension PollSession {
    /// A source as a line has it.
    private struct Wanted {
        var name: [UInt8]
        var limits: PollLimits
        /// The name of its group; empty for none.
        var group: [UInt8]
    }

    /// Takes a list of sources: all that there are, or more. It is checked as a whole before anything changes.
    mutating func list(
        _ line: LineJSON, _ place: Int, whole isWhole: Bool, at now: Int64, _ answer: inout PollAnswer
    ) throws(PollError) {
        var (wanted, listed) = ([Wanted](), PollNames())
        for item in try line.items(place) {
            let source = try self.wanted(line, item)
            guard listed[source.name] == nil else { throw line.refused(item, expected: "each source once") }
            listed.set(source.name, wanted.count)
            wanted.append(source)
        }
        var removed = 0
        if isWhole {
            for (place, name) in names.names.enumerated() {
                guard let name, listed[name] == nil else { continue }
                forget(place, at: now)
                removed += 1
            }
        }
        let before = names.count
        for source in wanted { put(source, at: now) }
        answer.add("sources", Int64(names.count))
        answer.add("added", Int64(names.count - before))
        if isWhole { answer.add("removed", Int64(removed)) }
    }

    mutating func remove(
        _ line: LineJSON, _ place: Int, at now: Int64, _ answer: inout PollAnswer
    ) throws(PollError) {
        var places: [Int] = []
        for item in try line.items(place) {
            guard let index = names[try line.text(item)] else {
                throw line.refused(item, expected: "the name of a source")
            }
            places.append(index)
        }
        let before = names.count
        // Named twice, a source is gone after the first time.
        for place in places where names.name(place) != nil { forget(place, at: now) }
        answer.add("sources", Int64(names.count))
        answer.add("removed", Int64(before - names.count))
    }

    private func wanted(_ line: LineJSON, _ item: Int) throws(PollError) -> Wanted {
        var limits = PollLimits(least: options.least, most: options.most, weight: 1)
        if line.isText(item) {
            let name = try line.text(item)
            return Wanted(name: name, limits: limits, group: pollHost(of: name) ?? [])
        }
        let fields = try PollFields(line, item, ["name", "group", "weight", "least", "most"])
        let name = try line.text(try fields.required("name"))
        limits.least = try fields.span("least") ?? limits.least
        if let place = fields["most"] { limits.most = try self.most(line, place) }
        if let place = fields["weight"] {
            limits.weight = try line.number(place, from: 0, to: 1e15, expected: "a weight from 0 to 1e15")
        }
        return Wanted(name: name, limits: limits, group: try fields.text("group") ?? pollHost(of: name) ?? [])
    }

    /// The longest time between two requests, in milliseconds.
    func most(_ line: LineJSON, _ place: Int) throws(PollError) -> Int64 {
        let expected = "seconds above 0, to 1e12"
        return max(1, Int64(try line.number(place, from: 0.001, to: 1e12, expected: expected) * 1000 + 0.5))
    }

    private mutating func put(_ wanted: Wanted, at now: Int64) {
        var limits = wanted.limits
        if !wanted.group.isEmpty { limits.group = group(wanted.group) }
        if let place = names[wanted.name] {
            let before = self.limits[place]
            if before == limits { return }
            count(limits.group, 1)
            engine.set(limits, of: sources[place], at: now)
            self.limits[place] = limits
            count(before.group, -1)
        } else {
            count(limits.group, 1)
            place(engine.add(limits, at: now), wanted.name, limits)
        }
    }

    /// Notes a source of the engine's.
    mutating func place(_ source: UInt64, _ name: [UInt8], _ limits: PollLimits) {
        let place = PollEngine.place(source)
        while sources.count <= place {
            sources.append(source)
            self.limits.append(limits)
        }
        sources[place] = source
        self.limits[place] = limits
        names.set(name, place)
    }

    private mutating func forget(_ place: Int, at now: Int64) {
        engine.remove(sources[place], at: now)
        names.remove(place)
        count(limits[place].group, -1)
    }

    // MARK: Groups

    mutating func limitGroup(_ fields: PollFields) throws(PollError) {
        let expected = "the name of a group in quotes"
        let name = try fields.line.text(try fields.required("group"), expected: expected)
        guard !name.isEmpty else {
            throw fields.line.refused(try fields.required("group"), expected: expected)
        }
        let spacing = try fields.span("spacing") ?? 0
        let atOnce = try fields.whole("atOnce", to: 1 << 30) ?? 0
        let group = group(name)
        engine.setGroup(group, spacing: spacing, atOnce: atOnce)
        isLimited[Int(group)] = true
    }

    private mutating func group(_ name: [UInt8]) -> Int32 {
        if let number = groups[name] { return Int32(number) }
        let group = engine.addGroup(spacing: options.spacing, atOnce: options.atOnce)
        place(group: group, name, isLimited: false)
        return group
    }

    /// Notes a group of the engine's.
    mutating func place(group: Int32, _ name: [UInt8], isLimited: Bool) {
        while members.count <= Int(group) {
            members.append(0)
            self.isLimited.append(false)
        }
        members[Int(group)] = 0
        self.isLimited[Int(group)] = isLimited
        groups.set(name, Int(group))
    }

    /// Counts the sources of a group: one that has none, and no limits of its own, is forgotten.
    mutating func count(_ group: Int32, _ change: Int32) {
        guard group >= 0 else { return }
        members[Int(group)] += change
        guard members[Int(group)] == 0, !isLimited[Int(group)] else { return }
        groups.remove(Int(group))
        engine.removeGroup(group)
    }
}
