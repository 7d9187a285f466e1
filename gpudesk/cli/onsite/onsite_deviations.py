"""The commands for deviations: record, decide, list."""

from pathlib import Path
from typing import Any

import click

from gpudesk.cli.onsite.onsite_targets import demanded, named_target
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.output import json_option, print_json, print_list
from gpudesk.onsite.deviations import Deviation, Difference, deviation_body, deviations
from gpudesk.onsite.log_writer import recorder
from gpudesk.operations.onsite.record_site_work import add_person, record_deviation, settle_deviation, withdraw_entry
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

_LONGEST_M = 100_000
"""Longer than any cable between two sites; a greater value is a typing error."""
DEVIATIONS_SCHEMA = "gpudesk.onsite_deviations.v2"
_by = click.option("--by", "person", metavar="NAME", required=True, help="Person who records or decides; added to the list of people.")


@click.group("deviation")
def deviation() -> None:
    """Record and decide deviations of the installation from the plan."""


@deviation.command("record")
@file_argument
@click.argument("item")
@click.argument("target", required=False)
@_by
@click.option("--length", "length_m", type=float, metavar="M", help="Length of the installed cable, in m.")
@click.option("--port", metavar="END:DEVICE:PORT", help="Port to which a cable end is connected, such as b:leaf-1:12/1.")
@click.option("--serial", help="Serial number of the installed replacement.")
@click.option("--damaged", is_flag=True, help="The item arrived damaged.")
@click.option("--text", default="", help="Additional description.")
def record_command(
    file: Path,
    item: str,
    target: str | None,
    person: str,
    length_m: float | None,
    port: str | None,
    serial: str | None,
    damaged: bool,
    text: str,
) -> None:
    """Record that ITEM on TARGET of FILE deviates from the plan; prints the name of the entry."""
    kinds_given = [length_m is not None, port is not None, serial is not None, damaged]
    if sum(kinds_given) > 1 or not (any(kinds_given) or text):
        raise click.UsageError("give one of --length, --port, --serial and --damaged, or only --text")
    if length_m is not None and not 0.001 <= length_m <= _LONGEST_M:
        raise click.BadParameter(f"{length_m} is not a length between 0.001 and {_LONGEST_M} m", param_hint="--length")
    with Document.open(file) as document:
        known, place = named_target(document.snapshot, document.uid, item, target)
        what, built = Difference.DAMAGED if damaged else Difference.OTHER, dict[str, Any]()
        if length_m is not None:
            what, built = Difference.LENGTH, {"length_mm": round(length_m * 1000)}
        elif port is not None:
            what, built = Difference.PORT, _port(document.snapshot, port)
        elif serial is not None:
            what, built = Difference.SERIAL, {"serial": serial}
        _join(document, person)
        run(document, record_deviation, recorder(person), known.key, demanded(known, place), str(what), built, text)
        click.echo(deviations(document.snapshot)[-1].entry.name)


def _port(snapshot: Snapshot, text: str) -> dict[str, Any]:
    side, _, rest = text.partition(":")
    device, _, port = rest.partition(":")
    rows = snapshot["device"].where("name", device)
    if side not in ("a", "b") or len(rows) != 1:
        wrong = f"{text!r} is not END:DEVICE:PORT: END is a or b, and exactly one device has the name DEVICE"
        raise click.BadParameter(wrong, param_hint="--port")
    type_id = int(snapshot["device"].row(int(rows[0]))["type_id"])
    ports = {known.name: known.index for known in snapshot.types[type_id].ports()}
    if port not in ports:
        raise click.BadParameter(f"{device} has no port {port!r}", param_hint="--port")
    return {"side": side, "device_id": int(rows[0]), "port": ports[port]}


@deviation.command("decide")
@file_argument
@click.argument("entry")
@_by
@click.option("--accept/--refuse", "accepted", required=True, default=None, help="Apply the deviation to the plan, or refuse it.")
@click.option("--reason", default="", help="The reason; required for a refusal.")
def decide_command(file: Path, entry: str, person: str, accepted: bool, reason: str) -> None:
    """Accept or refuse the deviation ENTRY (WRITER:NUMBER) of FILE, as a person other than the one who recorded it."""
    with Document.open(file) as document:
        _join(document, person)
        run(document, settle_deviation, recorder(person), entry, accepted, reason)


@deviation.command("withdraw")
@file_argument
@click.argument("entry")
@_by
@click.option("--reason", required=True, help="The reason.")
def withdraw_command(file: Path, entry: str, person: str, reason: str) -> None:
    """Withdraw the deviation ENTRY (WRITER:NUMBER) of FILE.

    The deviation and its decision are no longer valid; both stay in the log. A change that was accepted into the plan stays in the plan.
    """
    with Document.open(file) as document:
        if all(known.entry.name != entry for known in deviations(document.snapshot)):
            raise click.BadParameter(f"there is no valid deviation {entry!r}", param_hint="ENTRY")
        _join(document, person)
        run(document, withdraw_entry, recorder(person), entry, reason)


def _join(document: Document, person: str) -> None:
    if not document.snapshot["person"].holds("name", person):
        run(document, add_person, person)


@deviation.command("list")
@file_argument
@click.option("--open", "only_open", is_flag=True, help="Only deviations without a decision.")
@json_option
def list_command(file: Path, only_open: bool, as_json: bool) -> None:
    """List the deviations of FILE, withdrawn ones with who withdrew them and when."""
    with whole(file) as document:
        known_ones = deviations(document.snapshot, withdrawn=not only_open)
        listed = [known for known in known_ones if known.accepted is None or not only_open]
    if as_json:
        print_json({"schema": DEVIATIONS_SCHEMA, "file": str(file), "deviations": [deviation_body(known) for known in listed]})
        return
    rows = [
        (
            known.entry.name,
            known.entry.item,
            known.entry.target_name,
            str(known.what),
            known.entry.person,
            _decided(known),
            known.entry.reason,
        )
        for known in listed
    ]
    print_list(rows, "No deviations are open." if only_open else "No deviations are recorded.")


def _decided(known: Deviation) -> str:
    if known.withdrawn_by:
        return f"withdrawn by {known.withdrawn_by}, {known.withdrawn_at_utc}: {known.withdrawal}"
    return "open" if known.accepted is None else "accepted" if known.accepted else "refused"
