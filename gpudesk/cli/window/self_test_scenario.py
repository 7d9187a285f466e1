"""The complete workflow without a window: the self-test runs it before it opens one."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import counted
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.copies.repeat import copied
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document

SYSTEM = "nvidia.dgx-h100"
SERVER = "generic.server-1u"


class RoadBlocked(Exception):
    """A step of the self-test does not hold."""


def walk(report: Callable[[str], None]) -> None:
    """Walk it in a temporary folder; `report` gets one line for each step that holds.

    Raises:
        RoadBlocked: a step does not hold.
    """
    with tempfile.TemporaryDirectory(prefix="gpudesk-road-") as folder:
        for template in templates():
            _build(Path(folder), template.name, report)
        path = Path(folder) / "road.gpudesk"
        _place_and_refuse(path, report)
        _undo_after_reopening(path, report)
        _read_beside_a_writer(path, report)
        _find(path, report)
        _answer_a_wrong_file(Path(folder), report)
        left = sorted(file.name for file in Path(folder).iterdir() if file.suffix not in (".gpudesk", ".txt"))
        _demand(not left, f"no files remain other than the projects; found {left}")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise RoadBlocked(f"this step failed: {what}")


def _build(folder: Path, name: str, report: Callable[[str], None]) -> None:
    with Document.create(folder / f"{name}.gpudesk") as document:
        plan = load_template(name)
        run(document, build, plan)
        document.quick_check()
        project_totals = totals(document.snapshot, "project", None)
        units = document.snapshot["cooling_node"]["device_id"]
        # A plan says how a hall is cooled, not with how many units.
        by_rule = int((units != ABSENT).sum()) if plan.coolings else 0
        whole = (document.snapshot["rack"].rows, project_totals.devices - by_rule) == (len(plan.racks), len(plan.devices))
        _demand(whole and document.snapshot.equals(document.fresh_snapshot()), f"template {name} is built as defined")
    report(f"template {name}: {counted(project_totals.gpus, 'GPU')} in {counted(project_totals.racks, 'rack')}")


def _place_and_refuse(path: Path, report: Callable[[str], None]) -> None:
    with Document.create(path) as document:
        rack = run(document, add_racks, "generic.rack-48u-600x1200").result[0]
        run(document, place_device, SYSTEM, rack, 0)
        try:
            run(document, place_device, SERVER, rack, 4)
        except Refused as refusal:
            report(f"refused: {sentence(refusal.message)}")
        _demand(document.snapshot["device"].rows == 1, "devices that do not fit are refused")


def _undo_after_reopening(path: Path, report: Callable[[str], None]) -> None:
    with Document.open(path) as document:
        full = document.snapshot
        undo(document)
        _demand(document.snapshot["device"].rows == 0, "the placed system is undone after a restart")
    with Document.open(path) as document:
        redo(document)
        _demand(document.snapshot["device"].equals(full["device"]), "it is redone after another restart")
    report("history: undone and redone after a restart")


def _read_beside_a_writer(path: Path, report: Callable[[str], None]) -> None:
    with Document.open(path), Document.open(path) as second:
        _demand(second.read_only is not None, "the second opener is read-only")
        report(f"second opener: {second.read_only}")


def _find(path: Path, report: Callable[[str], None]) -> None:
    with Document.open(path) as document:
        _demand(not any(finding.rule == "space.overlap" for finding in check_all(document.snapshot)), "nothing overlaps")
        overlapping = copied(document.snapshot, document.snapshot["device"].ids.tolist() * 2)
        outcome = run(document, build, overlapping)
        _demand(any(finding.rule == "space.overlap" for finding in outcome.findings), "an overlap that was built is found")
        report(f"checks: {counted(len(outcome.findings), 'finding')}, the overlap among them")


def _answer_a_wrong_file(folder: Path, report: Callable[[str], None]) -> None:
    wrong = folder / "wrong.txt"
    wrong.write_text("no project", encoding="utf-8")
    try:
        Document.open(wrong)
    except DeskError as answer:
        report(f"wrong file: {sentence(answer.message)}")
    else:
        raise RoadBlocked("a text file was opened as a project")
