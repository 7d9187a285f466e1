"""Texts broken into lines that fit a width, kept, so that a list of many texts is measured once."""

import re
from functools import lru_cache

from gpudesk.ui.toolkit import fonts

# Where a word that is wider than its line may be broken: behind these.
_JOINT = re.compile(r"(?<=[-/._,])")


@lru_cache(maxsize=8_000)
def wrapped(text: str, width: int, step: str = "body", *, tabular: bool = False) -> tuple[str, ...]:
    """A text in lines of at most `width` px: broken at blanks, a longer word after a hyphen, dot or slash, otherwise anywhere."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if _width(longer, step, tabular) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *whole, line = _broken(word, width, step, tabular)
            lines += whole
        lines.append(line)
    return tuple(lines)


def _broken(word: str, width: int, step: str, tabular: bool) -> list[str]:
    """One word in parts that fit."""
    pieces = [""]
    for part in _JOINT.split(word):
        if _width(pieces[-1] + part, step, tabular) <= width:
            pieces[-1] += part
            continue
        if pieces[-1]:
            pieces.append("")
        for letter in part:
            if pieces[-1] and _width(pieces[-1] + letter, step, tabular) > width:
                pieces.append("")
            pieces[-1] += letter
    return pieces


def _width(text: str, step: str, tabular: bool) -> float:
    return fonts.text_width(text, step, tabular=tabular)
