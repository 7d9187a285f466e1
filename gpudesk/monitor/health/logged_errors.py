"""Meaning and action for kernel log errors of all kinds: Xid, SXid, and errors without a number."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.formats.hosts.kernel_errors import DriverError, ErrorKind
from gpudesk.locate import resource
from gpudesk.monitor.health.xid import xid_of


@dataclass(frozen=True, slots=True)
class Meaning:
    """One error of a log.

    Attributes:
        label: "XID 79", "SXid 20034", "AER fatal": name in a table.
        name: NVIDIA or kernel name, "" if not listed.
        severity: "error", "warning" or "info".
        source: source of name and action, "" if not listed.
    """

    label: str
    name: str
    title: str
    title_es: str
    means: str
    means_es: str
    do: str
    do_es: str
    severity: str
    source: str


@cache
def _table(name: str) -> Any:
    import yaml

    with resource("monitor", name).open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


@cache
def _sxids() -> dict[int, dict[str, Any]]:
    return {row["code"]: row for row in _table("sxid.yaml")["sxids"]}


def meaning_of(error: DriverError) -> Meaning:
    """Return the meaning of an error; the severity printed in the line takes precedence over the table."""
    if error.kind is ErrorKind.SXID:
        return _of_switch(error)
    if error.kind is ErrorKind.XID:
        return _recovery(error) or _of_gpu(error)
    row = _table("driver_events.yaml")["events"][error.kind.value]
    return Meaning(row["name"], row["name"], row["title"], row["title_es"], "", "", row["do"], row["do_es"], row["severity"], row["source"])


def _of_gpu(error: DriverError) -> Meaning:
    known = xid_of(error.code or 0)
    logged_severity = error.said.lower().replace("-", "")
    severity = (
        "error"
        if logged_severity == "fatal"
        else "warning"
        if logged_severity == "nonfatal" and known.severity == "error"
        else known.severity
    )
    texts = (known.title, known.title_es, known.means, known.means_es, known.do, known.do_es)
    return Meaning(f"XID {error.code}", known.mnemonic, *texts, severity, known.source)


def _recovery(error: DriverError) -> Meaning | None:
    """Return the action requested by the text after "to" in Xid 154; None for unknown text."""
    if error.code != 154 or not error.action:
        return None
    events = _table("driver_events.yaml")
    row = next((recovery_row for recovery_row in events["recovery"].values() if error.action in recovery_row["words"]), None)
    if row is None:
        return None
    known = xid_of(154)
    texts = (row["title"], row["title_es"], known.means, known.means_es, row["do"], row["do_es"])
    return Meaning("XID 154", known.mnemonic, *texts, row["severity"], events["recovery_source"])


def _of_switch(error: DriverError) -> Meaning:
    table = _table("sxid.yaml")
    row = _sxids().get(error.code or 0)
    grave = error.said.lower() == "fatal" if error.said else row is not None and row["class"] != "nonfatal"
    action = row["action"] if row is not None else ("partition" if grave else "watch")
    if grave and action == "watch":
        action = "partition"
    do = table["actions"][action]
    if row is not None:
        title, title_es = f"NVSwitch: {row['name']}", f"NVSwitch: {row['name']}"
    else:
        title, title_es = "NVSwitch: an error that is not in our list", "NVSwitch: un error que no está en nuestra lista"
    name, source = (row["name"], table["source"]) if row is not None else ("", "")
    severity = "error" if grave else "warning"
    return Meaning(f"SXid {error.code}", name, title, title_es, "", "", do["do"], do["do_es"], severity, source)
