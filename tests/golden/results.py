"""What is recorded: small projects, and inputs for sizing, fit, verify, monitor and the checklist."""

import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import gpudesk
import gpudesk.cli.cost.bom_command
import gpudesk.project.document
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Quantity, Value
from gpudesk.monitor.verdict.verdict import judge
from gpudesk.monitor.verdict.verdict_export import document as verdict_document
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import REPORTS, bound
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Text
from gpudesk.ui.printing.report_language import wording
from tests.checks.site import Site
from tests.checks.test_rules import CASES as RULE_CASES
from tests.cli.in_process import gpudesk as command
from tests.golden.drawn import drawn
from tests.golden.records import Records
from tests.golden.steps import PARTS, complete_image, operations
from tests.monitor.made_load import GIB, HOUR, track

AT = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)
"""The moment at which everything here happens."""
FIELD_INPUTS = Path(__file__).resolve().parents[1] / "formats" / "field_inputs"
FABRIC_LISTINGS = Path(__file__).resolve().parents[1] / "formats" / "fabric_listings"

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "dgx-b200-superpod": ("su=1",),
    "dgx-b300-spectrum-superpod": ("su=1",),
    "dgx-b300-xdr-superpod": ("su=1",),
    "dgx-basepod": ("nodes=4",),
    "dgx-h100-superpod": ("su=1",),
    "empty-hall": (),
    "gb200-nvl72-superpod": ("su=1",),
    "hgx-pod": ("nodes=1",),
    "one-rack": (),
    "small-pod": (),
    "workstation-4-gpu": (),
}
"""Each template at its smallest size."""
VARIANTS: Mapping[str, tuple[str, ...]] = {
    "basepod-8-b200-door": ("dgx-basepod", "nodes=8", "system=B200", "cooling=door"),
    "basepod-4-h100-row": ("dgx-basepod", "nodes=4", "system=H100", "cooling=row", "systems_a_rack=1"),
    "h100-1-su-no-ufm-two-a-rack": ("dgx-h100-superpod", "su=1", "ufm=false", "systems_a_rack=2"),
    "hgx-24-h100": ("hgx-pod", "nodes=24", "gpu=H100", "nodes_a_rack=2"),
}
DOCUMENTS = ("info", "bom", "cost", "drill", "cooling", "addresses", "scope", "collectives", "stock")
"""Commands that print the figures of a project."""
EXPORTS: Mapping[str, str] = {
    "devices-csv": ".csv",
    "netbox": ".zip",
    "floor-dxf": ".dxf",
    "floor-svg": ".svg",
    "cables-csv": ".csv",
    "ibsim": ".net",
    "dot": ".dot",
    "cvt-topo": ".zip",
    "slurm-conf": ".conf",
    "slurm-yaml": ".yaml",
    "kubernetes-topology": ".zip",
    "graphml": ".graphml",
    "netbox-cables": ".zip",
    "nautobot-cables": ".zip",
    "addresses": ".zip",
    "worklist": ".csv",
    "bom": ".csv",
    "cut-sheets": ".csv",
    "pull-schedule": ".csv",
    "work-order": ".csv",
    "cable-labels": ".csv",
    "as-built": ".csv",
    "onsite-checklist": ".csv",
    "open-points": ".csv",
    "punch-list": ".csv",
}
WHOLE = "whole"
"""The project in which no table is empty."""
_WIDE = frozenset({WHOLE, "one-rack", "small-pod", "workstation-4-gpu", "empty-hall", "basepod-4-h100-row"})
"""Projects of which every row of every export and every page of every report is recorded; of the others only totals, findings and files
that are no tables of single cables."""
_LONG = frozenset({"onsite-checklist", "open-points", "handover-book"})
"""Exports and reports with the same long texts for each project: recorded once."""
_LONG_OF = "one-rack"
_SHORT = frozenset({"devices-csv", "floor-dxf", "slurm-conf", "slurm-yaml", "kubernetes-topology", "bom"})

