"""Reading whatever somebody has at hand: a file or a pasted text is recognized by its content, named, and shown. No window opens."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message

if TYPE_CHECKING:
    from gpudesk.formats.dcgm_results import DcgmReport
    from gpudesk.formats.nvidia_smi_links import Topology
    from gpudesk.formats.what_is import WhatItIs

SCHEMA = "gpudesk.read.v1"
_KINDS = ("kernel-log", "listing", "topology", "dcgm-report")
_NAMES = {"kernel log": "kernel-log", "listing of GPUs": "listing", "GPU topology": "topology", "DCGM report": "dcgm-report"}


@click.command("read", short_help="Recognize a file or a pasted text, and print what it says.")
@click.argument("file", metavar="FILE|-")
@click.option("--as", "kind", type=click.Choice(_KINDS), help="Which of several kinds is meant, where a text holds more than one.")
@json_option
def read_command(file: str, kind: str | None, as_json: bool) -> None:
    """Recognize a file, or with - what is piped in, by its content, and print what it says.

    Read are kernel logs, what nvidia-smi and dcgmi print with whatever a terminal printed around it, and their failure
    messages. Of projects, lists and other files the kind is named. Nothing is changed and no window opens. What is not
    understood ends with 3.
    """
    from gpudesk.formats.pasted_text import MOST_BYTES, decoded, is_text

    if file == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        name = "the pasted text"
    else:
        content, name = _content(Path(file), MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise InvalidData(Message("read", QT_TRANSLATE_NOOP("read", "{name} is larger than {most} MB."), {"name": name, "most": 64}))
    text = decoded(content) if content and is_text(content) else ""
    found = [each for each in _kinds(text) if kind is None or _NAMES.get(each) == kind]
    if len(found) > 1:
        words = QT_TRANSLATE_NOOP("read", "{name} holds more than one kind: {kinds}. Say which is meant with --as.")
        raise InvalidData(Message("read", words, {"name": name, "kinds": ", ".join(_NAMES[each] for each in found)}))
    if found:
        body = _shown(found[0], text, content, name, as_json=as_json)
        if as_json:
            print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "name": name, "kind": found[0], **body})
        return
    what = _what_is(file, content)
    if what.nature.value == "unknown":
        raise _unknown(name, text, what)
    if as_json:
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "name": name, "kind": what.nature.value})
    else:
        click.echo(f"{name}: {what.nature.value}. Open it in the window: gpudesk {file if file != '-' else 'FILE'}")


def _content(path: Path, most: int) -> tuple[bytes, str]:
    """What is in a file, up to one byte more than is read.

    Raises:
        InvalidData: it cannot be read.
    """
    if path.is_dir():
        return b"", path.name
    try:
        with path.open("rb") as file:
            head = file.read(1 << 16)
            # Pictures, models, recordings and projects are named by their head, and may be larger than any text.
            return (head if b"\0" in head[:4096] and not head.startswith((b"\xff\xfe", b"\xfe\xff")) else head + file.read(most)), path.name
    except OSError as error:
        words = QT_TRANSLATE_NOOP("read", "{name} cannot be read: {reason}.")
        raise InvalidData(Message("read", words, {"name": path.name or str(path), "reason": error.strerror or str(error)})) from error


def _kinds(text: str) -> list[str]:
    from gpudesk.monitor.recognized import kinds_of

    return [each.value for each in kinds_of(text)] if text.strip() else []


def _what_is(file: str, content: bytes) -> "WhatItIs":
    from gpudesk.formats.what_is import what_is, what_is_pasted

    return what_is_pasted(content, "pasted") if file == "-" else what_is(Path(file))


def _unknown(name: str, text: str, what: "WhatItIs") -> InvalidData:
    from gpudesk.monitor.recognized import UNDERSTOOD, resembles

    if not text.strip():
        reason = what.why.plain() if what.why is not None else f"{name} is empty."
        return InvalidData(Message("read", "{reason} {forms}", {"reason": reason, "forms": f"Understood are: {UNDERSTOOD}."}))
    words = QT_TRANSLATE_NOOP("read", "{name} is not recognized; it looks like {like}. Understood are: {forms}.")
    return InvalidData(Message("read", words, {"name": name, "like": resembles(text), "forms": UNDERSTOOD}))


def _shown(kind: str, text: str, content: bytes, name: str, *, as_json: bool) -> dict[str, Any]:
    """Print a text of a kind, or with `as_json` return it as an object. What is refused prints nothing."""
    if kind == "kernel log":
        from gpudesk.cli.monitor_kernel_log import body_of, print_kernel_log
        from gpudesk.formats.kernel_log import kernel_log_of

        log = kernel_log_of(text, name)
        if not as_json:
            click.echo(f"{name}: {kind}")
            print_kernel_log(log)
        return {"kernel_log": body_of(log)}
    if kind == "listing of GPUs":
        from gpudesk.cli.monitor_snapshot import listing_body, print_listing
        from gpudesk.monitor.gpu_listing import listing_of

        listing = listing_of(content, 0.0)
        if not as_json:
            click.echo(f"{name}: {kind}")
            print_listing(listing)
        return {"listing": listing_body(listing)}
    if not as_json:
        click.echo(f"{name}: {kind}")
    if kind == "DCGM report":
        from gpudesk.formats.dcgm_results import read_dcgm_report

        return _report(read_dcgm_report(text), as_json=as_json)
    if kind == "GPU topology":
        from gpudesk.formats.nvidia_smi_links import read_topology

        return _topology(read_topology(text), as_json=as_json)
    return _failures(text, as_json=as_json)


def _report(report: "DcgmReport", *, as_json: bool) -> dict[str, Any]:
    if not as_json:
        click.echo(f"{report.what}: {report.verdict}{f' ({report.error})' if report.error else ''}")
        rows = [(each.test, each.entity or "–", each.status, "; ".join(each.details)) for each in report.results]
        print_table([("Test", "On", "Result", "Details"), *rows])
    results = [
        {"test": each.test, "entity": each.entity or None, "status": each.status, "details": list(each.details)} for each in report.results
    ]
    body = {"what": report.what, "version": report.version or None, "verdict": report.verdict, "error": report.error or None}
    return {"report": {**body, "results": results}}


def _topology(found: "Topology", *, as_json: bool) -> dict[str, Any]:
    if not as_json:
        rows = [(name, *(found.paths.get((name, other), "–") for other in found.names), found.cpus.get(name, "–")) for name in found.names]
        print_table([("", *found.names, "CPUs"), *rows])
    paths = [{"a": a, "b": b, "path": path} for (a, b), path in found.paths.items() if a != b]
    return {"topology": {"names": list(found.names), "paths": paths, "cpus": found.cpus, "numa": found.numa, "cards": found.cards}}


def _failures(text: str, *, as_json: bool) -> dict[str, Any]:
    from gpudesk.monitor.smi_failures import failures_in

    seen = failures_in(text)
    if not as_json:
        for each in seen:
            click.echo(f"line {each.line}: {each.failure.title}. {each.failure.cause}")
            click.echo(f"  {each.failure.do}")
    return {
        "failures": [
            {
                "line": each.line,
                "text": each.text,
                "gpu": each.gpu or None,
                "key": each.failure.key,
                "title": each.failure.title,
                "cause": each.failure.cause,
                "do": each.failure.do,
                "severity": each.failure.severity,
                "source": each.failure.source,
            }
            for each in seen
        ]
    }


COMMANDS = (read_command,)
