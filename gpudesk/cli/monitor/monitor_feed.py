"""Stores the measurements of a verdict in a workload of a project, on the command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from gpudesk.monitor.verdict.verdict_terms import Verdict
    from gpudesk.project.document import Document

_GIB = 2.0**30


@dataclass(frozen=True, slots=True)
class Feed:
    """The destination of measurements.

    Attributes:
        workload: its name, "" for the only one.
        tokens_per_s: of all GPUs, from a log; None if not given.
    """

    project: Path
    workload: str
    tokens_per_s: float | None


@dataclass(frozen=True, slots=True)
class KeptMeasured:
    """Measurements stored with a workload. Memory is that of one GPU, tokens per second are those of all.

    Attributes:
        requests: concurrent requests, from the token estimate; None without one, and for training.
        corrects: whether it calibrates later estimates of this site.
    """

    workload: str
    measured_gib: float
    estimated_gib: float
    tokens_per_s: float | None
    estimated_per_s: float | None
    requests: int | None
    corrects: bool

    def lines(self) -> list[str]:
        """As text."""
        off = 100 * (self.measured_gib / self.estimated_gib - 1)
        lines = [f"Saved with {self.workload}: {self.measured_gib:.1f} GiB on one GPU, estimated {self.estimated_gib:.1f} ({off:+.1f} %)."]
        if self.tokens_per_s is not None:
            comparison = ""
            if self.estimated_per_s is not None:
                at = "" if self.requests is None else f" at {self.requests} concurrent requests"
                comparison = f", estimated {self.estimated_per_s:,.0f}{at} ({100 * (self.tokens_per_s / self.estimated_per_s - 1):+.1f} %)"
            lines.append(f"Saved with {self.workload}: {self.tokens_per_s:,.1f} tokens/s{comparison}.")
        if self.corrects:
            lines.append("Saved with the measurements of this site: they correct later estimates.")
        return lines

    def document(self) -> dict[str, Any]:
        """As `resources/schemas/verdict.v2.json` has it."""
        return {
            "workload": self.workload,
            "memory_gib": self.measured_gib,
            "estimated_memory_gib": round(self.estimated_gib, 3),
            "tokens_per_s": self.tokens_per_s,
            "estimated_tokens_per_s": None if self.estimated_per_s is None else round(self.estimated_per_s, 3),
            "requests": self.requests,
            "corrects_estimates": self.corrects,
        }


def keep_measured_of(feed: Feed, verdict: "Verdict") -> KeptMeasured:
    """Store peak memory use, and tokens per second if reported, with the workload.

    Raises:
        click.UsageError: there is no such workload, or nothing to store.
        DeskError: the project cannot be written, or the workload's request is not valid here.
    """
    from gpudesk.catalog.measured_files import keep_measured
    from gpudesk.core.work.workload import Task
    from gpudesk.monitor.verdict.verdict_boards import board_of
    from gpudesk.monitor.verdict.verdict_feed import BY_LOG, about_of, day_of, verdict_of
    from gpudesk.operations.project.workload_peaks import record_measured, record_peak
    from gpudesk.operations.run.run import run
    from gpudesk.project.document import Document
    from gpudesk.sizing.measured.monitored import measured_peak, peak_beside, rate_expected
    from gpudesk.sizing.workloads.saved_workload import Kept

    board = None if verdict.job is None else board_of(verdict.gpus[0].facts, None)
    if verdict.job is None or board is None or board.part_of:
        raise click.UsageError(
            "nothing to save: " + (verdict.sentences[0].plain() if verdict.job is None else "the GPU is not in the catalog")
        )
    with Document.open(feed.project) as document:
        row_id = _workload(document, feed.workload)
        row = document.snapshot["workload"].row(row_id)
        work = Kept(Task(row["task"]), row["asked"], row["model"])
        gpus = len(verdict.gpus)
        compared_peak = peak_beside(work, board.key, gpus, round(verdict.job.memory_peak / _GIB, 1))
        if compared_peak is None:
            raise click.UsageError(f"{row['name']} cannot run on {gpus} × {board.title}")
        about = about_of(verdict)
        expected = None if feed.tokens_per_s is None else rate_expected(work, board.key, gpus)
        per_s = None if expected is None else expected.per_s
        peak = (row_id, compared_peak.estimated, compared_peak.measured, verdict_of(verdict))
        if feed.tokens_per_s is None:
            run(document, record_peak, *peak)
        else:
            by_log = f"{about} {BY_LOG}"
            run(document, record_measured, *peak, estimated_per_s=per_s, measured_per_s=feed.tokens_per_s, about=by_log)
        measurement = measured_peak(compared_peak, day_of(verdict), f"monitor, {about}")
        if measurement is not None:
            keep_measured(measurement)
        return KeptMeasured(
            str(row["name"]),
            compared_peak.measured,
            compared_peak.estimated,
            feed.tokens_per_s,
            per_s,
            None if expected is None else expected.sequences,
            measurement is not None,
        )


def _workload(document: "Document", name: str) -> int:
    rows = document.snapshot["workload"]
    names = [str(workload_name) for workload_name in rows["name"].tolist()]
    row_ids = rows.ids.tolist() if not name else rows.where("name", name).tolist()
    if len(row_ids) == 1:
        return int(row_ids[0])
    if not names:
        raise click.UsageError("the project has no saved workload: save one with gpudesk size … --keep FILE")
    there = ", ".join(names[:16])
    raise click.UsageError(
        f"choose a workload with --workload: {there}" if not name else f"there is no workload {name}; the workloads are {there}"
    )
