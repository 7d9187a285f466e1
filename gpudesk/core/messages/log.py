"""The log of the program, by category: its activity, in numbers and in names of its own source, never in user data.

A line is a literal text with values: counts, milliseconds, and `Code`, a name defined in the source itself (an operation, a rule, a
format). Names, paths, hosts, serial numbers and texts of a project have no type that a line accepts, so a log can be sent to
anyone.

The standard library's logging is not used: its import takes as long as an entire small command, and its records accept any text.
"""

import re
import time
from collections import deque
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Final, NewType

Code = NewType("Code", str)
"""A name that the source holds, such as that of an operation. `code` and `error_name` make one."""

Figure = int | float | Code | None

DEBUG: Final = 10
INFO: Final = 20
WARNING: Final = 30
ERROR: Final = 40
OFF: Final = 99
LEVELS: Final = {"debug": DEBUG, "info": INFO, "warning": WARNING, "error": ERROR, "off": OFF}
"""What `GPUDESK_LOG` calls each level."""

CATEGORIES: Final = ("cabling", "catalog", "checks", "formats", "monitor", "operations", "project", "sizing", "window")
"""The categories, one for each part of the program that a person can name."""

VARIABLE: Final = "GPUDESK_LOG"
"""The environment variable: `cabling:debug`, several separated by commas, or one level for all categories."""

RECENT_LINES: Final = 300
"""How many lines of level info and above are kept in memory, for *Copy diagnostics*."""

OTHER: Final = Code("(other)")
_CODE = re.compile(r"[A-Za-z0-9_.:-]{1,80}")
_NAMES: Final = {DEBUG: "debug", INFO: "info", WARNING: "warning", ERROR: "error"}
_PACKAGE: Final = "gpudesk"

_recent: deque[str] = deque(maxlen=RECENT_LINES)
_writers: list[Callable[[str], object]] = []
_closers: list[Callable[[], object]] = []


class Category:
    """One category of the log.

    Attributes:
        name: as used in `GPUDESK_LOG`.
        level: the level written; lines of level info and above are also kept in memory, whether written or not.
    """

    __slots__ = ("level", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.level = OFF

    @property
    def detailed(self) -> bool:
        """Whether lines of level debug are written, for figures that cost something to find."""
        return self.level <= DEBUG

    def debug(self, text: str, **figures: Figure) -> None:
        """Write a line that only somebody who looks for a fault needs; nothing is done unless it is written."""
        if self.level <= DEBUG:
            self._write(DEBUG, text, figures)

    def info(self, text: str, **figures: Figure) -> None:
        """Write a completed activity, at most a few times per user action."""
        self._write(INFO, text, figures)

    def warning(self, text: str, **figures: Figure) -> None:
        """Write what went otherwise than wanted, and was dealt with."""
        self._write(WARNING, text, figures)

    def error(self, text: str, error: BaseException, **figures: Figure) -> None:
        """Write an error: its class and the places in the source, not its text, which may hold names and paths."""
        places = Code(" < ".join(places_of(error.__traceback__))) or None
        self._write(ERROR, text, {**figures, "error": error_name(error), "at": places})

    def _write(self, level: int, text: str, figures: dict[str, Figure]) -> None:
        now = time.time()
        figure_text = "".join([f" {name}={_shown(value)}" for name, value in figures.items()])
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        line = f"{stamp}.{int(now % 1 * 1000):03d}Z {self.name} {_NAMES[level]}: {text}{figure_text}"
        if level >= INFO:
            _recent.append(line)
        if level >= self.level:
            for write in _writers:
                write(line)


_BY_NAME: Final = {name: Category(name) for name in CATEGORIES}


def category(name: str) -> Category:
    """The category of this name; a module keeps it as `_LOG`.

    Raises:
        KeyError: there is none; `CATEGORIES` lists them.
    """
    return _BY_NAME[name]


def code(name: object, known: Collection[object]) -> Code:
    """The name of an operation, rule or format if it is one of `known`, which the source holds; else "(other)"."""
    return Code(name) if isinstance(name, str) and name in known else OTHER


def error_name(error: BaseException) -> Code:
    """The class of an error."""
    return Code(type(error).__name__)


def places_of(trace: TracebackType | None, most: int = 8) -> list[str]:
    """Where an error was raised, innermost first, as module:line of the frames that are modules: no path, no source text."""
    places = []
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__")
        if isinstance(module, str) and (module == _PACKAGE or module.startswith(_PACKAGE + ".")):
            places.append(f"{module}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places[: -most - 1 : -1]


def recent() -> list[str]:
    """The latest lines, oldest first."""
    return list(_recent)


def levels_of(asked: str) -> tuple[dict[str, int], list[str]]:
    """The settings in `GPUDESK_LOG`: the level of each category it covers, and the invalid parts."""
    levels: dict[str, int] = {}
    strange = []
    for part in (setting.strip().lower() for setting in asked.split(",")):
        name, colon, level = part.partition(":")
        if not colon and name in LEVELS:
            levels.update(dict.fromkeys(CATEGORIES, LEVELS[name]))
        elif name in CATEGORIES and (not colon or level in LEVELS):
            levels[name] = LEVELS[level] if colon else DEBUG
        elif part:
            strange.append(part)
    return levels, strange


def write_to(write: Callable[[str], object], levels: dict[str, int], close: Callable[[], object] | None = None) -> None:
    """Pass every line of these levels to `write`, replacing the previous setting; `close` is called when that ends."""
    stop()
    _writers.append(write)
    if close is not None:
        _closers.append(close)
    for name, logger in _BY_NAME.items():
        logger.level = levels.get(name, OFF)


def stop() -> None:
    """Write nothing any more; lines are still kept in memory."""
    _writers.clear()
    for logger in _BY_NAME.values():
        logger.level = OFF
    while _closers:
        _closers.pop()()


def forget() -> None:
    """Discard the lines kept in memory."""
    _recent.clear()


def _shown(value: Figure) -> str:
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.4g}"
    text = str(value)
    # A type checker lets no other text through; this is for code that has none.
    return text if not isinstance(value, str) or all(_CODE.fullmatch(part) for part in text.split(" < ")) or text == OTHER else "(text)"
