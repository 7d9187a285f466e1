"""How a large file of a reader is made, and the sizes of which it is."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

MIB = 1 << 20
SIZES = (1 * MIB, 4 * MIB, 16 * MIB)


@dataclass(frozen=True, slots=True)
class Large:
    """How a large file of a reader is made.

    Attributes:
        most: the size that the reader states as its limit; 0 where it counts something else.
        shown: what the size counts, where that is not the bytes of the file.
    """

    make: Callable[[int], bytes]
    most: int
    shown: str = "bytes"

    def sizes(self) -> tuple[int, ...]:
        """1, 4 and 16 MiB, or as much less as the reader's limit is below that."""
        # A file that is a little larger than asked for must still be read.
        room = self.most * 15 // 16 if self.most and self.most <= SIZES[-1] else SIZES[-1]
        return tuple(room * size // SIZES[-1] for size in SIZES)


def lines(head: str, line: Callable[[int], str], tail: str = "") -> Callable[[int], bytes]:
    """A text of a head, lines that tell their number, and a tail."""

    def make(size: int) -> bytes:
        parts, length = [head], len(head)
        for number in count():
            if length >= size:
                break
            parts.append(line(number))
            length += len(parts[-1])
        return "".join([*parts, tail]).encode()

    return make
