"""The text in which exporters give values to Prometheus (exposition format 0.0.4): `name{label="…"} value [time]`, one a line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

MOST_BYTES = 32 * 2**20
_CONTEXT = "formats"
_MOST_SAMPLES = 400_000
_LONGEST_LINE = 65_536
_MOST_FAULTS = 100
_SHOWN = 60
# Possessive throughout: a line that does not fit fails in one pass, however long it is.
_LINE = re.compile(
    r"([a-zA-Z_:][a-zA-Z0-9_:]*+)"
    r'(?:[ \t]*\{((?:[^"{}]++|"(?:[^"\\]++|\\.)*+")*+)\}[ \t]*+|[ \t]++)'
    r'([^ \t{}"]++)(?:[ \t]++(-?[0-9]+))?+[ \t]*+'
)
_LABEL = re.compile(r'[ \t]*+([a-zA-Z_][a-zA-Z0-9_]*+)[ \t]*+=[ \t]*+"((?:[^"\\]++|\\.)*+)"[ \t]*+(,|$)')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "\\": "\\", '"': '"'}


class Sample(NamedTuple):
    """One value.

    Attributes:
        text: the value as printed: large integers lose their last digits in `value`.
        time_s: seconds since 1970 if the line specifies it.
    """

    name: str
    labels: Mapping[str, str]
    value: float
    text: str
    time_s: float | None = None


@dataclass(frozen=True, slots=True)
class Exposition:
    """The output of an exporter.

    Attributes:
        kinds: "gauge", "counter" and so on by the name of the value, if specified.
        faults: one per unreadable line, at most one hundred; other lines are not affected.
        fault_count: number of such lines.
    """

    samples: tuple[Sample, ...]
    kinds: Mapping[str, str]
    faults: tuple[Message, ...]
    fault_count: int


def is_prometheus_text(text: bytes) -> bool:
    """Whether the beginning of a file looks like this format: of its first lines, one is a value or a comment of it."""
    for line in text[:8192].decode("utf-8", "replace").splitlines()[:20]:
        if line.startswith(("# HELP ", "# TYPE ")):
            return True
        match = _LINE.fullmatch(line.strip())
        if match is not None and match.group(2) is not None and _number(match.group(3)) is not None:
            return True
    return False


def read_prometheus_text(text: bytes) -> Exposition:
    """Return all values. An unreadable line is reported with its number and does not affect others.

    Raises:
        InvalidData: it is larger than 32 MiB or contains more than 400,000 values, or all of its lines are unreadable.
    """
    if len(text) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("formats", "This is more than {most} MiB, more than any exporter provides.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES // 2**20}))
    samples: list[Sample] = []
    kinds: dict[str, str] = {}
    faults: list[Message] = []
    count = 0
    # An exporter repeats the labels of a GPU with every value: each text of labels is taken apart once.
    known: dict[str, Mapping[str, str] | None] = {}
    for number, line in enumerate(text.decode("utf-8", "replace").lstrip("\ufeff").split("\n"), 1):
        line = line.strip()
        if not line:
            continue
        if line[0] == "#":
            _comment(line, kinds)
            continue
        sample = _sample(line, known)
        if isinstance(sample, Sample):
            samples.append(sample)
            if len(samples) > _MOST_SAMPLES:
                words = QT_TRANSLATE_NOOP("formats", "It contains more than {most} values, more than any exporter provides.")
                raise InvalidData(Message(_CONTEXT, words, {"most": _MOST_SAMPLES}))
            continue
        count += 1
        if len(faults) < _MOST_FAULTS:
            faults.append(Message(_CONTEXT, sample, {"line": number, "text": line[:_SHOWN]}))
    if count and not samples:
        words = QT_TRANSLATE_NOOP("formats", "None of its lines is an exporter value.")
        fix = QT_TRANSLATE_NOOP("formats", "The page with the values is often /metrics.")
        raise InvalidData(Message(_CONTEXT, words), Message(_CONTEXT, fix), tuple(faults[:3]))
    return Exposition(tuple(samples), kinds, tuple(faults), count)


def _comment(line: str, kinds: dict[str, str]) -> None:
    words = line.split(None, 3)
    if len(words) == 4 and words[1] == "TYPE" and len(kinds) < _MOST_SAMPLES:
        kinds[words[2]] = words[3].strip()


def _sample(line: str, known: dict[str, Mapping[str, str] | None]) -> Sample | str:
    """Return the value of a line, or the text of its fault."""
    match = _LINE.fullmatch(line) if len(line) <= _LONGEST_LINE else None
    if match is None:
        return QT_TRANSLATE_NOOP("formats", "Line {line} is not a value: {text}")
    name, block, text, stamp = match.groups()
    value = _number(text)
    if value is None:
        return QT_TRANSLATE_NOOP("formats", "Line {line} has no number: {text}")
    block = block or ""
    if block not in known:
        known[block] = _labels(block)
    labels = known[block]
    if labels is None:
        return QT_TRANSLATE_NOOP("formats", "Line {line} has labels that cannot be read: {text}")
    time_s = int(stamp) / 1000 if stamp is not None and len(stamp) < 16 else None
    return Sample(name, labels, value, text, time_s)


def _number(text: str) -> float | None:
    """Parse a number as written by Go, with NaN and infinities; None if it is not a number."""
    # Python alone would also take 1_000 and the digits of other scripts.
    if len(text) > 400 or "_" in text or not text.isascii():
        return None
    try:
        return float(text)
    except ValueError:
        return None


def _labels(block: str) -> Mapping[str, str] | None:
    """Return the labels of a line, None if they are unreadable or duplicated."""
    labels: dict[str, str] = {}
    at = 0
    end = len(block.rstrip(" \t"))
    while at < end:
        match = _LABEL.match(block, at)
        if match is None or match.group(1) in labels:
            return None
        label_text = match.group(2)
        labels[match.group(1)] = (
            _ESCAPE.sub(lambda one: _ESCAPED.get(one.group(1), one.group(0)), label_text) if "\\" in label_text else label_text
        )
        at = match.end()
    return labels