SIZING: Mapping[str, tuple[str, ...]] = {
    "serve-70b-fp8": ("--model", "llama-3.1-70b", "--precision", "fp8", "--gpu", "H100", "--concurrency", "32"),
    "serve-8b-l40s": ("--model", "llama-3.1-8b", "--gpu", "L40S", "--concurrency", "8", "--tpot-ms", "40"),
    "serve-405b": ("--model", "llama-3.1-405b", "--precision", "fp8", "--gpu", "H200", "--input", "8192", "--concurrency", "16"),
    "serve-deepseek": ("--model", "deepseek-r1", "--gpu", "B200", "--concurrency", "64"),
    "serve-mixtral-sglang": ("--model", "mixtral-8x7b", "--gpu", "A100", "--engine", "sglang", "--concurrency", "16"),
    "serve-gpt-oss-20b": ("--model", "gpt-oss-20b", "--engine", "llama.cpp", "--gpu", "RTX 3090", "--gpus", "1"),
    "serve-rate": ("--model", "llama-3.1-8b", "--gpu", "H100", "--rate", "20", "--input-p95", "3000", "--spare", "1"),
    "serve-draft": ("--model", "llama-3.1-70b", "--precision", "fp8", "--gpu", "H100", "--draft", "llama-3.2-1b"),
    "serve-prefix": ("--model", "qwen3-8b", "--gpu", "H100", "--kv-precision", "fp8", "--prefix-hit", "50", "--rate", "5"),
    "serve-split": ("--model", "llama-3.1-70b", "--precision", "fp8", "--gpu", "H100", "--split-prefill", "--rate", "4"),
    "serve-no-room": ("--model", "deepseek-r1", "--precision", "bf16", "--gpu", "A100", "--gpus", "16"),
    "serve-offload": ("--model", "llama-3.1-70b", "--precision", "Q4_K_M", "--gpu", "RTX 4090", "--gpus", "1"),
    "serve-front": ("--model", "llama-3.1-8b", "--gpu", "H100", "--gpu", "L40S", "--front"),
    "serve-largest": ("--model", "llama-3.1-8b", "--gpu", "L40S", "--gpus", "1", "--largest", "context"),
    "train-8b": ("--model", "llama-3.1-8b", "--task", "train", "--gpu", "H100", "--gpus", "64", "--tokens", "1e10"),
    "train-70b": ("--model", "llama-3.1-70b", "--task", "train", "--gpu", "H100", "--tensor-parallel", "8", "--batch", "512"),
    "train-mixtral": ("--model", "mixtral-8x7b", "--task", "train", "--gpu", "H200", "--gpus", "128", "--sequence", "8192"),
    "train-context": ("--model", "llama-3.1-8b", "--task", "train", "--gpu", "H100", "--context-parallel", "4", "--sequence", "65536"),
    "finetune-lora": ("--model", "llama-3.1-8b", "--task", "finetune", "--gpu", "RTX 4090", "--sequence", "2048", "--batch", "8"),
    "finetune-qlora": ("--model", "llama-3.1-70b", "--task", "finetune", "--method", "qlora", "--gpu", "A100", "--rank", "64"),
    "finetune-dpo": ("--model", "llama-3.1-8b", "--task", "finetune", "--method", "dpo", "--adapter", "--gpu", "H100", "--steps", "500"),
    "finetune-full": (
        "--model",
        "qwen3-8b",
        "--task",
        "finetune",
        "--method",
        "full",
        "--gpu",
        "H100",
        "--zero",
        "3",
        "--recompute",
        "full",
    ),
    "picture": ("--model", "stable-diffusion-xl", "--gpu", "L40S", "--steps", "30", "--resolution", "1024x1024", "--batch", "1"),
}
OTHER_SIZES: Mapping[str, tuple[str, ...]] = {
    "fit-4090": ("fit", "--gpu", "RTX 4090"),
    "fit-mig": ("fit", "--gpu", "H100 1g.10gb", "--context", "4096"),
    "fit-2-l40s": ("fit", "--gpu", "L40S", "--gpus", "2", "--context", "32768"),
    "mig-needs": ("mig", "--gpu", "H100", "--need", "9:5", "--need", "30:2", "--need", "18:1:2"),
    "mig-serve": ("mig", "--gpu", "A100", "--serve", "llama-3.1-8b:bf16:2", "--concurrency", "4"),
    "fabric-128": ("fabric", "--nodes", "128"),
    "fabric-three-tiers": ("fabric", "--nodes", "2048", "--rails", "8", "--radix", "64", "--tiers", "3"),
    "fabric-thin": ("fabric", "--nodes", "60", "--rails", "4", "--radix", "40", "--leaf-up", "12"),
    "fabric-two-planes": ("fabric", "--nodes", "64", "--planes", "2", "--partial"),
    "rules": ("rules",),
}


