"""The border to foreign parsers: what they raise becomes ours, and what our own code raises does not."""

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gpudesk
from gpudesk.core.messages.errors import InvalidData, NotEnoughMemory
from gpudesk.core.messages.foreign import foreign_items, foreign_parser, kept_json, lacks_memory, reason_of
from gpudesk.core.messages.message import Message

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
    assert caught == {"core/messages/foreign.py", "checks/engine/check_engine.py", "cli/__init__.py"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, "1e400", "[NaN]", "-Infinity", "9" * 400, '{"pid": ' + "9" * 5000 + "}", b"\xff{}", '{"a": -1e999}'],
)
def test_kept_json_that_is_none_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what the parser says differs between releases of Python
        kept_json(text)


def test_kept_json_is_read_as_it_was_written() -> None:
    assert kept_json('{"a": [1, -2.5, 1e300, "x", null, true]}') == {"a": [1, -2.5, 1e300, "x", None, True]}
    assert kept_json(b"123456789012345678901234567890") == 123456789012345678901234567890


JSON_OF_OUR_OWN = frozenset(
    {
        "catalog/catalog.py",
        "catalog/type_exchange.py",
        "catalog/user_entries.py",
        "cli/catalog/library_commands.py",
        "formats/tables/type_tables.py",
        "operations/types/type_updates.py",
        "sizing/systems/hosts.py",
        "store/catalog_db.py",
        "ui/places/catalog/catalog_commands.py",
        "ui/places/catalog/catalog_exchange.py",
    }
)
"""Where bodies of the catalog are read that the program has written from entries it has checked."""
JSON_OF_RESOURCES = frozenset(
    {
        "catalog/type_names.py",
        "reports/onsite/onsite_page.py",
        "store/reworded_titles.py",
        "ui/canvas/faces/hardware_palette.py",
        "ui/toolkit/theme/tokens.py",
    }
)
JSON_IN_A_BORDER = frozenset(
    {
        "formats/netbox/netbox_write.py",
        "formats/onsite/work_files.py",
        "store/bulk.py",
        "store/undo.py",
        "ui/places/power/panes/power_chain_table.py",
    }
)
"""The text is one that the program has just made, or SQLite, or this window."""


def _is_guarded(parents: list[ast.AST]) -> bool:
    """Whether one of what is around a call takes a RecursionError: a handler that names it, or the border."""
    for parent in parents:
        if isinstance(parent, ast.Try) and any("RecursionError" in ast.dump(each.type or ast.Constant("")) for each in parent.handlers):
            return True
        if isinstance(parent, ast.With) and "foreign_parser" in ast.dump(parent.items[0].context_expr):
            return True
    return False


def _calls_of_loads(node: ast.AST, parents: list[ast.AST]) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "json.loads":
        yield node, parents
    for child in ast.iter_child_nodes(node):
        yield from _calls_of_loads(child, [*parents, node])


def test_json_that_others_may_have_written_cannot_nest_too_deeply() -> None:
    """`json.loads` raises RecursionError as well as ValueError: callers catch both, or read by `kept_json`."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        text = path.read_text(encoding="utf-8")
        if "json.loads(" not in text or name in JSON_OF_OUR_OWN | JSON_OF_RESOURCES | JSON_IN_A_BORDER:
            continue
        found += [f"{name}:{call.lineno}" for call, parents in _calls_of_loads(ast.parse(text), []) if not _is_guarded(parents)]
    assert found == []
