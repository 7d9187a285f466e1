"""Which text of the product is read where, and when it was last reviewed.

A surface is what is read together, with its picture or printed output: the dialogs of a place, a family of findings, a report, a group of
commands. `surfaces.tsv` gives the surface of each folder of sources and resources. `ledger.txt` has a section for each surface and day of
review, with the digests of the texts that were read: English and Spanish together, so that a text that changes has to be read again.

    python -m tests.texts.ledger                   drops texts that are gone, lists those without a review
    python -m tests.texts.ledger SURFACE...        enters those of these surfaces as reviewed today
    python -m tests.texts.ledger --all             enters all of them
"""

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import yaml

from tests.cli.documented import commands
from tests.texts.printed import printed_texts

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
SURFACES = FOLDER / "surfaces.tsv"
LEDGER = FOLDER / "ledger.txt"
_DIGITS = 12
_MARKS = ("text_context", "translate", "QT_TRANSLATE_NOOP")
"""Without any of these a source has no text."""
_SECTION = "# "
OUTPUT = "printed/"
"""In `surfaces.tsv`, what is before the folder of a command whose output has the surface."""


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """One text of the product in both languages; `spanish` is "" for help and output of commands, which are English only."""

    surface: str
    where: str
    english: str
    spanish: str

    @property
    def digest(self) -> str:
        """What the ledger knows the text by."""
        return hashlib.sha256(repr((self.english, self.spanish)).encode()).hexdigest()[:_DIGITS]


def surfaces() -> dict[str, str]:
    """The surface of each folder or start of a path."""
    rows = [line.split("\t") for line in SURFACES.read_text(encoding="utf-8").splitlines()[1:]]
    return {folder: surface for folder, surface, _ in rows}


def surface_of(path: str, known: dict[str, str]) -> str:
    """The surface of a file: that of the longest start of its path.

    Raises:
        LookupError: no row covers the file.
    """
    starts = [start for start in known if path.startswith(start)]
    if not starts:
        raise LookupError(f"{path}: no row of {SURFACES.name} covers it")
    return known[max(starts, key=len)]


def texts() -> set[Text]:
    """Every text that the product shows: those of the sources, the pairs of the resources, the help and the output of the commands."""
    known = surfaces()
    return {*_of_sources(known), *_of_resources(known), *_of_help(known), *_of_output(known)}


def _of_sources(known: dict[str, str]) -> Iterator[Text]:
    collecting = _collecting()
    spanish = {(context, text): translated for context, text, translated in collecting.triples(collecting.FOLDER / "gpudesk_es.ts")}
    for path in sorted((ROOT / "gpudesk").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        if not any(word in source for word in _MARKS):
            continue
        for text in collecting.marked(source, name):
            yield Text(surface_of(name, known), text.context, text.text, spanish[text.context, text.text])


def _collecting() -> ModuleType:
    spec = util.spec_from_file_location("update_translations", ROOT / "packaging" / "update_translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _of_resources(known: dict[str, str]) -> Iterator[Text]:
    for path in sorted((ROOT / "resources").rglob("*.yaml")):
        name = path.relative_to(ROOT).as_posix()
        with path.open(encoding="utf-8") as stream:
            content = yaml.load(stream, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for english, spanish in _pairs(content):
            yield Text(surface_of(name, known), path.name, english, spanish)


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """`name` with `name_es`, and `en` with `es`, at any depth."""
    if isinstance(value, list):
        for part in value:
            yield from _pairs(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if isinstance(key, str) and isinstance(part, str):
                other = value.get("es" if key == "en" else f"{key}_es")
                if isinstance(other, str):
                    yield part, other
            else:
                yield from _pairs(part)


def _of_help(known: dict[str, str]) -> Iterator[Text]:
    for name, command in commands():
        module = command.callback.__module__ if command.callback is not None else "gpudesk.cli"
        surface = surface_of(module.replace(".", "/"), known)
        if command.help:
            yield Text(surface, name, command.help, "")
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield Text(surface, name, parameter.help, "")


def _of_output(known: dict[str, str]) -> Iterator[Text]:
    for path, text in printed_texts():
        yield Text(surface_of(f"{OUTPUT}{path}", known), path.rpartition("/")[2], text, "")


def entered() -> dict[tuple[str, str], str]:
    """The date of the review by surface and digest."""
    reviews = {}
    surface = day = ""
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        if line.startswith(_SECTION):
            surface, _, day = line.removeprefix(_SECTION).rpartition(", ")
        else:
            reviews[surface, line] = day
    return reviews


def enter(present: set[Text], reviewed: set[str], today: str) -> dict[tuple[str, str], str]:
    """The ledger with the texts of the surfaces in `reviewed` entered today, without texts that are gone; written to its file."""
    before = entered() if LEDGER.exists() else {}
    reviews = {}
    sections: dict[str, set[str]] = {}
    for text in present:
        day = before.get((text.surface, text.digest), today if text.surface in reviewed else "")
        if day:
            reviews[text.surface, text.digest] = day
            sections.setdefault(f"{_SECTION}{text.surface}, {day}", set()).add(text.digest)
    lines = [line for title, digests in sorted(sections.items()) for line in (title, *sorted(digests))]
    LEDGER.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return reviews


def missing(present: set[Text]) -> list[Text]:
    """The texts that have no review, by surface."""
    known = entered()
    return sorted(text for text in present if (text.surface, text.digest) not in known)


def main(arguments: list[str]) -> int:
    """List what has no review, or enter surfaces as reviewed."""
    present = texts()
    every = {text.surface for text in present}
    reviewed = every if arguments == ["--all"] else set(arguments)
    if unknown := reviewed - every:
        click.echo(f"no such surface: {', '.join(sorted(unknown))}; there are: {', '.join(sorted(every))}")
        return 2
    enter(present, reviewed, datetime.now(UTC).date().isoformat())
    without = missing(present)
    for text in without:
        click.echo(f"{text.surface} · {text.where}\n  {text.english}\n  {text.spanish}")
    click.echo(f"{len(present)} texts on {len(every)} surfaces, {len(without)} without a review")
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
