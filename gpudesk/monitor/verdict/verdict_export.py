"""The verdict on a job or a fleet for other programs: as JSON, and as rows of a table."""

from collections.abc import Sequence
from typing import Any

from gpudesk import __version__
from gpudesk.formats.runs.run_profile import RunProfile
from gpudesk.monitor.verdict.verdict_boards import Alternative
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Spread
from gpudesk.monitor.verdict.verdict_fleet import Fleet, FleetJob
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_next import next_of
from gpudesk.monitor.verdict.verdict_terms import Verdict

SCHEMA = "gpudesk.verdict.v2"
FLEET_SCHEMA = "gpudesk.fleet_verdict.v2"
_GIB = 2.0**30
_HOUR_S = 3600.0
Cell = str | int | float | None


def recording_of(source: str) -> str:
    """The file of a source "replay:FILE", "" for others."""
    kind, _, path = source.partition(":")
    return path if kind == "replay" else ""


def document(verdict: Verdict, alternatives: Sequence[Alternative], source: str, profile: RunProfile | None) -> dict[str, Any]:
    """A verdict as `resources/schemas/verdict.v2.json` has it."""
    job = verdict.job
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "source": source,
        "verdict": str(verdict.kind),
        "cause": str(verdict.cause) or None,
        "title": verdict.title.plain(),
        "confidence": None if job is None else str(verdict.trust),
        "window": {
            "from": verdict.window.from_s,
            "until": verdict.window.until_s,
            "seconds": round(verdict.window.seconds, 3),
            "warm_up_seconds": verdict.warm_up_s,
        },
        "coverage": None if job is None else round(job.coverage, 4),
        "sentences": [sentence.plain() for sentence in verdict.sentences],
        "evidence": [
            {"key": figure.key, "title": figure.title.plain(), "value": figure.value.plain(), "ok": figure.ok}
            for figure in verdict.evidence
        ],
        "caveats": [doubt.plain() for doubt in verdict.doubts],
        "steps": [step.plain() for step in verdict.steps],
        "held_back": [] if job is None else [job.gpus[at].facts.index for at in job.held_back],
        "alternatives": [_alternative(alternative) for alternative in alternatives],
        "next": [
            {"key": next_step.key, "title": next_step.title, "commands": list(next_step.commands)}
            for next_step in next_of(verdict, recording_of(source))
        ],
        "energy_j": verdict.energy_j,
        "gpus": [_gpu(gpu) for gpu in verdict.gpus],
        "profile": None if profile is None else _profile(profile),
    }


def _alternative(alternative: Alternative) -> dict[str, Any]:
    price = alternative.price_usd
    return {
        "key": alternative.board.key,
        "title": alternative.board.title,
        "gpus": alternative.gpus,
        "memory_gib": round(alternative.board.usable_gib, 3),
        "bytes_per_s": alternative.board.bytes_per_s,
        "needed_gib": round(alternative.needed_gib, 3),
        "needed_bytes_per_s": alternative.needed_per_s,
        "price_usd": None if price is None else {"low": round(price[0]), "high": round(price[1])},
    }


def _profile(profile: RunProfile) -> dict[str, Any]:
    return {
        "source": profile.source,
        "busy": profile.busy,
        "copies": profile.copy_share,
        "loader_wait": profile.loader_wait,
        "steps": profile.steps,
        "gaps": None if profile.gaps is None else {"count": profile.gaps.count, "longest_s": profile.gaps.longest_s},
        "kernels": [{"name": kernel.name, "seconds": kernel.seconds, "count": kernel.count} for kernel in profile.kernels],
    }


def _gpu(gpu: GpuFigures) -> dict[str, Any]:
    return {
        "uuid": gpu.facts.uuid,
        "index": gpu.facts.index,
        "name": gpu.facts.name,
        "memory_bytes": _spread(gpu.memory),
        "headroom_bytes": gpu.room_bytes,
        "memory_drops": [
            {"at": memory_fall.at_s, "share": memory_fall.share, "drop_bytes": memory_fall.fell_bytes} for memory_fall in gpu.memory_falls
        ],
        "activity": _spread(gpu.activity),
        "activity_is_coarse": gpu.coarse,
        "busy": _spread(gpu.busy),
        "quiet": gpu.quiet,
        "active_all": gpu.active_all,
        "pool": gpu.pool or None,
        "occupancy": _spread(gpu.occupancy),
        "tensor": _spread(gpu.tensor),
        "dram": _spread(gpu.dram),
        "links_bytes_per_s": {key: _spread(link_spread) for key, link_spread in gpu.links.items()},
        "pcie_share": gpu.link_share("pcie"),
        "nvlink_share": gpu.link_share("nvlink"),
        "power_w": _spread(gpu.power_w),
        "power_limit_w": gpu.power_limit_w,
        "energy_j": gpu.energy_j,
        "throttled": {str(reason): share for reason, share in gpu.held.items()},
        "throttled_by_counters": gpu.held_counted,
        "allocated_idle": gpu.idle_held,
        "coverage": round(gpu.coverage, 4),
    }


