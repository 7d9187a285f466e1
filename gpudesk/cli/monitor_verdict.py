"""The verdict on the size of the GPUs of a job, on the command line."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.output import print_json, print_table

if TYPE_CHECKING:
    from gpudesk.formats.run_profile import RunProfile
    from gpudesk.monitor.verdict_boards import Alternative
    from gpudesk.monitor.verdict_figures import GpuFigures, Spread, Track
    from gpudesk.monitor.verdict_terms import Verdict

SCHEMA = "gpudesk.verdict.v1"


def show_verdict(
    tracks: "Sequence[Track]",
    source: str,
    profiles: Sequence[Path],
    *,
    only: Sequence[str] = (),
    window: tuple[float, float] | None = None,
    as_json: bool,
) -> None:
    """Judge what was read, and print it.

    Args:
        only: numbers or UUIDs of the GPUs that are looked at; all where there are none.
        window: minutes after the first reading, from and until; without it all but the warm-up.

    Raises:
        InvalidData: a profile, or the person's own thresholds, cannot be read.
        click.UsageError: there is no such GPU, or the window makes no sense.
    """
    from gpudesk.formats.run_profile import read_profiles
    from gpudesk.monitor.verdict import of_job, steady
    from gpudesk.monitor.verdict_boards import verdict_on
    from gpudesk.monitor.verdict_limits import limits
    from gpudesk.monitor.verdict_terms import Profiled

    thresholds = limits()
    profile = read_profiles(profiles) if profiles else None
    said = None
    if profile is not None:
        said = Profiled(profile.source, busy=profile.busy, copies=profile.copy_share, loader_wait=profile.loader_wait)
    tracks = _named(tracks, only)
    ends = _marked(tracks, window)
    judged, warm_up_s = steady(tracks, thresholds, from_s=ends[0], until_s=ends[1])
    chosen = tracks if only else of_job(tracks, judged, thresholds)
    verdict, found = verdict_on(chosen, judged, thresholds, warm_up_s=warm_up_s, profiled=said)
    if as_json:
        print_json(_document(verdict, found, source, profile))
    else:
        _print(verdict, found, source)


def _named(tracks: "Sequence[Track]", only: Sequence[str]) -> "Sequence[Track]":
    missing = [each for each in only if not any(each in {track.facts.uuid, str(track.facts.index)} for track in tracks)]
    if missing:
        there = ", ".join(f"{track.facts.index} ({track.facts.uuid})" for track in tracks[:16])
        raise click.UsageError(f"there is no GPU {', '.join(missing)}; there are {there}")
    return [track for track in tracks if not only or {track.facts.uuid, str(track.facts.index)} & set(only)]


def _marked(tracks: "Sequence[Track]", window: tuple[float, float] | None) -> tuple[float | None, float | None]:
    if window is None:
        return None, None
    if not 0 <= window[0] < window[1]:
        raise click.UsageError("--window takes two numbers of minutes after the first reading, the second the larger one")
    starts = [float(each.times_s[0]) for track in tracks for each in track.series.values() if len(each.times_s)]
    first = min(starts, default=0.0)
    return first + 60 * window[0], first + 60 * window[1]


def tracks_of_listing(path: Path) -> "list[Track]":
    """The GPUs of what nvidia-smi printed again and again (--query-gpu=… --format=csv -l 1).

    Raises:
        InvalidData: it is no listing of nvidia-smi.
        OSError: it cannot be read.
    """
    from gpudesk.cli.monitor_snapshot import read_listing
    from gpudesk.monitor.verdict_figures import Track, series_of

    found = read_listing(path).found
    facts = {each.facts.uuid: each.facts for each in found}
    return [Track(one, series_of([each.frame for each in found if each.facts.uuid == uuid])) for uuid, one in facts.items()]


def tracks_of_recording(path: Path) -> "list[Track]":
    """The GPUs of a recording; of more than a day the last one.

    Raises:
        StoreError: it is no recording, or damaged.
    """
    from gpudesk.monitor.verdict_recording import tracks_of_recording as recorded

    return recorded(path)


def _document(verdict: "Verdict", found: "Sequence[Alternative]", source: str, profile: "RunProfile | None") -> dict[str, Any]:
    from gpudesk.monitor.verdict_next import next_of

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
        "sentences": [each.plain() for each in verdict.sentences],
        "evidence": [
            {"key": each.key, "title": each.title.plain(), "value": each.value.plain(), "ok": each.ok} for each in verdict.evidence
        ],
        "doubts": [each.plain() for each in verdict.doubts],
        "steps": [each.plain() for each in verdict.steps],
        "held_back": [] if job is None else [job.gpus[at].facts.index for at in job.held_back],
        "alternatives": [
            {
                "key": each.board.key,
                "title": each.board.title,
                "memory_gib": round(each.board.usable_gib, 3),
                "bytes_per_s": each.board.bytes_per_s,
                "needed_gib": round(each.needed_gib, 3),
                "needed_bytes_per_s": each.needed_per_s,
            }
            for each in found
        ],
        "next": [{"key": each.key, "title": each.title, "commands": list(each.commands)} for each in next_of(verdict, _recording(source))],
        "energy_j": verdict.energy_j,
        "gpus": [_gpu(each) for each in verdict.gpus],
        "profile": None if profile is None else _profile(profile),
    }


def _profile(profile: "RunProfile") -> dict[str, Any]:
    return {
        "source": profile.source,
        "busy": profile.busy,
        "copies": profile.copy_share,
        "loader_wait": profile.loader_wait,
        "steps": profile.steps,
        "gaps": None if profile.gaps is None else {"count": profile.gaps.count, "longest_s": profile.gaps.longest_s},
        "kernels": [{"name": each.name, "seconds": each.seconds, "count": each.count} for each in profile.kernels],
    }


def _gpu(gpu: "GpuFigures") -> dict[str, Any]:
    return {
        "uuid": gpu.facts.uuid,
        "index": gpu.facts.index,
        "name": gpu.facts.name,
        "memory_bytes": _spread(gpu.memory),
        "room_bytes": gpu.room_bytes,
        "activity": _spread(gpu.activity),
        "activity_is_coarse": gpu.coarse,
        "occupancy": _spread(gpu.occupancy),
        "tensor": _spread(gpu.tensor),
        "dram": _spread(gpu.dram),
        "links_bytes_per_s": {key: _spread(each) for key, each in gpu.links.items()},
        "pcie_share": gpu.link_share("pcie"),
        "nvlink_share": gpu.link_share("nvlink"),
        "power_w": _spread(gpu.power_w),
        "power_limit_w": gpu.power_limit_w,
        "energy_j": gpu.energy_j,
        "held": {str(reason): share for reason, share in gpu.held.items()},
        "held_counted": gpu.held_counted,
        "idle_held": gpu.idle_held,
        "coverage": round(gpu.coverage, 4),
    }


def _spread(spread: "Spread | None") -> dict[str, float] | None:
    if spread is None:
        return None
    return {"mean": spread.mean, "p50": spread.p50, "p95": spread.p95, "p99": spread.p99, "peak": spread.peak}


def _recording(source: str) -> str:
    kind, _, path = source.partition(":")
    return path if kind == "replay" else ""


def _print(verdict: "Verdict", found: "Sequence[Alternative]", source: str) -> None:
    from gpudesk.monitor.verdict_next import next_of

    click.echo(verdict.title.plain())
    for sentence in verdict.sentences:
        click.echo(f"  {sentence.plain()}")
    minutes = f"Window {verdict.window.seconds / 60:.1f} min"
    after = f" after {verdict.warm_up_s / 60:.1f} min of warm-up" if verdict.warm_up_s else ""
    told = "" if verdict.job is None else f", coverage {100 * verdict.job.coverage:.1f} %, confidence {verdict.trust}"
    click.echo(f"{minutes}{after}{told}")
    if verdict.evidence:
        marks = {True: "ok", False: "not ok", None: ""}
        print_table([(each.title.plain(), each.value.plain(), marks[each.ok]) for each in verdict.evidence])
    for doubt in verdict.doubts:
        click.echo(f"Doubt: {doubt.plain()}")
    for number, step in enumerate(verdict.steps, 1):
        click.echo(f"{number}. {step.plain()}")
    for each in found:
        click.echo(f"Would serve: {each.board.title}, {each.board.usable_gib:.1f} GiB, {each.board.bytes_per_s / 1e12:.2f} TB/s")
    for each_next in next_of(verdict, _recording(source)):
        click.echo(f"Measure next: {each_next.title}")
        for line in (line for command in each_next.commands for line in command.splitlines()):
            click.echo(f"  {line}")
