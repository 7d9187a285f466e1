"""docs/command-line.md says what the commands say."""

import re
from pathlib import Path

import pytest

from gpudesk.cli.terminal import exits
from gpudesk.core.running.renderable_panes import PANES
from tests.cli.conftest import Run
from tests.cli.documented import DOCUMENT, block, commands, documented

TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_every_command_is_documented_word_for_word() -> None:
    expected = {name: block(name, command) for name, command in commands()}
    assert documented() == expected, "python -m tests.cli.documented brings the document up to date"


def test_every_command_and_option_says_what_it_does() -> None:
    for name, command in commands():
        assert command.help, name
        for parameter in command.params:
            spoken = getattr(parameter, "help", None)
            plain = {"--theme", "--lang", "--version"} & set(parameter.opts) or parameter.param_type_name == "argument"
            assert spoken or plain, (name, parameter.opts)


def test_every_exit_code_is_documented() -> None:
    codes = {value for name, value in vars(exits).items() if name.isupper()}
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)} == codes


def section(title: str) -> str:
    return TEXT.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


def keys_in(text: str) -> set[str]:
    """The words in backquotes in the first column of its tables."""
    rows = re.findall(r"^\|([^|]*)\|", text, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`([a-z_]+)`", row)}


@pytest.mark.parametrize(("title", "words"), [("templates", ["templates"]), ("history", ["history", "FILE"]), ("info", ["info", "FILE"])])
def test_the_keys_of_each_object_are_documented(title: str, words: list[str], project: Path, run: Run) -> None:
    body = run(*[str(project) if word == "FILE" else word for word in words], "--json").json
    keys = set(body) | set(body.get("totals", {}))
    assert keys_in(section(title)) - {"totals"} == keys - {"totals"}


def test_the_keys_of_the_catalog_are_documented(run: Run) -> None:
    found, shown = run("catalog", "search", "dgx", "--json").json, run("catalog", "show", "nvidia.dgx-h100", "--json").json
    assert keys_in(section("catalog")) == set(found) | set(shown)
    for key in found["entries"][0]:
        assert f"`{key}`" in section("catalog")


def test_the_examples_name_what_there_is() -> None:
    for pane in re.findall(r"^ {4}gpudesk render \S+ (\w+)", TEXT, re.MULTILINE):
        assert pane in PANES