def _spread(spread: Spread | None) -> dict[str, float] | None:
    if spread is None:
        return None
    return {"mean": spread.mean, "p50": spread.p50, "p95": spread.p95, "p99": spread.p99, "peak": spread.peak}


def fleet_document(fleet: Fleet, source: str, limits: Limits) -> dict[str, Any]:
    """The verdict on a fleet as `resources/schemas/fleet_verdict.v2.json` has it."""
    return {
        "schema": FLEET_SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "source": source,
        "window": {"from": fleet.window.from_s, "until": fleet.window.until_s, "seconds": round(fleet.window.seconds, 3)},
        "target": limits["sm_target"],
        "gpus": fleet.gpus,
        "evaluated": fleet.judged,
        "active": fleet.active,
        "at_target": fleet.at_target,
        "gpu_hours": fleet.gpu_hours,
        "idle_gpu_hours": fleet.idle_gpu_hours,
        "not_in_use": fleet.free,
        "allocated_idle": fleet.held,
        "spare": fleet.spare,
        "verdicts": [{"verdict": str(kind), "cause": str(cause) or None, "gpus": count} for (kind, cause), count in fleet.of_each.items()],
        "jobs": [_fleet_job(job) for job in fleet.jobs],
    }


def _fleet_job(job: FleetJob) -> dict[str, Any]:
    verdict = job.verdict
    return {
        "host": job.host,
        "gpus": list(job.numbers),
        "uuids": [gpu.facts.uuid for gpu in verdict.gpus],
        "verdict": str(verdict.kind),
        "cause": str(verdict.cause) or None,
        "title": verdict.title.plain(),
        "confidence": None if verdict.job is None else str(verdict.trust),
        "sentences": [sentence.plain() for sentence in verdict.sentences],
        "active": _mean_active(job),
        "sufficient_gpus": job.fewer,
        "alternatives": [_alternative(alternative) for alternative in job.alternatives],
    }


def _mean_active(job: FleetJob) -> float | None:
    shares = [gpu.active_all for gpu in job.verdict.gpus if gpu.active_all is not None]
    return sum(shares) / len(shares) if shares else None


def verdict_rows(verdict: Verdict, alternatives: Sequence[Alternative], source: str = "") -> list[list[Cell]]:
    """A verdict as a table: the result, its figures and the next steps."""
    rows: list[list[Cell]] = [["part", "title", "value", "ok"]]
    rows.append(["verdict", verdict.title.plain(), str(verdict.kind), None])
    rows.append(["confidence", "", str(verdict.trust) if verdict.job is not None else "", None])
    rows.append(["window", "seconds", round(verdict.window.seconds, 3), None])
    if verdict.job is not None:
        rows.append(["coverage", "%", round(100 * verdict.job.coverage, 2), None])
    rows += [["sentence", "", sentence.plain(), None] for sentence in verdict.sentences]
    marks = {True: "yes", False: "no", None: None}
    rows += [["figure", figure.title.plain(), figure.value.plain(), marks[figure.ok]] for figure in verdict.evidence]
    rows += [["doubt", "", doubt.plain(), None] for doubt in verdict.doubts]
    rows += [["step", "", step.plain(), None] for step in verdict.steps]
    rows += [
        ["would serve", f"{alternative.gpus} × {alternative.board.title}", f"{alternative.board.usable_gib:.1f} GiB", None]
        for alternative in alternatives
    ]
    rows += [
        ["measure next", next_step.title, command, None]
        for next_step in next_of(verdict, recording_of(source))
        for command in next_step.commands
    ]
    return rows


def fleet_rows(fleet: Fleet) -> list[list[Cell]]:
    """The jobs of a fleet as a table, those that waste most first."""
    rows: list[list[Cell]] = [
        [
            "host",
            "gpus",
            "verdict",
            "cause",
            "title",
            "confidence",
            "active_percent",
            "memory_gib",
            "idle_gpu_hours",
            "fewer",
            "would_serve",
        ]
    ]
    for job in fleet.jobs:
        active = _mean_active(job)
        peaks = [gpu.memory.peak for gpu in job.verdict.gpus if gpu.memory is not None]
        hours = sum(gpu.idle_held or 0.0 for gpu in job.verdict.gpus) * fleet.window.seconds / _HOUR_S
        rows.append(
            [
                job.host,
                " ".join(str(number) for number in job.numbers),
                str(job.verdict.kind),
                str(job.verdict.cause),
                job.verdict.title.plain(),
                str(job.verdict.trust) if job.verdict.job is not None else "",
                None if active is None else round(100 * active, 1),
                round(max(peaks) / _GIB, 1) if peaks else None,
                round(hours, 2),
                job.fewer,
                "; ".join(f"{alternative.gpus} × {alternative.board.title}" for alternative in job.alternatives),
            ]
        )
    return rows
