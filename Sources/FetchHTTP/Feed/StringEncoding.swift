import Foundation

extension String.Encoding {
    /// An encoding by its number in Core Foundation.
    static func core(_ number: UInt) -> Self { Self(rawValue: 0x8000_0000 | number) }

    /// An encoding by its name in the IANA's list, in small letters without punctuation. Its markup is ASCII.
    static func named(_ name: String) -> Self? {
        let numbers: [String: UInt] = [
            "gb2312": 0x0632, "gbk": 0x0632, "gb18030": 0x0632, "xgbk": 0x0632, "cp936": 0x0632,
            "big5": 0x0A03,
            "big5hkscs": 0x0A06, "shiftjis": 0x0420, "sjis": 0x0420, "xsjis": 0x0420, "windows31j": 0x0420,
            "cp932": 0x0420, "euckr": 0x0940, "ksc56011987": 0x0940, "cp949": 0x0422, "koi8r": 0x0A02,
            "cskoi8r": 0x0A02, "koi8u": 0x0A08, "tis620": 0x041D, "windows874": 0x041D, "cp874": 0x041D,
            "macintosh": 0, "macroman": 0, "mac": 0, "csmacintosh": 0, "xmaccyrillic": 7, "maccyrillic": 7,
        ]
        if let number = numbers[name] { return core(number) }
        let parts = name.drop { $0.isLetter }
        guard let page = UInt(parts) else { return nil }
        switch (name.dropLast(parts.count), page) {
        case ("iso", 88592...88599): return core(0x0200 + page - 88590)
        case ("iso", 885910...885916): return core(0x0200 + page - 885900)
        case ("latin", 2...4): return core(0x0200 + page)
        case ("windows", 1250...1258), ("cp", 1250...1258):
            return core(
                [0x0501, 0x0502, 0x0500, 0x0503, 0x0504, 0x0505, 0x0506, 0x0507, 0x0508][Int(page) - 1250])
        case ("ibm", _), ("cp", _), ("csibm", _):
            let pages: [UInt: UInt] = [
                437: 0x0400, 737: 0x0405, 775: 0x0406, 850: 0x0410, 852: 0x0412, 855: 0x0413, 857: 0x0414,
                860: 0x0415, 861: 0x0416, 862: 0x0417, 863: 0x0418, 864: 0x0419, 865: 0x041A, 866: 0x041B,
            ]
            return pages[page].map(core)
        default: return nil
        }
    }
}
