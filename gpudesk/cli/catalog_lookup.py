"""Opening the catalog and finding an entry by what a person types, for every command on it."""

import click

from gpudesk.catalog import Catalog, Entry, open_catalog
from gpudesk.cli.output import error_line


def opened_catalog() -> Catalog:
    """The catalog; entries of the person that cannot be read are named on the error output."""
    opened = open_catalog()
    for fault in opened.faults:
        error_line(f"left out: {fault.plain()}")
    return opened


def named_entry(opened: Catalog, name: str, hint: str = "NAME") -> Entry:
    """The entry of that key, or the only one of that whole title or model.

    Raises:
        click.BadParameter: there is none, or there are several; near ones are named.
    """
    if name in opened:
        return opened.entry(name)
    hits = opened.search(name, None, 5)
    exact = [hit for hit in hits if name.casefold() in (hit.title.casefold(), hit.model.casefold())]
    if len(exact) == 1:
        return opened.entry(exact[0].key)
    near = f"; perhaps {', '.join(hit.key for hit in hits)}" if hits else ""
    raise click.BadParameter(f"the catalog has no entry {name}{near}", param_hint=hint)
