"""Feeding what a verdict measured back to a workload of a project, on the command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gpudesk.monitor.verdict_terms import Verdict
    from gpudesk.project.document import Document

_GIB = 2.0**30


@dataclass(frozen=True, slots=True)
class Feed:
    """Where what was measured is kept.

    Attributes:
        workload: its name, "" for the only one.
        tokens_per_s: of all GPUs, as a log tells them; None where none was given.
    """

    project: Path
    workload: str
    tokens_per_s: float | None


def keep_measured_of(feed: Feed, verdict: "Verdict") -> tuple[str, ...]:
    """Keep the highest use of memory, and tokens a second where they were told, with the workload; returns what to say of it.

    Raises:
        click.UsageError: there is no such workload, or nothing to keep.
        DeskError: the project cannot be written, or what the workload asks makes no sense here.
    """
    from gpudesk import operations
    from gpudesk.catalog.measured import keep_measured
    from gpudesk.core.workload import Task
    from gpudesk.monitor.verdict_boards import board_of
    from gpudesk.monitor.verdict_feed import BY_LOG, about_of, day_of, verdict_of
    from gpudesk.project.document import Document
    from gpudesk.sizing.kept import Kept
    from gpudesk.sizing.monitored import measured_peak, peak_beside, rate_expected

    board = None if verdict.job is None else board_of(verdict.gpus[0].facts, None)
    if verdict.job is None or board is None or board.part_of:
        raise click.UsageError(
            "nothing to keep: " + (verdict.sentences[0].plain() if verdict.job is None else "the GPU is not in the catalog")
        )
    with Document.open(feed.project) as document:
        row_id = _workload(document, feed.workload)
        row = document.snapshot["workload"].row(row_id)
        work = Kept(Task(row["task"]), row["asked"], row["model"])
        gpus = len(verdict.gpus)
        beside = peak_beside(work, board.key, gpus, round(verdict.job.memory_peak / _GIB, 1))
        if beside is None:
            raise click.UsageError(f"{row['name']} cannot run on {gpus} × {board.title}")
        about = about_of(verdict)
        operations.run(document, operations.record_peak, row_id, beside.estimated, beside.measured, verdict_of(verdict))
        said = [
            f"Kept with {row['name']}: {beside.measured:.1f} GiB on one GPU, estimated {beside.estimated:.1f} ({100 * beside.off:+.1f} %)."
        ]
        if feed.tokens_per_s is not None:
            expected = rate_expected(work, board.key, gpus)
            told = None if expected is None else expected.per_s
            operations.run(document, operations.record_rate, row_id, told, feed.tokens_per_s, f"{about} {BY_LOG}")
            beside_it = ""
            if expected is not None:
                at = "" if expected.sequences is None else f" at {expected.sequences} requests at once"
                beside_it = f", estimated {expected.per_s:,.0f}{at} ({100 * (feed.tokens_per_s / expected.per_s - 1):+.1f} %)"
            said.append(f"Kept with {row['name']}: {feed.tokens_per_s:,.1f} tokens/s{beside_it}.")
        found = measured_peak(beside, day_of(verdict), f"monitor, {about}")
        if found is not None:
            keep_measured(found)
            said.append("Kept with what was measured at this site: later estimates are put right by it.")
    return tuple(said)


def _workload(document: "Document", name: str) -> int:
    rows = document.snapshot["workload"]
    names = [str(each) for each in rows["name"].tolist()]
    found = rows.ids.tolist() if not name else rows.where("name", name).tolist()
    if len(found) == 1:
        return int(found[0])
    if not names:
        raise click.UsageError("the project keeps no workload: gpudesk size … --keep FILE makes one")
    there = ", ".join(names[:16])
    raise click.UsageError(
        f"name one of the workloads with --workload: {there}" if not name else f"there is no workload {name}; there are {there}"
    )
