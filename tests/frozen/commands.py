"""The command lines of README and docs as click reads them, and some that are run on the frozen files."""

import contextlib
import gzip
import io
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gpudesk.cli import main
from gpudesk.cli.commands import gpudesk
from tests.frozen import states
from tests.frozen.states import digest

ROOT = Path(__file__).resolve().parents[2]
_LINE = re.compile(r"^(?:    |\$ )?(?:\$ )?(gpudesk [a-z][^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r"`(gpudesk [a-z][^`\n]*)`")
P = "site.gpudesk"
"""The frozen project, in the folder in which commands run; `r.gpurec` is the frozen recording."""
GROWING = ("catalog", "check", "formats", "onsite", "size")
"""Commands whose figures change with new entries, rules, items or measurements."""


def documented() -> list[str]:
    """Every command line in README and docs that is a whole one: nothing to fill in, and no shell around it."""
    lines = set()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        for found in (*_LINE.finditer(text), *_QUOTED.finditer(text)):
            # Two spaces begin a remark.
            line = re.split(r"\s{2,}|\s+[#|>]", found[1].strip())[0]
            if not re.search(r"[…\[\]|]|(?<![\w\"])[A-Z]{2,}\b(?![-\"./])|--help", line):
                lines.add(line)
    return sorted(lines)


def parsed(line: str) -> dict[str, Any]:
    """Which command a line names and what each of its options gets, with what is left at its default left out; or why it is refused."""
    command: click.Command = gpudesk
    words, name = shlex.split(line)[1:], "gpudesk"
    with contextlib.suppress(click.ClickException):
        while isinstance(command, click.Group) and words:
            found = command.get_command(click.Context(command), words[0])
            if found is None:
                break
            command, name, words = found, f"{name} {words[0]}", words[1:]
    try:
        context = command.make_context(name, list(words), resilient_parsing=False)
    except click.UsageError as wrong:
        # Files that the documents name are not there.
        return {"command": name, "refused": type(wrong).__name__}
    except click.exceptions.Exit:
        return {"command": name}
    given = {
        key: str(value)
        for key, value in context.params.items()
        if context.get_parameter_source(key) is click.core.ParameterSource.COMMANDLINE
    }
    return {"command": name, "given": given}


def runs() -> Iterator[list[str]]:
    """What is run: commands that change nothing, whose output does not depend on the day, the machine or the user."""
    for line in (
        f"info {P} --json",
        f"info {P}",
        f"check {P} --json",
        f"history {P}",
        f"bom {P} --json",
        f"addresses {P} --json",
        f"cooling {P} --json",
        f"drill {P} --json",
        f"cable {P} --dry-run --json",
        f"scope {P} --json",
        f"host-names {P} --dry-run",
        f"fleet {P} --json",
        f"onsite list {P} --json",
        f"onsite verify-log {P}",
        f"onsite templates list {P}",
        f"export {P} devices-csv devices.csv",
        f"export {P} cables-csv cables.csv",
        f"export {P} dot site.dot",
        f"export {P} graphml site.graphml",
        "catalog show own.frozen-server",
        "catalog show nvidia.dgx-h100 --json",
        "formats --json",
        "templates",
        "fabric --nodes 128 --rails 8 --radix 64 --json",
        "size --model llama-3.1-8b --precision fp8 --concurrency 64 --gpu H100 --json",
        "monitor --source replay:r.gpurec --once --json",
    ):
        yield shlex.split(line)


def outcome_of(words: list[str], folder: Path) -> dict[str, Any]:
    """What scripts rely on: the exit code, how many lines the error output has, the keys and types of the JSON, and its figures.

    Texts may be reworded, and sizes and the catalog follow new measurements: of these the figures are left out.
    """
    (folder / P).write_bytes(gzip.decompress(states.PROJECT.read_bytes()))
    shutil.copyfile(states.RECORDING, folder / "r.gpurec")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    result: dict[str, Any] = {"code": code, "err": err.getvalue().count("\n")}
    # A refusal has no JSON.
    if "--json" in words and out.getvalue():
        body = json.loads(out.getvalue())
        result |= {"keys": sorted(body), "shape": digest(sorted(_shape(body)))}
        if words[0] not in GROWING:
            result["figures"] = digest(list(_figures(body)))
    if words[0] == "export":
        result["written"] = digest((folder / words[-1]).read_bytes().hex())
    return result


def _shape(value: object, path: str = "") -> set[str]:
    """Each path of keys in a JSON value with the kind of what is there; all entries of a list count as one."""
    if isinstance(value, dict):
        # Keys that are data, as those of a mapping by name, would make a shape of their own.
        return set().union(*(_shape(each, f"{path}.{key}") for key, each in value.items())) | {f"{path}:object"}
    if isinstance(value, list):
        return set().union(*(_shape(each, f"{path}[]") for each in value)) | {f"{path}:list"}
    return {f"{path}:{'number' if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__}"}


def _figures(value: object) -> Iterator[float]:
    """The numbers of a JSON value, in their order."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield round(value, 6)
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _figures(each)
