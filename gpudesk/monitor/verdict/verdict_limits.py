"""Limits between verdicts: the default thresholds (`resources/monitor/verdict.yaml`) and the values that the user sets."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES, read_document
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.disk.writing import replacement_stream
from gpudesk.locate import resource, user_data_dir

_CONTEXT = "verdict"
_PERCENT = 0.01


@dataclass(frozen=True, slots=True)
class Threshold:
    """One limit.

    Attributes:
        value, low, high: in `unit`; the person may set it between the last two.
        unit: "%", "s", "GiB", "GB/s", or "" for a factor.
    """

    key: str
    value: float
    unit: str
    low: float
    high: float
    title: str
    title_es: str
    source: str
    confidence: Confidence

    @property
    def plain(self) -> float:
        """The value for calculations: a share for percent, bytes for GiB and GB/s."""
        if self.unit == "%":
            return self.value * _PERCENT
        return self.value * {"GiB": 2.0**30, "GB/s": 1e9}.get(self.unit, 1.0)


@dataclass(frozen=True, slots=True)
class NextMeasurement:
    """What to measure next, and the commands for it; {program} represents the command that starts the job."""

    key: str
    title: str
    title_es: str
    commands: tuple[str, ...]
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Pool:
    """A program with a memory pool, and how to query its actual requirement.

    Attributes:
        names: parts of the commands that start it, in lowercase.
    """

    key: str
    title: str
    names: tuple[str, ...]
    commands: tuple[str, ...]
    source: str
    confidence: Confidence


class Limits:
    """The thresholds in force: `limits.memory_full` is the value for calculations."""

    def __init__(self, own: Mapping[str, float] | None = None) -> None:
        """Raises:
        InvalidData: a user value has an unknown name or is out of bounds; all are named.
        """
        checked_limits(own or {})
        self.own = dict(own or {})
        shipped = shipped_thresholds()
        self.thresholds: Mapping[str, Threshold] = {key: _with(threshold, self.own.get(key)) for key, threshold in shipped.items()}

    def __getitem__(self, key: str) -> float:
        return self.thresholds[key].plain


def _with(threshold: Threshold, value: float | None) -> Threshold:
    if value is None:
        return threshold
    plain = {name: getattr(threshold, name) for name in Threshold.__slots__}
    return Threshold(**{**plain, "value": float(value), "source": "set by the person", "confidence": Confidence.READ})


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("monitor", "verdict.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


@cache
def shipped_thresholds() -> Mapping[str, Threshold]:
    """Every threshold by its key, in the order of the table."""
    return {
        key: Threshold(
            key=key,
            value=float(row["value"]),
            unit=row["unit"],
            low=float(row["low"]),
            high=float(row["high"]),
            title=row["title"],
            title_es=row["title_es"],
            source=row["source"],
            confidence=Confidence(row["confidence"]),
        )
        for key, row in _table()["thresholds"].items()
    }


@cache
def next_measurements() -> Mapping[str, NextMeasurement]:
    """Possible next measurements, by key."""
    return {
        key: NextMeasurement(key, row["title"], row["title_es"], tuple(row["commands"]), row["source"], Confidence(row["confidence"]))
        for key, row in _table()["next"].items()
    }


@cache
def pools() -> Mapping[str, Pool]:
    """The programs that fill memory by themselves, by their key."""
    return {
        key: Pool(key, row["title"], tuple(row["names"]), tuple(row["commands"]), row["source"], Confidence(row["confidence"]))
        for key, row in _table()["pools"].items()
    }


def pool_of(command: str) -> str:
    """The key of the program of that sort that a command starts, "" if none."""
    small = command.lower()
    return next((key for key, pool in pools().items() if any(name in small for name in pool.names)), "")


def checked_limits(own: Mapping[str, object]) -> None:
    """Raises:
    InvalidData: a name is unknown or a value is out of bounds; all are named.
    """
    problems = []
    for key, value in own.items():
        threshold = shipped_thresholds().get(key)
        if threshold is None:
            text = QT_TRANSLATE_NOOP("verdict", "there is no threshold {key}")
            problems.append(Message(_CONTEXT, text, {"key": str(key)[:60]}))
        elif isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            problems.append(Message(_CONTEXT, QT_TRANSLATE_NOOP("verdict", "{key} must be a number"), {"key": key}))
        elif not threshold.low <= value <= threshold.high:
            text = QT_TRANSLATE_NOOP("verdict", "{key} must be between {low} and {high} {unit}")
            values: dict[str, Value] = {"key": key, "low": threshold.low, "high": threshold.high, "unit": threshold.unit}
            problems.append(Message(_CONTEXT, text, values))
    if problems:
        text = QT_TRANSLATE_NOOP("verdict", "The thresholds of the verdict cannot be used:")
        raise InvalidData(Message(_CONTEXT, text), problems=tuple(problems))


def own_limits_file() -> Path:
    """Where a person's thresholds lie; it may not exist yet."""
    return user_data_dir() / "monitor" / "verdict.yaml"


def limits() -> Limits:
    """The thresholds in force: the shipped ones, and those of the person in their place.

    Raises:
        InvalidData: the person's file makes no sense; all that is wrong is named.
    """
    path = own_limits_file()
    try:
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
    except OSError:
        return Limits()
    document = read_document(path.name, content)
    problems = [fault.message for fault in document.faults]
    if not isinstance(document.data, dict | None):
        problems.append(Message(_CONTEXT, QT_TRANSLATE_NOOP("verdict", "it contains no name-value pairs")))
    if problems:
        text = QT_TRANSLATE_NOOP("verdict", "The thresholds in {path} cannot be read:")
        raise InvalidData(Message(_CONTEXT, text, {"path": str(path)}), problems=tuple(problems))
    return Limits(document.data or {})


def keep_limits(own: Mapping[str, float]) -> None:
    """Save the thresholds of the user; default values are not saved.

    Raises:
        InvalidData: a value is out of bounds, or the file cannot be written.
    """
    checked_limits(own)
    shipped = shipped_thresholds()
    changed = {key: value for key, value in own.items() if value != shipped[key].value}
    lines = [f"{key}: {float(value)!r}\n" for key, value in changed.items()]
    path = own_limits_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement_stream(path) as file:
            file.write("".join(lines).encode())
    except OSError as error:
        text = QT_TRANSLATE_NOOP("verdict", "The thresholds cannot be written to {path}: {reason}.")
        raise InvalidData(Message(_CONTEXT, text, {"path": str(path), "reason": error.strerror or str(error)})) from error
