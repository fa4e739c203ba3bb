import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchSchedText)
    import FetchSchedText
#endif

extension PollSession {
    /// Restores the session that ``state()`` is of. Its first line is `hello` again.
    ///
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes).
    public init(restoring state: [UInt8]) throws(SnapshotError) {
        self.init()
        do throws(PollError) { try read(state) } catch {
            // Why an engine refuses its state is known to the engine alone.
            _ = try PollEngine(restoring: state, options)
            throw .invalid(at: error.byte)
        }
    }

    /// The state: the engine's snapshot, with names, limits and options attached, as a snapshot; empty before `hello`.
    ///
    /// - Complexity: O(sources).
    public func state() -> [UInt8] {
        guard isKnown else { return [] }
        return PollEngine.attach(book(), to: engine.state())
    }

    // MARK: hello and save

    mutating func hello(_ fields: PollFields, at now: Int64, _ answer: inout PollAnswer) throws(PollError) {
        let line = fields.line
        let place = try fields.required("hello")
        guard try line.text(place).elementsEqual(Self.version.utf8) else {
            throw line.refused(place, expected: "\"" + Self.version + "\"")
        }
        var session = self
        if let place = fields["state"] {
            let expected = "a state as save gave it, in base64"
            guard let bytes = PollBase64.bytes(try line.text(place, expected: expected)) else {
                throw line.refused(place, expected: expected)
            }
            do throws(SnapshotError) { session = try PollSession(restoring: bytes) } catch {
                throw PollError(byte: place, found: error.description, expected: expected)
            }
        }
        try session.take(optionsOf: fields)
        guard session.options.requestsPerDay >= 0 else {
            throw PollError(
                byte: fields.start, found: "no \"requestsPerDay\"",
                expected: "it, as there is no state that has it")
        }
        if session.isKnown {
            do throws(SnapshotError) {
                session.engine = try PollEngine(restoring: session.engine.state(), session.options)
            } catch {
                throw PollError(byte: fields.start, found: error.description, expected: "other parameters")
            }
            if !(try fields.truth("resume", default: false)) { session.engine.restarted(at: now) }
        } else {
            _ = try fields.truth("resume", default: false)
            session.engine = PollEngine(session.options)
        }
        session.isKnown = true
        session.isGreeted = true
        self = session
        answer.add("hello", text: Array(Self.version.utf8))
        answer.add("sources", Int64(names.count))
    }

    private mutating func take(optionsOf fields: PollFields) throws(PollError) {
        let line = fields.line
        if let place = fields["requestsPerDay"] {
            options.requestsPerDay = try line.number(
                place, from: 0, to: 1e12, expected: "a number of requests a day, from 0 to 1e12")
        }
        if let seed = try fields.whole("seed", to: .max) { options.seed = UInt64(seed) }
        options.least = try fields.span("least") ?? options.least
        if let place = fields["most"] { options.most = try most(line, place) }
        options.spacing = try fields.span("spacing") ?? options.spacing
        options.atOnce = try fields.whole("atOnce", to: 1 << 30) ?? options.atOnce
        guard let place = fields["parameters"] else { return }
        options.parameters = []
        for (key, value) in try line.members(place) {
            let name = try line.text(key)
            guard let range = PollEngine.range(ofParameter: name) else {
                throw line.refused(key, expected: "the name of a parameter, as in docs/tune.md")
            }
            let number = try line.number(
                value, from: range.values.lowerBound, to: range.values.upperBound,
                expected: "a number " + range.text)
            options.parameters.append((name, number))
        }
    }

    func save(
        _ place: Int, _ isSaved: Bool, _ save: ([UInt8]) -> String?, _ answer: inout PollAnswer
    ) throws(PollError) {
        let state = state()
        if let problem = save(state) {
            throw PollError(byte: place, found: problem, expected: "the state to be saved")
        }
        answer.add("saved", Int64(state.count))
        if !isSaved { answer.add("state", text: PollBase64.text(state)) }
    }

    // MARK: The book, a line of JSON

    private func book() -> [UInt8] {
        var book = PollAnswer()
        book.add("poll", 1)
        for (key, value) in [
            ("requestsPerDay", Int64(bitPattern: options.requestsPerDay.bitPattern)),
            ("seed", Int64(bitPattern: options.seed)), ("least", options.least), ("most", options.most),
            ("spacing", options.spacing), ("atOnce", options.atOnce),
        ] {
            book.add(key, value)
        }
        book.add(key: "parameters")
        book.addRows(
            options.parameters.map { (name: $0.name, numbers: [Int64(bitPattern: $0.value.bitPattern)]) })
        book.add(key: "groups")
        book.addRows(
            groups.names.enumerated().compactMap { number, name in
                name.map { (name: $0, numbers: [Int64(number), isLimited[number] ? 1 : 0]) }
            })
        book.add(key: "sources")
        book.addRows(
            names.names.enumerated().compactMap { place, name in
                guard let name else { return nil }
                let limits = limits[place]
                let numbers = [
                    Int64(bitPattern: sources[place]), limits.least, limits.most,
                    Int64(bitPattern: limits.weight.bitPattern), Int64(limits.group),
                ]
                return (name: name, numbers: numbers)
            })
        return book.line
    }

    /// Becomes the session of a state.
    private mutating func read(_ state: [UInt8]) throws(PollError) {
        let damage = PollError(byte: 0, found: "another state", expected: "that of a poller")
        let bytes: [UInt8]
        do throws(SnapshotError) { bytes = try PollEngine.attachment(of: state) } catch { throw damage }
        let line = try LineJSON(bytes)
        let fields = try PollFields(
            line, 0,
            [
                "poll", "requestsPerDay", "seed", "least", "most", "spacing", "atOnce", "parameters",
                "groups",
                "sources",
            ])
        func number(_ key: String) throws(PollError) -> Int64 {
            try line.whole(try fields.required(key), expected: "a number")
        }
        func real(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }
        options.requestsPerDay = real(try number("requestsPerDay"))
        options.seed = UInt64(bitPattern: try number("seed"))
        options.least = try number("least")
        options.most = try number("most")
        options.spacing = try number("spacing")
        options.atOnce = try number("atOnce")
        for row in try line.items(try fields.required("parameters")) {
            let (name, numbers) = try line.row(row, count: 1)
            options.parameters.append((name, real(numbers[0])))
        }
        do throws(SnapshotError) { engine = try PollEngine(restoring: state, options) } catch { throw damage }
        for row in try line.items(try fields.required("groups")) {
            let (name, numbers) = try line.row(row, count: 2)
            guard let group = Int32(exactly: numbers[0]), engine.hasGroup(group), groups[name] == nil,
                groups.name(Int(group)) == nil
            else { throw line.refused(row, expected: "a group") }
            place(group: group, name, isLimited: numbers[1] == 1)
        }
        for row in try line.items(try fields.required("sources")) {
            let (name, numbers) = try line.row(row, count: 5)
            let source = UInt64(bitPattern: numbers[0])
            guard engine.has(source), names[name] == nil, names.name(PollEngine.place(source)) == nil,
                let group = Int32(exactly: numbers[4]), group == -1 || groups.name(Int(max(group, 0))) != nil
            else { throw line.refused(row, expected: "a source") }
            let limits = PollLimits(
                least: numbers[1], most: numbers[2], weight: real(numbers[3]), group: group)
            place(source, name, limits)
            count(group, 1)
        }
        isKnown = true
    }
}

extension PollAnswer {
    /// Adds rows of a name and numbers.
    fileprivate mutating func addRows(_ rows: [(name: [UInt8], numbers: [Int64])]) {
        append("[")
        for (index, row) in rows.enumerated() {
            append(index > 0 ? ",[" : "[")
            append(quoted: row.name)
            for number in row.numbers { append("," + String(number)) }
            append("]")
        }
        append("]")
    }
}

extension LineJSON {
    /// A row of a name and so many numbers.
    fileprivate func row(_ place: Int, count: Int) throws(PollError) -> (name: [UInt8], numbers: [Int64]) {
        let items = try items(place)
        guard items.count == count + 1 else { throw refused(place, expected: "a row") }
        var numbers: [Int64] = []
        for item in items.dropFirst() { numbers.append(try whole(item, expected: "a number")) }
        return (try text(items[0]), numbers)
    }
}
