"""The boundary to third-party parsers: anything they raise about a file becomes one readable error.

Zip, XML, YAML, JSON, workbook and PDF libraries raise errors of any kind about damaged files, and no list of them stays complete.
Only the call into the library goes inside, never our own code that processes the result: our own defects must remain visible. This
is the only place in the program that converts every kind of error to a message (docs/decisions/foreign-parsers.md).
"""

import errno
import json
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from gpudesk.core.messages.errors import DeskError, NotEnoughMemory
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "foreign"
_MOST_CHARACTERS = 200
_UNLOADED = ("failed to map segment", "annot allocate memory")
"""Messages of the library loader if memory is insufficient."""
_MOST_DIGITS = 300
"""Of a whole number: with more it is no float any more."""
Item = TypeVar("Item")
Refusal = Callable[[str, Exception], Exception]
"""Creates the error to raise from the reason, an English clause without a period, and the exception of the parser."""


@contextmanager
def foreign_parser(file: str, refusal: Refusal) -> Iterator[None]:
    """Run one call into a third-party parser.

    Args:
        file: name of the file, for the message about memory.
        refusal: states which format the file does not have, and the fix.

    Raises:
        NotEnoughMemory: there was too little memory for the parser.
        Exception: the error created by `refusal` for any other exception of the parser; our own errors raised by a handler pass
            through.
    """
    try:
        yield
    except DeskError:
        raise
    except Exception as error:
        if lacks_memory(error):
            raise not_enough_memory(file) from error
        raise refusal(reason_of(error), error) from error


def foreign_items(items: Iterable[Item], file: str, refusal: Refusal) -> Iterator[Item]:
    """The items of a parser that reads during iteration. The caller's processing of them is not inside.

    Raises:
        NotEnoughMemory, Exception: see `foreign_parser`.
    """
    with foreign_parser(file, refusal):
        yield from items


def reason_of(error: Exception) -> str:
    """The exception of a parser, as a one-line clause of at most 200 characters."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    words = " ".join(str(error).split())[:_MOST_CHARACTERS].rstrip(". ")
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words) or type(error).__name__


def lacks_memory(error: BaseException) -> bool:
    """Whether memory ran out: that of Python, or of the system where a library or a process was to be loaded.

    An error that came up while another was dealt with is looked through to the first: libraries that run out of memory leave such chains.
    """
    first: BaseException | None = error
    while first is not None:
        if _says_no_memory(first):
            return True
        first = first.__cause__ or first.__context__
    return False


def _says_no_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError | NotEnoughMemory):
        return True
    if isinstance(error, ImportError):
        return any(words in str(error) for words in _UNLOADED)
    return isinstance(error, OSError) and error.errno == errno.ENOMEM


def not_enough_memory(file: str = "") -> NotEnoughMemory:
    """The error for insufficient memory while `file`, if given, was read."""
    if file:
        what = Message(_CONTEXT, QT_TRANSLATE_NOOP("foreign", "There is not enough memory to read {file}."), {"file": file})
    else:
        what = Message(_CONTEXT, QT_TRANSLATE_NOOP("foreign", "There is not enough memory for this."))
    return NotEnoughMemory(what, Message(_CONTEXT, QT_TRANSLATE_NOOP("foreign", "Close other programs, or raise the limit (ulimit -v).")))


def kept_json(text: str | bytes) -> Any:
    """JSON from the program's own files, which may have been modified since; every number in it is finite, also as a float.

    Raises:
        ValueError: it is not JSON, is nested too deeply, or has an invalid number.
    """
    try:
        return json.loads(text, parse_float=_finite, parse_int=_whole, parse_constant=_finite)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is no number")
    return value


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(text)
