"""The border to foreign parsers: what they raise becomes ours, and what our own code raises does not."""

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gpudesk
from gpudesk.core.errors import InvalidData, NotEnoughMemory
from gpudesk.core.foreign import foreign_items, foreign_parser, lacks_memory, reason_of
from gpudesk.core.message import Message

SOURCES = Path(gpudesk.__file__).parent
SUSPECT = re.compile(r"\bexcept\s*(:|.*\bException\b|\([^)]*\bException\b)")
"""What a file with a catch-all holds; only such files are parsed."""


def refusal(reason: str, _error: Exception) -> InvalidData:
    return InvalidData(Message("x", "a.bin is damaged: {reason}", {"reason": reason}))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("negative seek value -215"), "negative seek value -215"),
        (RecursionError("maximum recursion depth exceeded"), "it is nested too deeply"),
        (KeyError("x"), "'x'"),
        (AssertionError(), "AssertionError"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (RuntimeError("two\nlines \x00."), "two lines \N{REPLACEMENT CHARACTER}"),
        (SystemError("a" * 300), "a" * 200),
    ],
)
def test_whatever_a_parser_raises_is_said_in_one_line(error: Exception, reason: str) -> None:
    with pytest.raises(InvalidData) as caught, foreign_parser("a.bin", refusal):
        raise error
    assert str(caught.value) == f"a.bin is damaged: {reason}"
    assert caught.value.__cause__ is error
    assert reason_of(error) == reason


def test_no_memory_is_said_as_that() -> None:
    unloaded = ImportError("x.so: failed to map segment from shared object")
    for error in (MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory"), unloaded):
        with pytest.raises(NotEnoughMemory) as caught, foreign_parser("a.bin", refusal):
            raise error
        assert str(caught.value) == "There is not enough memory to read a.bin. Close other programs, or raise the limit (ulimit -v)."


def test_memory_is_seen_behind_the_errors_that_follow_it() -> None:
    after = ValueError("I/O operation on closed file")
    after.__context__ = KeyError("x")
    assert not lacks_memory(after)
    after.__context__.__context__ = MemoryError()
    assert lacks_memory(after)
    assert not lacks_memory(ImportError("No module named x"))
    assert not lacks_memory(OSError(errno.ENOENT, "x"))


def test_our_own_refusals_and_a_wish_to_stop_go_through() -> None:
    with pytest.raises(InvalidData, match="too large"), foreign_parser("a.bin", refusal):
        raise InvalidData(Message("x", "too large"))
    with pytest.raises(KeyboardInterrupt), foreign_parser("a.bin", refusal):
        raise KeyboardInterrupt


def test_what_is_done_with_an_item_is_outside() -> None:
    def numbers() -> Iterator[int]:
        yield 1
        raise IndexError("of the parser")

    def divided() -> list[int]:
        return [number // 0 for number in foreign_items(numbers(), "a.bin", refusal)]

    with pytest.raises(ZeroDivisionError):
        divided()
    found: list[int] = []
    with pytest.raises(InvalidData, match="of the parser"):
        found.extend(foreign_items(numbers(), "a.bin", refusal))
    items = foreign_items(numbers(), "a.bin", refusal)
    assert next(items) == 1


def test_only_the_documented_places_catch_everything() -> None:
    """One border to parsers, one to the rules, one to the person: a catch-all anywhere else would hide defects."""
    caught = set()
    for path in SOURCES.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if not SUSPECT.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ExceptHandler):
                kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                if any(kind is None or (isinstance(kind, ast.Name) and kind.id == "Exception") for kind in kinds):
                    caught.add(path.relative_to(SOURCES).as_posix())
    assert caught == {"core/foreign.py", "checks/engine.py", "cli/__init__.py"}
