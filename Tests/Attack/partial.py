"""Partial results (docs/partial-format.md), taken apart and put together again with checksums that are right."""

CRC = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
    CRC.append(byte)
# What stands around the checksum at the end of a line.
BEFORE, AFTER = b',"crc":"', b'"}'


def crc32c(data):
    """CRC-32C (RFC 3720, B.4)."""
    value = 0xFFFFFFFF
    for byte in data:
        value = (value >> 8) ^ CRC[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def contents(data):
    """The header and the devices of a partial result, each without its checksum."""
    return [line[: line.rindex(BEFORE)] for line in data.split(b"\n")[:-2]]


def unordered(data):
    """The lines, those of devices in order."""
    lines = data.split(b"\n")
    return lines[:1] + sorted(lines[1:-2]) + lines[-2:]


def sealed(lines):
    """A partial result of these lines."""
    end = b'{"end":%d' % max(0, len(lines) - 1)
    return b"".join(line + BEFORE + b"%08x" % crc32c(line) + AFTER + b"\n" for line in lines + [end])
