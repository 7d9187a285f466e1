"""Terminal capabilities: text width in columns, available characters and colors, and safe output."""

import os
import shutil
import sys
import unicodedata

_ASCII = {"–": "-", "…": "~", "°": " ", "·": ".", "│": "|", "├": "|", "└": "`", "─": "-", "×": "x", "▸": ">", "▾": "v", "↓": "v", "↑": "^"}


def clean(text: str) -> str:
    """A text of somebody else for a terminal: nothing in it moves the cursor, sets a color or turns the direction of writing."""
    return "".join(character if character.isprintable() else " " for character in text)


def width(text: str) -> int:
    """Width of a text in columns: East Asian characters have two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def cut(text: str, columns: int) -> str:
    """The text that fits in the given number of columns, with "…" at the end if truncated."""
    if width(text) <= columns:
        return text
    room, characters = columns - 1, []
    for character in text:
        room -= width(character)
        if room < 0:
            break
        characters.append(character)
    return "".join(characters) + ("…" if columns > 0 else "")


def left(text: str, columns: int) -> str:
    """Left-aligned, padded with spaces to the given number of columns."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Right-aligned, padded with spaces to the given number of columns."""
    return " " * (columns - width(text)) + text


def coloured() -> bool:
    """Whether the output is a terminal with color support, and color is not disabled (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in {"", "dumb"}


def wide_letters() -> bool:
    """Whether non-ASCII output is allowed. Python also writes UTF-8 in the locale C, whose terminals may not support it."""
    utf8 = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    is_utf8_forced = os.environ.get("PYTHONUTF8") == "1"
    return utf8 and (is_utf8_forced or os.environ.get("LC_ALL") not in {"C", "POSIX"})


def ascii_only(text: str) -> str:
    """A text in ASCII: symbols as their nearest equivalent, other characters as "?"."""
    return "".join(character if character.isascii() else _ASCII.get(character, "?" * width(character)) for character in text)


def columns() -> int | None:
    """How wide the terminal is; None where the output is none, and lines may be as long as they are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
