"""Taking files of our own types: they become the person's own entries, all or none."""

from pathlib import Path
from typing import Any

import click

from gpudesk.catalog.type_exchange import Fate, Proposal, take
from gpudesk.cli.catalog.catalog_lookup import opened_catalog
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.output import counted, print_json, print_table
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.formats.tables.type_files import proposed_file

_MOST_TOLD = 3
_WORDS = {
    Fate.NEW: "new",
    Fate.HIDES: "overriding a built-in entry",
    Fate.REPLACES: "replacing one of your entries",
    Fate.SAME: "unchanged",
}


def take_types(path: Path, dry_run: bool, as_json: bool) -> None:
    """Import the types of a file as own entries and print the result for each.

    Raises:
        InvalidData: it cannot be read, or contains an error; nothing was imported.
        Refused: an entry is in a file together with others.
        StoreError: the folder of own entries cannot be written.
    """
    opened = opened_catalog()
    proposal = proposed_file(opened, path)
    if proposal.misfits and not dry_run:
        misfit_lines = [f"{misfit.where}: {misfit.message.plain()}" for misfit in proposal.misfits]
        more = f" and {len(misfit_lines) - _MOST_TOLD} more" if len(misfit_lines) > _MOST_TOLD else ""
        text = "nothing was imported from {path}: {faults}"
        raise InvalidData(Message("cli", text, {"path": str(path), "faults": "; ".join(misfit_lines[:_MOST_TOLD]) + more}))
    taken = 0 if dry_run else take(opened, proposal)
    if as_json:
        print_json(_plain(path, proposal, kept=not dry_run, taken=taken))
    else:
        _print(proposal, dry_run)
    if proposal.misfits:
        click.get_current_context().exit(FOUND)


def _print(proposal: Proposal, dry_run: bool) -> None:
    print_table([(entry.type.key, _WORDS[entry.fate], entry.where) for entry in proposal.entries])
    for misfit in proposal.misfits:
        click.echo(f"fault  {misfit.where}: {sentence(misfit.message)}")
    counts = ", ".join(f"{proposal.count(fate)} {word}" for fate, word in _WORDS.items())
    click.echo(f"{'would import' if dry_run else 'imported'}: {counts}; {counted(len(proposal.misfits), 'fault')}")


def _plain(path: Path, proposal: Proposal, *, kept: bool, taken: int) -> dict[str, Any]:
    return {
        "file": str(path),
        "saved": kept,
        "written": taken,
        "entries": [{"key": entry.type.key, "action": str(entry.fate), "where": entry.where} for entry in proposal.entries],
        "faults": [{"where": misfit.where, "text": misfit.message.plain()} for misfit in proposal.misfits],
    }