class _Fixed(datetime):
    """A clock that does not go on."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "_Fixed":
        return cls(*AT.timetuple()[:6], tzinfo=UTC) if tz is None else cls.fromtimestamp(AT.timestamp(), tz)


@contextmanager
def at_one_moment() -> Iterator[None]:
    """The clock of the program is at `AT`."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (gpudesk.project.document, gpudesk.cli.cost.bom_command):
            patch.setattr(module, "datetime", _Fixed)
        patch.setenv("TZ", "UTC")
        patch.setenv("COLUMNS", "200")
        time.tzset()
        yield
    time.tzset()


def _said(*words: str | Path) -> str:
    done = command(*words)
    assert done.returncode in (0, 3, 5), (words, done.stderr)
    return done.stdout if done.stdout.strip() else json.dumps({"refused": done.stderr.strip()})


def _json(records: Records, key: str, *words: str | Path) -> None:
    text = _said(*words, "--json")
    lines = text.splitlines()
    for number, each in enumerate(lines if all(line.startswith("{") and line.endswith("}") for line in lines) else [text]):
        records.document(f"{key}/{number}" if number else key, json.loads(each))


def _hiding(folder: Path, **more: str) -> Records:
    return Records({str(folder): "FOLDER", gpudesk.__version__: "VERSION", **{value: name for name, value in more.items()}})


def _value(value: Value | None) -> Any:
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    return [_value(each) for each in value] if isinstance(value, tuple) else value


def _finding(records: Records, key: str, found: Finding) -> None:
    """One finding: objects, what was found and what is required, what its message says, and its sentence."""
    records.put(
        key,
        {
            "severity": found.severity.name,
            "objects": [f"{table}={row}" for table, row in found.objects],
            "found": _value(found.found),
            "required": _value(found.required),
            "values": {name: _value(each) for name, each in found.message.values.items()},
            "fix": None if found.fix is None else found.fix.operation,
        },
    )
    records.put(f"{key}/message", found.message.plain())


def _findings(records: Records, document: Document) -> None:
    counts: dict[str, int] = defaultdict(int)
    for found in check_all(document.snapshot):
        counts[found.rule] += 1
        if counts[found.rule] <= 5:
            _finding(records, f"check/{found.key}", found)
    for rule, count in sorted(counts.items()):
        records.put(f"check/{rule}/count", count)


def _pages(records: Records, subject: Subject, left_out: Collection[str] = ()) -> None:
    """The pages of every report, line by line."""
    for name, kind in REPORTS.items():
        if kind.make is None or name in left_out:
            continue
        try:
            pages = list(bound([name], subject, Choices(), wording("en")).sheets())
        except Refused as refused:
            records.put(f"report/{name}/refused", str(refused))
            continue
        for number, page in enumerate(pages, 1):
            lines: dict[float, list[Text]] = defaultdict(list)
            for shape in page.shapes:
                if isinstance(shape, Text):
                    lines[round(shape.y_mm, 2)].append(shape)
            printed = [[each.text for each in sorted(line, key=lambda each: each.x_mm)] for _, line in sorted(lines.items())]
            records.page(f"report/{name}/{number}", printed)


