/// The characters that `&name;` stands for: those of HTML and numbers, and what the document declares.
struct FeedEntities {
    /// Values that the document type declares.
    private var declared: [String: String] = [:]
    /// Bytes of declared values that were put in. A small document can make gigabytes of them.
    private var used = 0

    /// Reads the declarations of a document type, and returns where it ends; nil if it does not. External ones are not
    /// followed.
    ///
    /// - Throws: ``FeedDocument/NotAFeed`` where the values grow, as in a "billion laughs".
    mutating func declare(in bytes: Span<UInt8>, _ range: Range<Int>, _ encoding: FeedEncoding) throws -> Int?
    {
        var (position, isInside): (Int, Bool) = (range.lowerBound, false)
        let end = range.upperBound
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside:
                try resolve()
                return position + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = bytes.index(of: bytes[position], in: position + 1..<end) ?? end
            case UInt8(ascii: "<") where bytes.has("<!--", at: position):
                position += 4
                while position < end, !bytes.has("-->", at: position) { position += 1 }
            case UInt8(ascii: "<") where bytes.has("<!entity", at: position):
                position = try declaration(in: bytes, position + 8..<end, encoding)
            default: break
            }
            position += 1
        }
        return nil
    }

    /// A name and a value in quotes; other declarations are passed over. Returns the last position of it.
    private mutating func declaration(in bytes: Span<UInt8>, _ range: Range<Int>, _ encoding: FeedEncoding)
        throws -> Int
    {
        var (position, start): (Int, Int) = (range.lowerBound, range.lowerBound)
        let end = range.upperBound
        while position < end, bytes[position] <= 32 { position += 1 }
        start = position
        while position < end, bytes[position] > 32, bytes[position] != UInt8(ascii: ">") { position += 1 }
        let name = start..<position
        while position < end, bytes[position] <= 32 { position += 1 }
        guard position < end, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
            let close = bytes.index(of: bytes[position], in: position + 1..<end)
        else { return position - 1 }
        guard close - position <= 1000, name.count <= 100, declared.count < 1000 else {
            throw FeedDocument.NotAFeed()
        }
        let key = encoding.text(bytes, name)
        // The first declaration holds.
        declared[key] = declared[key] ?? encoding.text(bytes, position + 1..<close)
        return close
    }

    /// Puts the values of other entities into each value, once.
    private mutating func resolve() throws {
        let raw = declared
        declared = [:]
        var started: Set<String> = []
        func value(_ name: String) throws -> String {
            if let value = declared[name] { return value }
            guard started.insert(name).inserted else { throw FeedDocument.NotAFeed() }
            var text = ""
            for part in Self.parts(raw[name] ?? "") {
                switch part {
                case .text(let plain): text += plain
                case .name(let inner):
                    text += try raw[inner] == nil ? Self.character(inner) ?? "&\(inner);" : value(inner)
                }
                guard text.utf8.count <= 1000 else { throw FeedDocument.NotAFeed() }
            }
            declared[name] = text
            return text
        }
        for name in raw.keys { _ = try value(name) }
    }

    /// Returns the text with characters for entities. A `&` that starts none stays.
    mutating func expanded(_ text: String) throws -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        for part in Self.parts(text) {
            switch part {
            case .text(let plain): result += plain
            case .name(let name):
                if let value = declared[name] {
                    used += value.utf8.count
                    guard used <= 1_000_000 else { throw FeedDocument.NotAFeed() }
                    result += value
                } else {
                    result += Self.character(name) ?? "&\(name);"
                }
            }
        }
        return result
    }

    private enum Part {
        case text(Substring)
        case name(String)
    }

    /// The text between entities, and their names.
    private static func parts(_ text: String) -> [Part] {
        var (parts, start): ([Part], String.Index) = ([], text.startIndex)
        let bytes = text.utf8
        var search = start
        while let mark = bytes[search...].firstIndex(of: UInt8(ascii: "&")) {
            search = bytes.index(after: mark)
            let name = bytes[search...].prefix(100).prefix {
                $0 > 32 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&")
            }
            guard !name.isEmpty, name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";")
            else { continue }
            if start < mark { parts.append(.text(text[start..<mark])) }
            parts.append(.name(String(text[search..<name.endIndex])))
            search = bytes.index(after: name.endIndex)
            start = search
        }
        if start < text.endIndex { parts.append(.text(text[start...])) }
        return parts
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return named[name].map { String($0) } }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else {
            return nil
        }
        // Many write the bytes of Windows-1252 so.
        if 0x80...0x9F ~= number { return String(FeedEncoding.western(UInt8(number))) }
        if number < 0x20, number != 9, number != 10, number != 13 { return "" }
        return String(Unicode.Scalar(number) ?? "\u{FFFD}")
    }

    /// The entities of HTML 4 and the punctuation of HTML 5: a hexadecimal number, then the names of the characters from
    /// there on.
    private static let named: [String: Unicode.Scalar] = {
        var (table, code): ([String: Unicode.Scalar], UInt32) = ([:], 0)
        for word in words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if let first = word.utf8.first, 48...57 ~= first {
                code = UInt32(word, radix: 16) ?? 0
            } else {
                table[String(word)] = Unicode.Scalar(code)
                code += 1
            }
        }
        return table
    }()

    private static let words = """
        09 Tab NewLine 21 excl quot num dollar percnt amp apos lpar rpar ast plus comma 2E period sol 3A colon semi
        lt equals gt quest commat 5B lbrack bsol rbrack Hat lowbar grave 7B lbrace verbar rbrace 0A0 nbsp iexcl cent
        pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
        middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute
        ucirc uuml yacute thorn yuml 152 OElig oelig 160 Scaron scaron 178 Yuml 192 fnof 2C6 circ 2DC tilde 391
        Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho 3A3 Sigma Tau
        Upsilon Phi Chi Psi Omega 3B1 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi
        omicron pi rho sigmaf sigma tau upsilon phi chi psi omega 3D1 thetasym upsih 3D6 piv 2002 ensp emsp 2009
        thinsp 200C zwnj zwj lrm rlm 2013 ndash mdash 2018 lsquo rsquo sbquo 201C ldquo rdquo bdquo 2020 dagger
        Dagger bull 2026 hellip 2030 permil 2032 prime Prime 2039 lsaquo rsaquo 203E oline 2044 frasl 20AC euro 2111
        image 2118 weierp 211C real 2122 trade 2135 alefsym 2190 larr uarr rarr darr harr 21B5 crarr 21D0 lArr uArr
        rArr dArr hArr 2200 forall 2202 part exist 2205 empty 2207 nabla isin notin 220B ni 220F prod 2211 sum minus
        2217 lowast 221A radic 221D prop infin 2220 ang 2227 and or cap cup int 2234 there4 223C sim 2245 cong 2248
        asymp 2260 ne equiv 2264 le ge 2282 sub sup nsub 2286 sube supe 2295 oplus 2297 otimes 22A5 perp 22C5 sdot
        2308 lceil rceil lfloor rfloor 2329 lang rang 25CA loz 2660 spades 2663 clubs 2665 hearts diams
        """
}
