"""Which GPUs work on the same job: those on which the same program of the same user holds memory."""

import re
from collections.abc import Sequence

from gpudesk.monitor.readings.program_names import program_name
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.verdict.verdict_figures import Program, Track
from gpudesk.monitor.verdict.verdict_limits import pool_of

_RANK = re.compile(r"(?:[ _:-]?(?:rank|worker)?[ _-]?(?:TP|PP|DP|EP)?[ _-]?\d+)+$", re.IGNORECASE)
"""The part that distinguishes the workers of one program: "VLLM::Worker_TP0" and "VLLM::Worker_TP1"."""
_LEAST_BYTES = 256 * 2**20
"""What holds less is none of the job: the desktop is on every GPU of a workstation."""


def programs_on(running: Running | None) -> frozenset[Program]:
    """The programs of the processes that hold significant memory on a GPU; all if the amount is unknown."""
    if running is None:
        return frozenset()
    return frozenset(
        Program(process.user, pool_of(process.command) or _RANK.sub("", program_name(process.command)))
        for process in running.processes
        if process.command and not process.graphics and (process.used_bytes is None or process.used_bytes >= _LEAST_BYTES)
    )


def job_groups(tracks: Sequence[Track]) -> list[list[Track]]:
    """The GPUs of each job, in the order of their first GPU. GPUs of which no program is known are one job.

    Programs join GPUs: two that share one are one job, also over a third.
    """
    groups: list[tuple[set[Program], list[Track]]] = []
    for track in tracks:
        programs, members = set(track.on), [track]
        for joined_group in [group for group in groups if group[0] & programs or not group[0] | programs]:
            groups.remove(joined_group)
            programs |= joined_group[0]
            members = [*joined_group[1], *members]
        groups.append((programs, members))
    order = {id(track): place for place, track in enumerate(tracks)}
    jobs = [sorted(members, key=lambda track: order[id(track)]) for _, members in groups]
    return sorted(jobs, key=lambda members: order[id(members[0])])


def called(tracks: Sequence[Track]) -> str:
    """The programs of a job, by their common names; "" if none is known."""
    programs = sorted({running for track in tracks for running in track.on})
    return ", ".join(f"{program.name} ({program.user})" if program.user else program.name for program in programs)