def project(name: str, template: str, choices: tuple[str, ...], folder: Path) -> Records:
    """A template: its figures, findings, exports and reports."""
    file = folder / "project.gpudesk"
    _said("new", file, "--template", template, *(word for choice in choices for word in ("--set", choice)))
    records = _of_project(file, folder)
    _json(records, "cable", "cable", file)
    return _outputs(records, name, file, folder)


def whole_project(folder: Path) -> Records:
    """A project in which no table is empty: its figures, findings, exports and reports."""
    file = folder / "project.gpudesk"
    file.write_bytes(complete_image())
    return _outputs(_of_project(file, folder), WHOLE, file, folder)


def done(part: int, folder: Path) -> Records:
    """What operations do to that project."""
    return operations(part, _hiding(folder), _finding)


def _of_project(file: Path, folder: Path) -> Records:
    with Document.open(file, write=False) as document:
        return _hiding(folder, **{"GPUDESK:UID": f"GPUDESK:{document.uid[:8].upper()}"})


def _outputs(records: Records, name: str, file: Path, folder: Path) -> Records:
    with Document.open(file, write=False) as document:
        _findings(records, document)
        if name in _WIDE:
            _pages(records, replace(_subject(document), before=document.snapshot, before_name="first"), () if name == _LONG_OF else _LONG)
    for each in DOCUMENTS:
        _json(records, each, each, file)
    _json(records, "onsite", "onsite", "status", file)
    for export, suffix in EXPORTS.items():
        if (name not in _WIDE and export not in _SHORT) or (export in _LONG and name != _LONG_OF):
            continue
        out = folder / f"out-{export}{suffix}"
        done = command("export", file, export, out)
        if done.returncode:
            records.put(f"export/{export}/refused", done.stderr.strip())
        for path in sorted(folder.glob(f"out-{export}*")):
            records.file(f"export/{export}{path.name.removeprefix(f'out-{export}').removesuffix(suffix)}", path.name, path.read_bytes())
    return records


def layouts(folder: Path) -> Records:
    """Where texts, lines and areas lie on the pages of every report: on the paper that suits it, and on others."""
    records = _hiding(folder)
    short = [kind for kind in REPORTS if kind not in _LONG and REPORTS[kind].make is not None]
    own, letter, wide = Choices(), Choices(Sheet(Paper.LETTER), faces=("front",)), Choices(Sheet(Paper.A3, landscape=True), racks_a_sheet=1)
    for name, papers in (
        ("basepod-4-h100-row", (("own", "en", own, short), ("letter", "es", letter, short))),
        (_LONG_OF, (("own", "en", own, sorted(_LONG & set(REPORTS))), ("wide", "en", wide, short))),
    ):
        file = folder / f"{name}.gpudesk"
        template, choices = _chosen(name)
        _said("new", file, "--template", template, *(word for choice in choices for word in ("--set", choice)))
        _said("cable", file)
        with Document.open(file, write=False) as document:
            # Codes on labels and sheets contain the identity of the project, which is drawn at random.
            subject = replace(_subject(document), uid="00000000-0000-4000-8000-000000000000", before=document.snapshot, before_name="first")
            for paper, language, asked, kinds in papers:
                for kind in kinds:
                    for number, page in enumerate(_sheets(kind, subject, asked, language), 1):
                        records.document(f"{name}/{paper}/{kind}/{number}", drawn(page.shapes))
    return records


def _chosen(name: str) -> tuple[str, tuple[str, ...]]:
    """A template and the choices of a project."""
    template, *choices = VARIANTS.get(name, (name, *TEMPLATES.get(name, ())))
    return template, tuple(choices)


def _sheets(kind: str, subject: Subject, asked: Choices, language: str) -> list[Any]:
    """The pages of a report; none where the project has nothing for it."""
    try:
        return list(bound([kind], subject, asked, wording(language)).sheets())
    except Refused:
        return []


