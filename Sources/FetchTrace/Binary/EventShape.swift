import FetchSched

/// What an event of a block consists of: its kind, its value's word, and which numbers follow in which column.
///
/// A block lists its shapes once; each event then is one byte for its shape, and its numbers.
struct EventShape: Hashable, Sendable {
    /// Which numbers follow.
    struct Parts: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let app = Parts(rawValue: 1)
        static let bytes = Parts(rawValue: 2)
        static let duration = Parts(rawValue: 4)
        /// The time is not a whole number of seconds.
        static let milliseconds = Parts(rawValue: 8)
        static let number = Parts(rawValue: 16)
        static let label = Parts(rawValue: 32)
        static let all = Parts(rawValue: 63)
    }

    /// Most shapes of a block: one byte tells them apart.
    static let most = 256
    /// The value of a shape without a word.
    static let noWord: UInt8 = 0xFF

    var kind: EventKind
    var parts: Parts
    /// The position of the value's word or prefix, or the options of a transfer, or ``noWord``.
    var word: UInt8

    /// The shape of an event.
    init(of event: TraceEvent) {
        kind = event.kind
        parts = []
        word = EventShape.noWord
        if event.app != TraceEvent.none { parts.insert(.app) }
        if event.bytes != -1 { parts.insert(.bytes) }
        if event.duration != nil { parts.insert(.duration) }
        if event.time.milliseconds % 1_000 != 0 { parts.insert(.milliseconds) }
        switch event.value {
        case .none: break
        case .number: parts.insert(.number)
        case .word(let word): self.word = word
        case .named(let word, _):
            self.word = word
            parts.insert(.label)
        case .transfer(let options): word = options.rawValue
        }
    }

    /// The shape as a block has it, or nil if there is none like it in trace format 1.
    init?(kind: UInt8, parts: UInt8, word: UInt8) {
        guard let kind = EventKind(rawValue: kind) else { return nil }
        self.kind = kind
        self.parts = Parts(rawValue: parts)
        self.word = word
        guard self.parts.isSubset(of: .all), isAllowed else { return nil }
    }

    /// Whether trace format 1 has events of this shape.
    var isAllowed: Bool {
        let schema = kind.schema
        let isPresent = schema.app.allows(parts.contains(.app)) && schema.bytes.allows(parts.contains(.bytes))
        return isPresent && schema.seconds.allows(parts.contains(.duration)) && isValueAllowed(schema.value)
    }

    private func isValueAllowed(_ form: ValueForm) -> Bool {
        let isNumber = parts.contains(.number)
        let isLabel = parts.contains(.label)
        let hasWord = word != EventShape.noWord
        switch form {
        case .absent: return !isNumber && !isLabel && !hasWord
        case .number: return isNumber && !isLabel && !hasWord
        case .words(let words): return !isNumber && !isLabel && word < words.count
        case .optionalWords(let words): return !isNumber && !isLabel && (!hasWord || word < words.count)
        case .wordsOrPositive(let words): return !isLabel && (isNumber ? !hasWord : word < words.count)
        case .named(let words, let prefixes):
            let allowed = isLabel ? words.count..<words.count + prefixes.count : 0..<words.count
            return !isNumber && allowed.contains(Int(word))
        case .transfer:
            let all: TransferOptions = [.upload, .discretionary, .silentFinish]
            return !isNumber && !isLabel && TransferOptions(rawValue: word).isSubset(of: all)
        }
    }

    /// An event of this shape, whose numbers are still to be filled in.
    var prototype: TraceEvent {
        var event = TraceEvent(time: Instant(milliseconds: 0), kind: kind)
        if parts.contains(.label) {
            event.value = .named(word: word, name: 0)
        } else if case .transfer = kind.schema.value {
            event.value = .transfer(TransferOptions(rawValue: word))
        } else if word != EventShape.noWord {
            event.value = .word(word)
        }
        return event
    }

    /// Whether the kind allows that number as its value.
    static func allows(_ number: Double, _ kind: EventKind) -> Bool {
        switch kind.schema.value {
        case .number(let range): range.contains(number)
        case .wordsOrPositive: number > 0 && number.isFinite
        default: false
        }
    }
}

extension Presence {
    /// Whether a column may be filled or empty.
    func allows(_ isFilled: Bool) -> Bool {
        switch self {
        case .required: isFilled
        case .optional: true
        case .absent: !isFilled
        }
    }
}
