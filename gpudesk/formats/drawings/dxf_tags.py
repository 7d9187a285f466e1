"""DXF as tags: the pairs of a group code and a value of which drawings in text form are made, and the records they form."""

from collections.abc import Iterator
from dataclasses import dataclass

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

MOST_BYTES = 60_000_000
_CONTEXT = "dxf"
_BINARY = b"AutoCAD Binary DXF"
Tag = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Record:
    """What begins with one group code 0: an entity, a table entry, a block, or the border of a section."""

    kind: str
    tags: tuple[Tag, ...]

    def text(self, code: int, default: str = "") -> str:
        """The first value with a group code."""
        return next((value for tag, value in self.tags if tag == code), default)

    def number(self, code: int, default: float = 0.0) -> float:
        """The first value with a group code as a number.

        Raises:
            ValueError: it is none, or endless.
        """
        value = next((value for tag, value in self.tags if tag == code), None)
        return default if value is None else finite(value)

    def whole(self, code: int, default: int = 0) -> int:
        """The first value with a group code as a whole number.

        Raises:
            ValueError: it is none.
        """
        return int(self.number(code, default))

    def numbers(self, code: int) -> list[float]:
        """All values with a group code.

        Raises:
            ValueError: one is no number.
        """
        return [finite(value) for tag, value in self.tags if tag == code]


def finite(text: str) -> float:
    """A number that is neither endless nor none.

    Raises:
        ValueError: it is.
    """
    value = float(text)
    if not -1e15 < value < 1e15:
        raise ValueError(f"{text} is no length")
    return value


def is_dxf(content: bytes) -> bool:
    """Whether bytes look like a drawing of that family, or like one that it must be saved from (DWG, binary DXF)."""
    head = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((_BINARY, b"AC10")):
        return True
    lines = [line.strip() for line in head.splitlines()[:4]]
    return lines[:1] == [b"999"] or lines[:2] == [b"0", b"SECTION"]


def records(content: bytes) -> Iterator[Record]:
    """The records of a drawing in text form.

    Raises:
        InvalidData: it is too large, a DWG or binary DXF, cut off, or no drawing.
    """
    if len(content) > MOST_BYTES:
        text = QT_TRANSLATE_NOOP("dxf", "The drawing is {size} MB; the limit is {most} MB. Remove elements that the plan does not need.")
        raise _wrong(text, size=len(content) // 10**6, most=MOST_BYTES // 10**6)
    if content.startswith(_BINARY):
        raise _wrong(QT_TRANSLATE_NOOP("dxf", "This is a binary DXF file. Save it as a DXF file in text form (ASCII)."))
    if content.startswith(b"AC10"):
        raise _wrong(QT_TRANSLATE_NOOP("dxf", "This is a DWG file. Save it as a DXF file."))
    lines = _decoded(content).splitlines()
    kind, tags, ended = "", list[Tag](), False
    for place in range(0, len(lines) - 1, 2):
        try:
            code = int(lines[place])
        except ValueError as error:
            text = QT_TRANSLATE_NOOP("dxf", "Line {line} of the drawing should contain a group code; it contains {found}.")
            raise _wrong(text, line=place + 1, found=lines[place].strip()[:40] or "–") from error
        if code == 0:
            if kind:
                yield Record(kind, tuple(tags))
            kind, tags = lines[place + 1].strip(), []
            if kind == "EOF":
                ended = True
                break
        elif kind:
            tags.append((code, lines[place + 1].strip()))
    if not ended:
        raise _wrong(QT_TRANSLATE_NOOP("dxf", "The drawing is truncated: it has no end mark."))


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _wrong(text: str, **values: str | int) -> InvalidData:
    return InvalidData(Message(_CONTEXT, text, values))