def _subject(document: Document) -> Subject:
    return Subject(document.snapshot, "project", AT, uid=document.uid)


def largest(folder: Path) -> Records:
    """Of 100,000 GPUs the totals and counts only."""
    file = folder / "project.gpudesk"
    _said("new", file, "--template", "site-100k")
    records = _hiding(folder)
    _json(records, "info", "info", file)
    with Document.open(file, write=False) as document:
        findings = check_all(document.snapshot)
    counts: dict[str, int] = defaultdict(int)
    for found in findings:
        counts[found.rule] += 1
    records.put("check/counts", dict(sorted(counts.items())))
    return records


def rules(family: str, folder: Path) -> Records:
    """The findings of the small projects in which the rules of a family find something."""
    records = _hiding(folder)
    for rule, count, name, build in RULE_CASES:
        if not count or rule.partition(".")[0] != family:
            continue
        site = Site()
        build(site)
        for number, found in enumerate(check_all(site.snapshot).of_rule(rule)):
            _finding(records, f"{rule}/{name}/{number}", found)
        site.document.close()
    return records


def sizes(folder: Path) -> Records:
    """What sizing comes to, with all terms."""
    records = _hiding(folder)
    for name, words in SIZING.items():
        _json(records, name, "size", *words)
    return records


def other_sizes(folder: Path) -> Records:
    """What fits on GPUs and MIG slices, fat trees, rules of thumb."""
    records = _hiding(folder)
    for name, words in OTHER_SIZES.items():
        _json(records, name, *words)
    return records


def _exchanged(text: str, one: str, other: str, start: int | None = None) -> str:
    """A text with two parts exchanged: everywhere, or the first of each from a place on."""
    if start is None:
        return other.join(one.join(piece.split(other)) for piece in text.split(one))
    head, tail = text[:start], text[start:]
    return head + tail.replace(one, "\0", 1).replace(other, one, 1).replace("\0", other, 1)


def _without(text: str, host: str) -> str:
    """A listing without the adapters of a host, and without the lines of switches that lead to them."""
    blocks = [block for block in text.split("\n\n") if not re.search(rf'^Ca.*"{host}', block, re.MULTILINE)]
    return "\n\n".join("\n".join(line for line in block.splitlines() if f'"{host}' not in line) for block in blocks)


def as_built(folder: Path) -> Records:
    """A fabric as planned, with hosts and links exchanged and lost, and listings of another cluster.

    The GUIDs are not those that an export gives, so that nodes are known by their names.
    """
    file, listing = folder / "project.gpudesk", folder / "fabric.net"
    records = Records({**_hiding(folder).hidden, str(FABRIC_LISTINGS): "LISTINGS"})
    _said("new", file, "--template", "dgx-h100-superpod", "--set", "su=1")
    _said("cable", file)
    _said("export", file, "ibsim", listing)
    text = re.sub(r"\b0?2([0-9a-f]{14})\b", r"0a\1", listing.read_text(encoding="utf-8"))
    switch = re.search(r'^Switch\s+\d+ "(S-\w+)"', text, re.MULTILINE)
    assert switch is not None
    changes = {
        "planned": text,
        "hosts-exchanged": _exchanged(text, "dgx-003 ", "dgx-017 "),
        "ports-exchanged": _exchanged(_exchanged(text, f'"{switch[1]}"[3]', f'"{switch[1]}"[5]'), "\n[3]\t", "\n[5]\t", switch.start()),
        "host-lost": _without(text, "dgx-009 "),
        "slow": re.sub(r"4x(HDR|NDR|EDR)", "2xHDR", text, count=40),
    }
    for name, changed in changes.items():
        listing.write_text(changed, encoding="utf-8")
        _json(records, name, "verify", file, "--ibnetdiscover", listing)
    _json(records, "other-ibnetdiscover", "verify", file, "--ibnetdiscover", FABRIC_LISTINGS / "topology.txt")
    _json(records, "other-iblinkinfo", "verify", file, "--iblinkinfo", FABRIC_LISTINGS / "iblinkinfo.txt")
    return records


