/// Optional fields and arrays.
extension SnapshotCoder {
    mutating func code<Value: SnapshotElement>(_ value: inout Value?) throws(Failure) {
        var isThere = value != nil
        try code(&isThere)
        guard isThere else {
            value = nil
            return
        }
        var some = value ?? .blank
        try code(&some)
        value = some
    }

    /// An index below `count`, or none.
    mutating func code(_ value: inout Int?, below count: Int) throws(Failure) {
        try code(&value)
        try check(value.map { $0 >= 0 && $0 < count } ?? true)
    }

    // MARK: Arrays

    /// An array of any length.
    mutating func code<Value: SnapshotElement>(_ values: inout [Value]) throws(Failure) {
        var count = values.count
        try code(count: &count)
        // Grown as elements come, so that a count alone takes no memory.
        if Self.isReader { values.removeAll() }
        for index in 0..<count {
            var value = Self.isReader ? .blank : values[index]
            try code(&value)
            if Self.isReader { values.append(value) }
        }
    }

    /// An array whose length is known to the reader.
    mutating func code<Value: SnapshotCoded>(each values: inout [Value]) throws(Failure) {
        for index in values.indices {
            var value = values[index]
            try code(&value)
            if Self.isReader { values[index] = value }
        }
    }

    /// Shares of eight experts each, which sum to 1 but for rounding.
    mutating func code(shares: inout [SIMD8<Double>]) throws(Failure) {
        for index in shares.indices {
            try code(&shares[index])
            try check(all(shares[index] .>= 0) && all(shares[index] .<= 1.001))
        }
    }

    /// An array whose length is known to the reader, of counters from nought to `most`, many of them nought: how many
    /// noughts, how many others, and these; again, until the end.
    mutating func code<Value: BinaryFloatingPoint & SnapshotElement>(
        counters values: inout [Value], atMost most: Value = 1e30
    ) throws(Failure) {
        var index = 0
        while index < values.count {
            var end = index
            while !Self.isReader, end < values.count, values[end] == .blank { end += 1 }
            try codeRun(from: index, to: &end, atMost: values.count)
            if Self.isReader { for place in index..<end { values[place] = .blank } }
            index = end
            guard index < values.count else { return }
            while !Self.isReader, end < values.count, values[end] != .blank { end += 1 }
            try codeRun(from: index, to: &end, atMost: values.count)
            // Else the noughts before and after would be one run.
            try check(end > index)
            for place in index..<end {
                var value = values[place]
                try code(&value)
                try check(value >= 0 && value <= most)
                if Self.isReader { values[place] = value }
            }
            index = end
        }
    }

    private mutating func codeRun(from begin: Int, to end: inout Int, atMost most: Int) throws(Failure) {
        var length = UInt64(end - begin)
        try code(varint: &length)
        try check(length <= UInt64(most - begin))
        end = begin + Int(truncatingIfNeeded: length)
    }
}
