"""A verdict for each job: GPUs belong together by the programs that hold memory on them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gpudesk.monitor.readings.reading import Process
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.verdict.verdict_boards import verdict_on
from gpudesk.monitor.verdict.verdict_figures import Program, Track
from gpudesk.monitor.verdict.verdict_fleet import judge_fleet
from gpudesk.monitor.verdict.verdict_groups import called, job_groups, programs_on
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_terms import Kind
from tests.monitor.made_load import GIB, HOUR, track

LIMITS = Limits()


def running(*commands: str, user: str = "ana", used: int | None = 20 << 30, graphics: bool = False) -> Running:
    return Running(tuple(Process("GPU", 100 + at, graphics, used, None, each, user, "") for at, each in enumerate(commands)))


def on(index: int, programs: Iterable[Program], **values: Any) -> Track:
    return replace(track(index, **values), on=frozenset(programs))


def numbers(groups: list[list[Track]]) -> list[list[int]]:
    return [[each.facts.index for each in group] for group in groups]


TRAIN, SERVE, OTHER = Program("ana", "python3 train.py"), Program("ben", "vllm"), Program("eva", "gmx")


def test_three_programs_are_three_jobs() -> None:
    tracks = [on(0, {TRAIN}), on(1, {SERVE}), on(2, {SERVE}), on(3, {OTHER})]
    assert numbers(job_groups(tracks)) == [[0], [1, 2], [3]]
    assert [called(group) for group in job_groups(tracks)] == ["python3 train.py (ana)", "vllm (ben)", "gmx (eva)"]


def test_programs_join_gpus_and_unknown_ones_are_one_job() -> None:
    tracks = [on(0, {TRAIN}), on(1, {SERVE}), on(2, {TRAIN, SERVE}), on(3, ()), on(4, {OTHER}), on(5, ())]
    assert numbers(job_groups(tracks)) == [[0, 1, 2], [3, 5], [4]]
    assert numbers(job_groups([on(0, ()), on(1, ())])) == [[0, 1]]
    assert job_groups([]) == []


def test_workers_of_one_program_are_one_and_the_desktop_is_none() -> None:
    first, second = (programs_on(running(f"VLLM::Worker_TP{rank}")) for rank in (0, 11))
    assert first == second == {Program("ana", "vllm")}
    assert programs_on(running("/usr/bin/python3 /srv/train.py --rank 3")) == {TRAIN}
    assert programs_on(running("gmx_3")) == programs_on(running("gmx_4"))
    assert programs_on(running("/usr/lib/xorg/Xorg", used=9 * 2**20)) == frozenset()
    assert programs_on(running("blender", graphics=True)) == frozenset()
    assert programs_on(running("train", used=None)) == {Program("ana", "train")}
    assert programs_on(running("train", user="ben")) != programs_on(running("train"))
    assert programs_on(None) == frozenset()


def test_each_job_of_a_host_has_its_own_verdict() -> None:
    """Training that fills its GPU, and a service that hardly uses its two: neither is judged by the other."""
    busy = on(0, {TRAIN}, sm_active_percent=95.0, tensor_active_percent=60.0, memory_used_bytes=70 * GIB)
    idle = [on(index, {OTHER}, sm_active_percent=10.0, dram_active_percent=4.0, memory_used_bytes=6 * GIB) for index in (1, 2)]
    fleet = judge_fleet([busy, *idle], HOUR, LIMITS)
    assert {job.numbers: job.verdict.kind for job in fleet.jobs} == {(0,): Kind.COMPUTE, (1, 2): Kind.OVER}
    assert [verdict_on(group, HOUR, LIMITS)[0].kind for group in job_groups([busy, *idle])] == [Kind.COMPUTE, Kind.OVER]