def field_inputs(folder: Path) -> Records:
    """What is read from outputs of field tools."""
    records = Records({**_hiding(folder).hidden, str(FIELD_INPUTS): "INPUTS"})
    for path in sorted(FIELD_INPUTS.iterdir()):
        _json(records, path.name, "read", path)
    return records


def watched(folder: Path) -> Records:
    """Readings of listings, and verdicts on made-up loads."""
    records = Records({**_hiding(folder).hidden, str(FIELD_INPUTS): "INPUTS"})
    for name in ("smi-q.txt", "smi-xml-noise.txt", "smi-semicolons.csv", "exporter-impossible.prom"):
        # A listing that says no time has that of its file.
        listing = folder / name
        listing.write_bytes((FIELD_INPUTS / name).read_bytes())
        os.utime(listing, (3600, 3600))
        _json(records, f"reading/{name}", "monitor", "--once", "--source", f"snapshot:{listing}")
    loads: dict[str, dict[str, Any]] = {
        "steady": {},
        "idle": {"sm_active_percent": 2.0, "tensor_active_percent": 0.0, "dram_active_percent": 1.0, "busy_percent": 3.0, "power_w": 90.0},
        "small": {"memory_used_bytes": 9 * GIB, "sm_active_percent": 25.0, "tensor_active_percent": 4.0, "dram_active_percent": 10.0},
        "full": {"memory_used_bytes": 79.5 * GIB},
        "memory-bound": {"dram_active_percent": 88.0, "tensor_active_percent": 12.0},
        "compute-bound": {"tensor_active_percent": 82.0, "sm_active_percent": 97.0},
        "input-bound": {"pcie_received_bytes_per_s": 58e9, "sm_active_percent": 40.0},
        "capped": {"held": {"power_cap": 0.7}, "power_w": 698.0},
        "hot": {"held": {"software_thermal": 0.4}, "sm_clock_mhz": 1200.0},
    }
    for name, values in loads.items():
        for gpus in (1, 4):
            verdict = judge([track(index, **values) for index in range(gpus)], HOUR, Limits())
            records.document(f"verdict/{name}/{gpus}", verdict_document(verdict, (), "made", None))
    return records


def checklists(folder: Path) -> Records:
    """The items of checklists, with the limits that follow from the plan."""
    records = _hiding(folder)
    for name in ("small-pod", "gb200-nvl72-superpod"):
        file = folder / f"{name}.gpudesk"
        _said("new", file, "--template", name, *(word for choice in TEMPLATES[name] for word in ("--set", choice)))
        _said("cable", file)
        _json(records, name, "onsite", "list", file)
    return records


FAMILIES = sorted({rule.partition(".")[0] for rule in ALL_RULES} - {"absent"} | {"absent"})
CASES: Mapping[str, Callable[[Path], Records]] = {
    **{f"project-{name}": partial(project, name, name, choices) for name, choices in TEMPLATES.items()},
    **{f"project-{name}": partial(project, name, template, tuple(choices)) for name, (template, *choices) in VARIANTS.items()},
    "project-site-100k": largest,
    f"project-{WHOLE}": whole_project,
    **{f"operations-{part + 1}": partial(done, part) for part in range(PARTS)},
    **{f"rules-{family}": partial(rules, family) for family in FAMILIES},
    "report-layout": layouts,
    "size": sizes,
    "fit-mig-fabric": other_sizes,
    "verify": as_built,
    "read": field_inputs,
    "monitor": watched,
    "checklist": checklists,
}
"""Case to what it comes to in an empty folder."""


def worked_out(case: str, folder: Path) -> Records:
    """The records of a case, made now."""
    with at_one_moment():
        return CASES[case](folder)
