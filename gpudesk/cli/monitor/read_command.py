"""Reading whatever somebody has at hand: a file or a pasted text is recognized by its content, named, and shown. No window opens."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.amounts import rounded
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpudesk.core.serving.engine_log import RunLog
    from gpudesk.formats.hosts.dcgm_results import DcgmReport
    from gpudesk.formats.hosts.nvidia_smi_links import Topology
    from gpudesk.formats.recognize.what_is import Nature, WhatItIs
    from gpudesk.formats.runs.run_profile import RunProfile
    from gpudesk.monitor.health.smi_failures import SeenFailure
    from gpudesk.monitor.saved.recognized import Read, Understood

SCHEMA = "gpudesk.read.v2"
_KINDS = {
    "kernel-log": "kernel log",
    "listing": "listing of GPUs",
    "topology": "GPU topology",
    "dcgm-report": "DCGM report",
    "run-log": "log of a serving program",
    "profile": "profile of a job",
    "failure": "failure message",
    "device-list": "device list",
    "subnet": "subnet",
}
"""What --as takes: the natures of texts that can be mixed up."""


@click.command("read", short_help="Identify a file or pasted text, and print its contents.")
@click.argument("file", metavar="FILE|-")
@click.option("--as", "kind", type=click.Choice(tuple(_KINDS)), help="Kind to read, if the text contains more than one.")
@json_option
def read_command(file: str, kind: str | None, as_json: bool) -> None:
    """Identify a file, or standard input with -, by its content, and print the data found.

    Supported inputs: kernel logs; nvidia-smi and dcgmi output and failure messages, even within other terminal output;
    vLLM, SGLang and llama.cpp logs; and nsys and PyTorch profiles. For projects, lists and other files, only the file type
    is printed. Nothing is changed, and no window opens. Exits with 3 if the file is not recognized.
    """
    from gpudesk.formats.recognize.what_is import Nature
    from gpudesk.formats.text.pasted_text import MOST_BYTES

    if file == "-":
        content, name, path = sys.stdin.buffer.read(MOST_BYTES + 1), "the pasted text", None
    else:
        path = Path(file)
        content, name = _content(path, MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise InvalidData(Message("read", QT_TRANSLATE_NOOP("read", "{name} is larger than {most} MB."), {"name": name, "most": 64}))
    identified = _understood(content, name, path, None if kind is None else Nature(_KINDS[kind]))
    what = identified.what
    if what.nature is Nature.UNKNOWN:
        raise _unknown(what)
    if kind is not None and Nature(_KINDS[kind]) is not what.nature:
        words = QT_TRANSLATE_NOOP("read", "{name} contains no {wanted}; it is recognized as: {kinds}.")
        raise InvalidData(Message("read", words, {"name": name, "wanted": kind, "kinds": _named(what)}))
    if what.others:
        words = QT_TRANSLATE_NOOP("read", "{name} contains several kinds of data: {kinds}. Select one with --as.")
        raise InvalidData(Message("read", words, {"name": name, "kinds": _named(what)}))
    if as_json:
        body = {} if identified.read is None else _shown(identified.read, as_json=True)
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}}
        print_json({**about, "name": name, "kind": what.nature.value, **body})
    elif identified.read is None:
        click.echo(f"{name}: {what.nature.value}. Open it in the application: gpudesk {file if file != '-' else 'FILE'}")
    else:
        click.echo(f"{name}: {what.nature.value}")
        _shown(identified.read, as_json=False)


def _named(what: "WhatItIs") -> str:
    """Everything that a text could be, as --as takes it."""
    named = {value: key for key, value in _KINDS.items()}
    return ", ".join(named.get(nature.value, nature.value) for nature in what.natures)


def _understood(content: bytes, name: str, path: Path | None, wanted: "Nature | None") -> "Understood":
    """The type and content of a text; a large one is parsed in a separate process, which Ctrl+C ends."""
    from gpudesk.formats.text.own_process import MOST_READING_SECONDS, SMALL_BYTES, in_own_process
    from gpudesk.monitor.saved.recognized import understood

    if len(content) <= SMALL_BYTES:
        return understood(content, name, path, wanted)
    return in_own_process(understood, content, name, path, wanted, seconds=MOST_READING_SECONDS, name=name, fix=None)


def _content(path: Path, most: int) -> tuple[bytes, str]:
    """The content of a file, up to one byte more than the limit.

    Raises:
        InvalidData: it cannot be read.
    """
    if path.is_dir():
        return b"", path.name
    try:
        with path.open("rb") as file:
            head = file.read(1 << 16)
            # Pictures, models, recordings and projects are named by their head, and may be larger than any text.
            # What is packed with gzip is read whole.
            is_named = b"\0" in head[:4096] and not head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b"))
            return (head if is_named else head + file.read(most)), path.name
    except OSError as error:
        words = QT_TRANSLATE_NOOP("read", "{name} cannot be read: {reason}.")
        raise InvalidData(Message("read", words, {"name": path.name or str(path), "reason": error.strerror or str(error)})) from error


def _unknown(what: "WhatItIs") -> InvalidData:
    from gpudesk.monitor.saved.recognized import forms_understood

    if what.why is None:
        return InvalidData(forms_understood())
    return InvalidData(what.why, forms_understood())


def _shown(read: "Read", *, as_json: bool) -> dict[str, Any]:
    """Print the content of a text, or with `as_json` return it as an object."""
    from gpudesk.core.serving.engine_log import RunLog
    from gpudesk.formats.hosts.dcgm_results import DcgmReport
    from gpudesk.formats.hosts.kernel_log import KernelLog
    from gpudesk.formats.hosts.nvidia_smi_links import Topology
    from gpudesk.formats.runs.run_profile import RunProfile
    from gpudesk.monitor.saved.gpu_listing import GpuListing

    if isinstance(read, KernelLog):
        from gpudesk.cli.monitor.monitor_kernel_log import body_of, print_kernel_log

        if not as_json:
            print_kernel_log(read)
        return {"kernel_log": body_of(read)}
    if isinstance(read, GpuListing):
        from gpudesk.cli.monitor.monitor_snapshot import listing_body, print_listing

        if not as_json:
            print_listing(read)
        return {"listing": listing_body(read)}
    if isinstance(read, DcgmReport):
        return _report(read, as_json=as_json)
    if isinstance(read, RunLog):
        return _engine_log(read, as_json=as_json)
    if isinstance(read, RunProfile):
        return _profile(read, as_json=as_json)
    if isinstance(read, Topology):
        return _topology(read, as_json=as_json)
    return _failures(read, as_json=as_json)


def _engine_log(log: "RunLog", *, as_json: bool) -> dict[str, Any]:
    """The log of an inference server: its start parameters, memory use, and speed."""
    amounts = {
        "weights_gib": log.weights_gib,
        "cache_gib": log.cache_gib,
        "activations_gib": log.activations_gib,
        "graphs_gib": log.graphs_gib,
        "other_gib": log.other_gib,
        "total_gib": log.total_gib,
        "share": log.share,
        "cache_tokens": log.cache_tokens,
        "tokens_per_s": log.tokens_per_s,
        "running": log.running,
    }
    if not as_json:
        click.echo(f"log of {log.program} {log.release}".rstrip())
        for title, value in (("Model", log.model), ("GPUs per replica", log.gpus or ""), ("GPU", ", ".join(dict.fromkeys(log.names)))):
            if value:
                click.echo(f"{title}: {''.join(sign for sign in str(value) if sign.isprintable())}")
        for argument, value in log.arguments.items():
            click.echo(f"  {argument} = {''.join(sign for sign in value if sign.isprintable())}")
        print_table([("", "Value"), *((key, rounded(value, 6)) for key, value in amounts.items() if value is not None)], right=(1,))
        click.echo("gpudesk size --model NAME --gpu NAME --log FILE compares it with a plan.")
    about = {"program": log.program, "release": log.release or None, "model": log.model or None, "gpus": log.gpus or None}
    return {"engine_log": {**about, "gpu_names": log.names, "starts": log.starts, "arguments": log.arguments, **amounts}}


def _report(report: "DcgmReport", *, as_json: bool) -> dict[str, Any]:
    if not as_json:
        click.echo(f"{report.what}: {report.verdict}{f' ({report.error})' if report.error else ''}")
        rows = [(result.test, result.entity or "–", result.status, "; ".join(result.details)) for result in report.results]
        print_table([("Test", "On", "Result", "Details"), *rows])
    results = [
        {"test": result.test, "entity": result.entity or None, "status": result.status, "details": list(result.details)}
        for result in report.results
    ]
    body = {"what": report.what, "version": report.version or None, "verdict": report.verdict, "error": report.error or None}
    return {"report": {**body, "results": results}}


def _profile(profile: "RunProfile", *, as_json: bool) -> dict[str, Any]:
    """The data of a profiler: the shares that a verdict uses, and the longest kernels."""
    if not as_json:
        from gpudesk.cli.monitor.monitor_verdict import profile_lines

        for line in profile_lines(profile):
            click.echo(line)
        rows = [
            (operation.name[:80], f"{rounded(operation.seconds, 4)} s", f"{operation.count:,}")
            for kind in (profile.kernels, profile.copies, profile.api)
            for operation in kind
        ]
        print_table([("Name", "Time", "Count"), *rows], right=(1, 2))
        click.echo("gpudesk monitor --verdict --profile FILE compares it with a recording.")
    named = {
        kind: [{"name": operation.name, "seconds": operation.seconds, "count": operation.count} for operation in operations]
        for kind, operations in (("kernels", profile.kernels), ("copies", profile.copies), ("api", profile.api))
    }
    gaps = profile.gaps
    shares = {
        "busy": profile.busy,
        "copy_share": profile.copy_share,
        "loader_wait": profile.loader_wait,
        "steps": profile.steps,
        "kernel_s": profile.kernel_s,
        "copy_s": profile.memory_s,
        "gaps": None if gaps is None else {"count": gaps.count, "longest_s": gaps.longest_s},
    }
    return {"profile": {**shares, **named}}


def _topology(found: "Topology", *, as_json: bool) -> dict[str, Any]:
    if not as_json:
        rows = [(name, *(found.paths.get((name, other), "–") for other in found.names), found.cpus.get(name, "–")) for name in found.names]
        print_table([("", *found.names, "CPUs"), *rows])
    paths = [{"a": a, "b": b, "path": path} for (a, b), path in found.paths.items() if a != b]
    return {"topology": {"names": list(found.names), "paths": paths, "cpus": found.cpus, "numa": found.numa, "cards": found.cards}}


def _failures(seen: "Sequence[SeenFailure]", *, as_json: bool) -> dict[str, Any]:
    if not as_json:
        for failure in seen:
            click.echo(f"line {failure.line}: {failure.failure.title}. {failure.failure.cause}")
            click.echo(f"  {failure.failure.do}")
    return {
        "failures": [
            {
                "line": seen_failure.line,
                "text": seen_failure.text,
                "gpu": seen_failure.gpu or None,
                "key": seen_failure.failure.key,
                "title": seen_failure.failure.title,
                "cause": seen_failure.failure.cause,
                "action": seen_failure.failure.do,
                "severity": seen_failure.failure.severity,
                "source": seen_failure.failure.source,
            }
            for seen_failure in seen
        ]
    }


COMMANDS = (read_command,)
