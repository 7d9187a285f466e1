"""Opens the catalog and finds an entry from user input, for all catalog commands."""

from collections.abc import Iterator

import click

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.entry import Entry, Hit
from gpudesk.cli.terminal.output import error_line

_MOST_NAMED = 12


def opened_catalog() -> Catalog:
    """The catalog; entries of the person that cannot be read are named on the error output."""
    opened = open_catalog()
    for fault in opened.faults:
        error_line(f"left out: {fault.plain()}")
    return opened


def named_entry(opened: Catalog, name: str, hint: str = "NAME") -> Entry:
    """The entry of that key, else the only one that the name fits.

    A whole title or model counts before a part number, that before an alias, and that before the beginning of a title or model.

    Raises:
        click.BadParameter: no entry fits, or several fit equally well; their keys, or those of near ones, are named.
    """
    if name in opened:
        return opened.entry(name)
    hits = opened.search(name, None, len(opened))
    for fitting in _ways(opened, hits, name.strip().casefold()):
        if len(fitting) == 1:
            return opened.entry(fitting[0])
        if fitting:
            raise click.BadParameter(f"{len(fitting)} entries match {name}: {_listed(fitting)}", param_hint=hint)
    near = f"; similar: {', '.join(hit.key for hit in hits[:5])}" if hits else ""
    raise click.BadParameter(f"the catalog has no entry {name}{near}", param_hint=hint)


def _ways(opened: Catalog, hits: list[Hit], wanted: str) -> Iterator[list[str]]:
    """The keys that match at each strictness level, the strictest first."""
    if not wanted:
        return
    yield [hit.key for hit in hits if wanted in (hit.title.casefold(), hit.model.casefold())]
    types = [opened.get(hit.key) for hit in hits]
    yield [kind.key for kind in types if wanted in map(str.casefold, kind.part_numbers)]
    yield [kind.key for kind in types if wanted in map(str.casefold, kind.aliases)]
    yield [hit.key for hit in hits if any(_begins(text.casefold(), wanted) for text in (hit.title, hit.model))]


def _begins(text: str, wanted: str) -> bool:
    """Whether the text begins with whole words: "QM97" is not a prefix of "QM9700"."""
    return text.startswith(wanted) and not text[len(wanted) : len(wanted) + 1].isalnum()


def _listed(keys: list[str]) -> str:
    more = f" and {len(keys) - _MOST_NAMED} more" if len(keys) > _MOST_NAMED else ""
    return ", ".join(keys[:_MOST_NAMED]) + more
