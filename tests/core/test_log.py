"""The log: categories and levels, and that a line has no room for a person's data."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.core.messages import log
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message

SOURCE = Path(__file__).resolve().parents[2] / "gpudesk"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    log.forget()
    yield
    log.stop()
    log.forget()


@pytest.mark.parametrize(
    ("asked", "levels", "strange"),
    [
        ("cabling:debug", {"cabling": log.DEBUG}, []),
        ("cabling", {"cabling": log.DEBUG}, []),
        (" Cabling:DEBUG , checks:warning", {"cabling": log.DEBUG, "checks": log.WARNING}, []),
        ("error,sizing:info", {**dict.fromkeys(log.CATEGORIES, log.ERROR), "sizing": log.INFO}, []),
        ("cables:debug,checks:loud", {}, ["cables:debug", "checks:loud"]),
        ("", {}, []),
    ],
)
def test_levels_are_asked_for_by_category(asked: str, levels: dict[str, int], strange: list[str]) -> None:
    assert log.levels_of(asked) == (levels, strange)


def test_only_what_was_asked_for_is_written() -> None:
    lines: list[str] = []
    log.write_to(lines.append, log.levels_of("cabling:debug,checks:warning")[0])
    assert (log.category("cabling").detailed, log.category("checks").detailed) == (True, False)
    log.category("cabling").debug("links planned", links=3, ms=12.34567, kept=None)
    log.category("cabling").info("cabled")
    log.category("checks").info("all rules checked")
    log.category("checks").warning("slow")
    log.category("sizing").warning("far")
    assert [line.partition("Z ")[2] for line in lines] == [
        "cabling debug: links planned links=3 ms=12.35 kept=none",
        "cabling info: cabled",
        "checks warning: slow",
    ]
    # What is sent with a question has every category, and no line of level debug.
    assert [line.partition("Z ")[2].partition(":")[0] for line in log.recent()] == [
        "cabling info",
        "checks info",
        "checks warning",
        "sizing warning",
    ]


def test_nothing_is_written_by_default_and_the_latest_lines_are_kept() -> None:
    for number in range(log.RECENT_LINES + 5):
        log.category("project").info("step", number=number)
    kept = log.recent()
    assert len(kept) == log.RECENT_LINES
    assert (kept[0].endswith("number=5"), kept[-1].endswith(f"number={log.RECENT_LINES + 4}")) == (True, True)


def test_an_error_is_its_class_and_its_places() -> None:
    secret = "/home/ana.garcia/Bank of X/halls.gpudesk"

    def fails() -> None:
        raise Refused(Message("test", "{path} is {name}", {"path": secret, "name": "nvapi-0123456789"}))

    try:
        fails()
    except Refused as error:
        log.category("operations").error("refused", error)
    (line,) = log.recent()
    assert line.endswith("operations error: refused error=Refused at=none")
    assert "ana" not in line
    try:
        log.category("no such")
    except KeyError as error:
        log.category("window").error("unexpected error", error)
    assert log.recent()[-1].partition("at=")[2].startswith("gpudesk.core.messages.log:")


@pytest.mark.parametrize("text", ["Ana García", "/home/ana", "C:\\Users\\ana", "key = sk-1234", "<a@b.example>", "x" * 81])
def test_a_text_that_slips_past_the_type_checker_is_not_written(text: str) -> None:
    log.category("window").info("place", name=log.Code(text))
    assert log.recent()[-1].endswith("name=(text)")


def test_a_name_is_written_only_if_the_source_holds_it() -> None:
    assert log.code("cable_project", {"cable_project"}) == "cable_project"
    assert log.code("ana-laptop", {"cable_project"}) == log.OTHER
    log.category("operations").info("done", operation=log.code("ana-laptop", {"cable_project"}))
    assert log.recent()[-1].endswith("operation=(other)")


def test_each_call_has_a_literal_text_and_codes_of_what_the_source_holds() -> None:
    """`Code(…)` itself is called outside this module only on the name of a member of an enumeration."""
    found = 0
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        if "gpudesk.core.messages import log" not in text or path.name == "log_options.py":
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
                continue
            place = f"{path.name}:{node.lineno}"
            if node.func.value.id == "_LOG":
                assert isinstance(node.args[0], ast.Constant), place
                assert isinstance(node.args[0].value, str), place
                found += 1
            if (node.func.value.id, node.func.attr) == ("log", "Code"):
                assert ast.unparse(node.args[0]).endswith(".name.lower()"), place
            if (node.func.value.id, node.func.attr) == ("log", "category"):
                assert ast.literal_eval(node.args[0]) in log.CATEGORIES, place
    assert found >= 15
