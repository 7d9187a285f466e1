"""Damaged files made from a good one, the same ones for the same seed: what an importer has to survive."""

import random
import re
from collections.abc import Callable

MOST_BYTES = 1 << 20
"""No damaged file is larger."""
_STRANGE = (
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b'"',
    b"'",
    b"\\",
    b"\r",
    b"\x1b[31m",
    "\u202e".encode(),
    b"<!ENTITY a 'b'>",
    b"&a;",
    b"!!python/object:os.system",
    b"*a",
    b"{{",
)
_NUMBERS = (b"-1", b"0", b"1e309", b"-1e400", b"nan", b"inf", b"4294967296", b"9" * 25, b"9" * 5000, b"1_000", b"0x10", b"0.000000001")
_NESTS = ((b"[", b"]"), (b"{", b"}"), (b"(", b")"), (b"<a>", b"</a>"), (b'{"a":', b"}"), (b"- ", b""), (b"/*", b"*/"), (b'"\\', b""))
_NUMBER = re.compile(rb"\d+(?:\.\d+)?")
Mutation = Callable[[bytes, random.Random], bytes]


def _spot(content: bytes, chance: random.Random) -> int:
    return chance.randrange(len(content) + 1)


def _span(content: bytes, chance: random.Random) -> tuple[int, int]:
    begin = _spot(content, chance)
    return begin, min(len(content), begin + chance.choice((1, 8, 100, 4000)))


def bit_flips(content: bytes, chance: random.Random) -> bytes:
    """One to a hundred bits turned over."""
    changed = bytearray(content)
    for _ in range(chance.choice((1, 3, 10, 100)) if changed else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def truncated(content: bytes, chance: random.Random) -> bytes:
    """Cut off at the end, or now and then at the start."""
    at = _spot(content, chance)
    return content[at:] if chance.random() < 0.2 else content[:at]


def duplicated(content: bytes, chance: random.Random) -> bytes:
    """A part of it over and over."""
    begin, end = _span(content, chance)
    part = content[begin:end]
    times = min(chance.choice((1, 2, 50, 5000)), MOST_BYTES // max(len(part), 1))
    return content[:end] + part * times + content[end:]


def inserted(content: bytes, chance: random.Random) -> bytes:
    """Random bytes, or signs that parsers treat in ways of their own, anywhere."""
    at = _spot(content, chance)
    part = chance.randbytes(chance.choice((1, 4, 64, 2000))) if chance.random() < 0.4 else chance.choice(_STRANGE)
    return content[:at] + part + content[at:]


def removed(content: bytes, chance: random.Random) -> bytes:
    """Without a part from its middle."""
    begin, end = _span(content, chance)
    return content[:begin] + content[end:]


def shifted(content: bytes, chance: random.Random) -> bytes:
    """A zip directory that says it is elsewhere, or with sizes that are not those of its parts; other files get another length field."""
    at = content.rfind(b"PK\x05\x06")
    changed = bytearray(content)
    if at >= 0 and chance.random() < 0.5 and at + 20 <= len(changed):
        begin = at + chance.choice((8, 10, 12, 16))
    else:
        heads = [found.start() for found in re.finditer(rb"PK\x01\x02|PK\x03\x04", content)]
        begin = chance.choice(heads) + chance.randrange(4, 30) if heads else chance.randrange(max(len(changed) - 4, 1))
    changed[begin : begin + 4] = chance.choice((chance.randrange(1 << 32), chance.randrange(1 << 12), 0, (1 << 32) - 1)).to_bytes(
        4, "little"
    )
    return bytes(changed)


def nested(content: bytes, chance: random.Random) -> bytes:
    """Brackets within brackets, thousands deep, closed or not."""
    at = _spot(content, chance)
    opening, closing = chance.choice(_NESTS)
    depth = chance.choice((50, 1000, 20_000))
    return content[:at] + opening * depth + (closing * depth if chance.random() < 0.5 else b"") + content[at:]


def long_line(content: bytes, chance: random.Random) -> bytes:
    """A line, or a cell of one, of hundreds of thousands of characters."""
    at = _spot(content, chance)
    part = chance.choice((b"a", b"0", b" ", b",", b'"', b"a ", b"a.", b"\t", b"[1]", b"-"))
    return content[:at] + part * (chance.choice((5_000, 300_000)) // len(part)) + content[at:]


def strange_numbers(content: bytes, chance: random.Random) -> bytes:
    """A few numbers that are out of every range, in the place of good ones."""
    spans = [found.span() for found in _NUMBER.finditer(content)]
    for begin, end in sorted(chance.sample(spans, min(len(spans), chance.choice((1, 2, 6)))), reverse=True):
        content = content[:begin] + chance.choice(_NUMBERS) + content[end:]
    return content


MUTATIONS: tuple[Mutation, ...] = (
    bit_flips,
    truncated,
    strange_numbers,
    shifted,
    nested,
    duplicated,
    inserted,
    long_line,
    removed,
)


def mutants(content: bytes, count: int, seed: str) -> list[tuple[str, bytes]]:
    """This many damaged files with the name of what was done to each; one in four was damaged twice."""
    found = []
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        kinds = [MUTATIONS[number % len(MUTATIONS)]] + ([chance.choice(MUTATIONS)] if chance.random() < 0.25 else [])
        made = content
        for kind in kinds:
            made = kind(made, chance)[:MOST_BYTES]
        found.append((f"{number} {'+'.join(kind.__name__ for kind in kinds)}", made))
    return found
