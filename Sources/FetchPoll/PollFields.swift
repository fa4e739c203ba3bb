/// The keys of an object that are expected, each once, and the places of their values.
struct PollFields {
    let line: LineJSON
    /// Where the object starts.
    let start: Int
    private let names: [String]
    private var places: [Int]

    init(_ line: LineJSON, _ start: Int, _ names: [String]) throws(PollError) {
        self.line = line
        self.start = start
        self.names = names
        places = [Int](repeating: -1, count: names.count)
        for (key, value) in try line.members(start) {
            let name = try line.text(key)
            guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
                throw line.refused(key, expected: "one of the keys " + pollList(names))
            }
            guard places[index] < 0 else { throw line.refused(key, expected: "each key once") }
            places[index] = value
        }
    }

    /// The place of a value; nil if there is none, or null.
    subscript(_ name: String) -> Int? {
        for (index, other) in names.enumerated() where other.utf8.elementsEqual(name.utf8) {
            let place = places[index]
            return place < 0 || line.isNull(place) ? nil : place
        }
        return nil
    }

    func required(_ name: String) throws(PollError) -> Int {
        guard let place = self[name] else {
            throw PollError(byte: start, found: "no \"" + name + "\"", expected: "an object with it")
        }
        return place
    }

    func text(_ name: String) throws(PollError) -> [UInt8]? {
        guard let place = self[name] else { return nil }
        return try line.text(place)
    }

    func truth(_ name: String, default value: Bool) throws(PollError) -> Bool {
        guard let place = self[name] else { return value }
        return try line.truth(place)
    }

    func whole(_ name: String, from least: Int64 = 0, to most: Int64) throws(PollError) -> Int64? {
        guard let place = self[name] else { return nil }
        let expected = "a whole number from " + String(least) + " to " + String(most)
        return try line.whole(place, from: least, to: most, expected: expected)
    }

    /// A span, given in seconds, in milliseconds.
    func span(_ name: String) throws(PollError) -> Int64? {
        guard let place = self[name] else { return nil }
        let seconds = try line.number(place, from: 0, to: 1e12, expected: "seconds, from 0 to 1e12")
        return Int64(seconds * 1000 + 0.5)
    }

    func moment(_ name: String) throws(PollError) -> Int64? {
        guard let place = self[name] else { return nil }
        return try line.moment(place)
    }
}

extension LineJSON {
    /// A time in milliseconds since 1970. What would be a day in spring 1970 is one in seconds, which hosts mistake for it.
    func moment(_ place: Int) throws(PollError) -> Int64 {
        let expected = "a time in milliseconds since 1970, from -9e15 to 9e15"
        let value = try number(place, from: -9e15, to: 9e15, expected: expected)
        guard !(1e9..<1e10 ~= value) else { throw refused(place, expected: expected + ", not in seconds") }
        return value < 0 ? -Int64(0.5 - value) : Int64(value + 0.5)
    }
}

/// `a, b or c`.
func pollList(_ words: [String]) -> String {
    var text = ""
    for (number, word) in words.enumerated() {
        if number > 0 { text += number == words.count - 1 ? " or " : ", " }
        text += word
    }
    return text
}
