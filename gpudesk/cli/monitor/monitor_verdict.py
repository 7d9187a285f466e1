"""The verdict on the size of the GPUs of a job, on the command line."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk.cli.monitor.monitor_feed import Feed, keep_measured_of
from gpudesk.cli.terminal.amounts import quantity, sentence
from gpudesk.cli.terminal.output import counted, print_json, print_table
from gpudesk.disk.writing import is_standard_output, write_file

if TYPE_CHECKING:
    from gpudesk.formats.runs.run_profile import RunProfile
    from gpudesk.monitor.verdict.verdict_boards import Alternative
    from gpudesk.monitor.verdict.verdict_figures import Track, Window
    from gpudesk.monitor.verdict.verdict_fleet import Fleet
    from gpudesk.monitor.verdict.verdict_limits import Limits
    from gpudesk.monitor.verdict.verdict_terms import Verdict

_MOST_JOBS = 40
"""Of a fleet more are not listed; --json and --export csv have all."""


def show_verdict(
    tracks: "Sequence[Track]",
    source: str,
    profiles: Sequence[Path],
    *,
    only: Sequence[str] = (),
    window: tuple[float, float] | None = None,
    into: Path | None = None,
    feed: Feed | None = None,
    as_json: bool,
) -> None:
    """Evaluate and print the readings: as a fleet if there are several hosts and none of their GPUs is named.

    Args:
        only: numbers or UUIDs of the GPUs to evaluate; all if empty.
        into: additional CSV output file.
        feed: the workload of a project that stores the measurements.
        window: start and end in minutes after the first reading; without it, all but the warm-up.

    Raises:
        InvalidData: a profile, or the user's own thresholds, cannot be read.
        click.UsageError: there is no such GPU, or the window is not valid.
        DeskError: the measurements cannot be stored.
    """
    from gpudesk.formats.runs.run_profile import read_profiles
    from gpudesk.monitor.verdict.verdict import of_job, steady
    from gpudesk.monitor.verdict.verdict_boards import verdict_on
    from gpudesk.monitor.verdict.verdict_export import document, verdict_rows
    from gpudesk.monitor.verdict.verdict_groups import called, job_groups
    from gpudesk.monitor.verdict.verdict_limits import limits
    from gpudesk.monitor.verdict.verdict_terms import Profiled

    thresholds = limits()
    profile = read_profiles(profiles) if profiles else None
    profiled = None
    if profile is not None:
        profiled = Profiled(profile.source, busy=profile.busy, copies=profile.copy_share, loader_wait=profile.loader_wait)
    tracks = _named(tracks, only)
    ends = _marked(tracks, window)
    judged_window, warm_up_s = steady(tracks, thresholds, from_s=ends[0], until_s=ends[1])
    if len({track.host for track in tracks}) > 1 and not only:
        if profiles:
            raise click.UsageError("a profile belongs to one job: select its GPUs with --gpu")
        if feed is not None:
            raise click.UsageError("a workload is one job: select its GPUs with --gpu")
        _show_fleet(tracks, judged_window, thresholds, source, into, as_json=as_json)
        return
    groups = [list(tracks)] if only else job_groups(of_job(tracks, judged_window, thresholds))
    if len(groups) > 1 and (profiles or feed is not None):
        there = "; ".join(f"GPU {_numbers(group)}: {called(group) or 'program not known'}" for group in groups)
        raise click.UsageError(
            f"{'a profile' if profiles else 'a workload'} belongs to one job: select its GPUs with --gpu. The jobs are {there}"
        )
    all_of = [(group, *verdict_on(group, judged_window, thresholds, warm_up_s=warm_up_s, profiled=profiled)) for group in groups]
    first, *others = all_of
    if into is not None:
        rows = [verdict_rows(verdict, alternatives, source) for _, verdict, alternatives in all_of]
        _write(into, [*rows[0], *(row for more in rows[1:] for row in more[1:])])
    saved = None if feed is None else keep_measured_of(feed, first[1])
    if into is not None and is_standard_output(into):
        return
    if as_json:
        more = [{**document(verdict, alternatives, source, None), "programs": called(group)} for group, verdict, alternatives in others]
        whole = {**document(first[1], first[2], source, profile), "programs": called(first[0]), "other_jobs": more}
        print_json({**whole, "saved": None if saved is None else saved.document()})
        return
    for number, (group, verdict, alternatives) in enumerate(all_of):
        if others:
            click.echo(f"{'' if number == 0 else chr(10)}GPU {_numbers(group)}: {called(group) or 'program not known'}")
        _print(verdict, alternatives, source)
    for line in () if profile is None else profile_lines(profile, listed=True):
        click.echo(line)
    for line in () if saved is None else saved.lines():
        click.echo(line)


def _numbers(tracks: "Sequence[Track]") -> str:
    return ", ".join(str(track.facts.index) for track in tracks)


def profile_lines(profile: "RunProfile", *, listed: bool = False) -> list[str]:
    """The content of a profile, one line each, with its missing data.

    Args:
        listed: also each of its longest kernels, as in the object of `--json`.
    """
    busy = "" if profile.busy is None else f": the GPU was active {100 * profile.busy:.1f} % of the time"
    lines = [f"Profile {profile.source}{busy}"]
    if not profile.kernels:
        lines.append("  It contains no kernels, so the GPU activity is not known")
    else:
        top = profile.kernels[0]
        whole = f" of {quantity(profile.kernel_s, 's')}" if profile.kernel_s is not None else ""
        runs = sum(kernel.count for kernel in profile.kernels)
        lines.append(f"  Kernels: {counted(runs, 'run')}, longest {top.name[:80]} ({quantity(top.seconds, 's')}{whole})")
        if listed:
            lines += [
                f"    {kernel.name[:80]}: {quantity(kernel.seconds, 's')}, {counted(kernel.count, 'run')}" for kernel in profile.kernels
            ]
    if profile.copy_share is not None:
        lines.append(f"  Copies between host and GPU: {100 * profile.copy_share:.1f} % of the time of kernels and copies")
    if profile.loader_wait is not None:
        of_what = counted(profile.steps, "step") if profile.steps else "the time"
        lines.append(f"  Waiting for data: {100 * profile.loader_wait:.1f} % of {of_what}")
    if profile.gaps is not None:
        lines.append(f"  Gaps: {profile.gaps.count:,}, the longest {quantity(profile.gaps.longest_s, 's')}")
    return lines


def _show_fleet(
    tracks: "Sequence[Track]", window: "Window", thresholds: "Limits", source: str, into: Path | None, *, as_json: bool
) -> None:
    from gpudesk.monitor.verdict.verdict_export import fleet_document, fleet_rows
    from gpudesk.monitor.verdict.verdict_fleet import judge_fleet

    fleet = judge_fleet(tracks, window, thresholds)
    if into is not None:
        _write(into, fleet_rows(fleet))
        if is_standard_output(into):
            return
    if as_json:
        print_json(fleet_document(fleet, source, thresholds))
    else:
        _print_fleet(fleet, thresholds)


def _write(into: Path, rows: "Sequence[Sequence[str | int | float | None]]") -> None:
    from gpudesk.formats.tables.tables import csv_bytes

    write_file(into, csv_bytes(rows))


def _print_fleet(fleet: "Fleet", thresholds: "Limits") -> None:
    hosts = len({job.host for job in fleet.jobs})
    click.echo(
        f"{counted(fleet.gpus, 'GPU')} of {counted(hosts, 'host')}, "
        f"window {fleet.window.seconds / 60:.1f} min, {fleet.gpu_hours:,.1f} GPU-hours"
    )
    target = 100 * thresholds["sm_target"]
    if fleet.active is not None:
        click.echo(
            f"Average SM activity {100 * fleet.active:.1f} %, target {target:.0f} %: "
            f"{fleet.at_target:,} of {counted(fleet.judged, 'GPU')} at the target ({100 * fleet.at_target / fleet.judged:.0f} %)"
        )
    click.echo(f"Idle with memory allocated: {fleet.idle_gpu_hours:,.1f} GPU-hours ({_part(fleet.idle_gpu_hours, fleet.gpu_hours)})")
    click.echo(
        f"GPUs that could be released: {fleet.free} not in use; {fleet.held} idle or stalled, once their memory is freed; "
        f"{fleet.spare} from jobs that use more GPUs than needed"
    )
    titles = {(job.verdict.kind, job.verdict.cause): job.verdict.title.plain() for job in fleet.jobs}
    print_table([(titles[key], str(count), _part(count, fleet.gpus)) for key, count in fleet.of_each.items()], right=(1, 2))
    rows = [
        (
            job.host or "-",
            ",".join(str(number) for number in job.numbers),
            job.verdict.title.plain(),
            "" if job.verdict.job is None else f"confidence {job.verdict.trust}",
            "" if job.fewer is None else f"{job.fewer} would be enough",
        )
        for job in fleet.jobs[:_MOST_JOBS]
    ]
    print_table(rows)
    if len(fleet.jobs) > _MOST_JOBS:
        click.echo(f"and {len(fleet.jobs) - _MOST_JOBS} more: --json or --export csv OUT list all")


def _part(amount: float, whole: float) -> str:
    return f"{100 * amount / whole:.0f} %" if whole else "0 %"


def _named(tracks: "Sequence[Track]", only: Sequence[str]) -> "Sequence[Track]":
    hosts = {track.host for track in tracks}

    def names(track: "Track") -> set[str]:
        """A number alone names a GPU if there is one host, HOST its GPUs, and HOST/NUMBER always."""
        number = {str(track.facts.index)} if len(hosts) < 2 else set()
        return {track.facts.uuid, f"{track.host}/{track.facts.index}"} | number | ({track.host} if track.host else set())

    missing = [gpu_name for gpu_name in only if not any(gpu_name in names(track) for track in tracks)]
    if missing:
        there = ", ".join(f"{track.host}/{track.facts.index} ({track.facts.uuid})" for track in tracks[:16])
        raise click.UsageError(f"there is no GPU {', '.join(missing)}; the GPUs are {there}")
    return [track for track in tracks if not only or names(track) & set(only)]


def _marked(tracks: "Sequence[Track]", window: tuple[float, float] | None) -> tuple[float | None, float | None]:
    if window is None:
        return None, None
    if not 0 <= window[0] < window[1]:
        raise click.UsageError("--window needs two numbers of minutes after the first reading, the second larger than the first")
    starts = [float(series.times_s[0]) for track in tracks for series in track.series.values() if len(series.times_s)]
    first = min(starts, default=0.0)
    return first + 60 * window[0], first + 60 * window[1]


def tracks_of_listing(path: Path) -> "list[Track]":
    """The GPUs of what nvidia-smi printed again and again (--query-gpu=… --format=csv -l 1).

    Raises:
        InvalidData: it is no listing of nvidia-smi, or it cannot be read.
    """
    from gpudesk.monitor.saved.gpu_listing import read_gpu_listing
    from gpudesk.monitor.verdict.verdict_figures import Track
    from gpudesk.monitor.verdict.verdict_series import series_of

    readings = read_gpu_listing(path).found
    facts = {reading.facts.uuid: reading.facts for reading in readings}
    return [Track(one, series_of([reading.frame for reading in readings if reading.facts.uuid == uuid])) for uuid, one in facts.items()]


def tracks_of_recording(path: Path) -> "list[Track]":
    """The GPUs of a recording; of more than a day the last one.

    Raises:
        StoreError: it is no recording, or damaged.
    """
    from gpudesk.monitor.verdict.verdict_recording import tracks_of_recording as recorded

    return recorded(path)


def _print(verdict: "Verdict", alternatives: "Sequence[Alternative]", source: str) -> None:
    from gpudesk.monitor.verdict.verdict_export import recording_of
    from gpudesk.monitor.verdict.verdict_next import next_of

    click.echo(sentence(verdict.title))
    for finding in verdict.sentences:
        click.echo(f"  {sentence(finding)}")
    minutes = f"Window {verdict.window.seconds / 60:.1f} min"
    after = f" after {verdict.warm_up_s / 60:.1f} min of warm-up" if verdict.warm_up_s else ""
    text = "" if verdict.job is None else f", coverage {100 * verdict.job.coverage:.1f} %, confidence {verdict.trust}"
    click.echo(f"{minutes}{after}{text}")
    if verdict.evidence:
        marks = {True: "ok", False: "not ok", None: ""}
        print_table([(sentence(evidence.title), sentence(evidence.value), marks[evidence.ok]) for evidence in verdict.evidence])
    for doubt in verdict.doubts:
        click.echo(f"Caution: {sentence(doubt)}")
    for number, step in enumerate(verdict.steps, 1):
        click.echo(f"{number}. {sentence(step)}")
    for alternative in alternatives:
        price = (
            ""
            if alternative.price_usd is None
            else f", {alternative.price_usd[0] / 1000:,.1f} to {alternative.price_usd[1] / 1000:,.1f} thousand US dollars"
        )
        count = f"{alternative.gpus} × " if alternative.gpus > 1 or len(verdict.gpus) > 1 else ""
        rate = f"{alternative.board.bytes_per_s / 1e12:.2f} TB/s"
        click.echo(f"Alternative: {count}{alternative.board.title}, {alternative.board.usable_gib:.1f} GiB, {rate}{price}")
    for each_next in next_of(verdict, recording_of(source)):
        click.echo(f"Measure next: {each_next.title}")
        for line in (line for command in each_next.commands for line in command.splitlines()):
            click.echo(f"  {line}")
