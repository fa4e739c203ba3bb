"""Partial results (docs/partial-format.md), taken apart and put together again with checksums that are right."""

CRC = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
    CRC.append(byte)
WORD = (1 << 64) - 1
# What stands around the checksum at the end of a line.
BEFORE, AFTER = b',"crc":"', b'"}'


def crc32c(data):
    """CRC-32C (RFC 3720, B.4)."""
    value = 0xFFFFFFFF
    for byte in data:
        value = (value >> 8) ^ CRC[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def chain(checksums):
    """The checksum of the checksums of lines: FNV-1a of each and its length, mixed by one step of SplitMix64."""
    state = 0xCBF29CE484222325
    for text in checksums:
        for byte in text.encode() + len(text).to_bytes(8, "little"):
            state = ((state ^ byte) * 0x100000001B3) & WORD
    state = (state + 0x9E3779B97F4A7C15) & WORD
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & WORD
    return state ^ (state >> 31)


def contents(data):
    """The header and the devices of a partial result, each without its checksum."""
    return [line[: line.rindex(BEFORE)] for line in data.split(b"\n")[:-2]]


def sealed(lines):
    """A partial result of these lines."""
    checksums, written = [], []
    for line in lines:
        checksums.append(f"{crc32c(line):08x}")
        written.append(line + BEFORE + checksums[-1].encode() + AFTER)
    end = b'{"end":%d,"lines":"%016x"' % (max(0, len(lines) - 1), chain(checksums))
    return b"\n".join(written + [end + BEFORE + b"%08x" % crc32c(end) + AFTER]) + b"\n"
