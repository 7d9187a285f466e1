"""Fit texts to their space: reduced, shortened in the middle, or broken into lines."""

from gpudesk.core.values.quantity_text import THIN_SPACE
from gpudesk.reports.layout.font_metrics import text_width_mm

LEAST_PT = 5.0
"""No letter is smaller than that, however little room there is."""
ELLIPSIS = "…"
_BREAKS_AFTER = "-/_·,;:"
_SLACK_MM = 1e-6


def one_line(text: str) -> str:
    """A text without what no line can show."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == THIN_SPACE else " " for letter in text)


def shrunk_pt(text: str, size_pt: float, within_mm: float, *, strong: bool = False, least_pt: float = LEAST_PT) -> float:
    """The size, `size_pt` at most and `least_pt` at least, at which a line fits within a width if any does."""
    width = text_width_mm(text, size_pt, strong=strong)
    if width <= within_mm + _SLACK_MM:
        return size_pt
    return max(min(least_pt, size_pt), size_pt * within_mm / width)


def shortened(text: str, size_pt: float, within_mm: float, *, strong: bool = False) -> str:
    """A line that fits a width: if necessary, an ellipsis replaces its middle; "" if there is no room even for that."""
    if text_width_mm(text, size_pt, strong=strong) <= within_mm + _SLACK_MM:
        return text
    room = within_mm - text_width_mm(ELLIPSIS, size_pt, strong=strong)
    if room < 0:
        return ""
    widths = [text_width_mm(letter, size_pt, strong=strong) for letter in text]
    head, tail = 0, 0
    while head + tail < len(text):
        # The head gets the odd letter: names begin with what they are.
        front = head <= tail
        room -= widths[head] if front else widths[-1 - tail]
        if room < 0:
            break
        head, tail = (head + 1, tail) if front else (head, tail + 1)
    return f"{text[:head].rstrip()}{ELLIPSIS}{text[len(text) - tail :].lstrip()}"


def wrapped(text: str, size_pt: float, within_mm: float, *, strong: bool = False, most_lines: int | None = None) -> list[str]:
    """A text in lines that fit a width; its line breaks stay. Words that are too long are broken.

    With `most_lines`, text without room is replaced by an ellipsis in the last line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += _wrapped_paragraph(one_line(paragraph), size_pt, within_mm, strong)
    if most_lines is not None and len(lines) > most_lines:
        rest = " ".join(lines[most_lines - 1 :])
        lines = [*lines[: most_lines - 1], _cut_at_the_end(rest, size_pt, within_mm, strong)]
    return lines


def _wrapped_paragraph(text: str, size_pt: float, within_mm: float, strong: bool) -> list[str]:
    lines, line = [], ""
    # A no-break space is no place to break: only the plain one parts words.
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width_mm(longer, size_pt, strong=strong) <= within_mm + _SLACK_MM:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, size_pt, within_mm, strong)
        lines += full
    return [*lines, line]


def _broken(word: str, size_pt: float, within_mm: float, strong: bool) -> list[str]:
    """One word in parts that fit, broken after a hyphen or similar if there is one; a part has at least one letter."""
    pieces = []
    while word and text_width_mm(word, size_pt, strong=strong) > within_mm + _SLACK_MM:
        count = 1
        while count < len(word) and text_width_mm(word[: count + 1], size_pt, strong=strong) <= within_mm + _SLACK_MM:
            count += 1
        good = max((place + 1 for place in range(count) if word[place] in _BREAKS_AFTER), default=0)
        count = good if good > count // 2 else count
        pieces.append(word[:count])
        word = word[count:]
    return [*pieces, word]


def _cut_at_the_end(text: str, size_pt: float, within_mm: float, strong: bool) -> str:
    if text_width_mm(text, size_pt, strong=strong) <= within_mm:
        return text
    while text and text_width_mm(text + ELLIPSIS, size_pt, strong=strong) > within_mm:
        text = text[:-1].rstrip()
    return text + ELLIPSIS
