"""How GPUs are linked: through the library of the driver, and each way that a path is told."""

import math
from dataclasses import replace

import pytest

from gpudesk.monitor.nvml.local import LocalSource
from gpudesk.monitor.nvml.nvml import NvmlMachine
from gpudesk.monitor.nvml.sampler import Rates
from gpudesk.monitor.nvml.topology import NvLink, error_sums, links_of, path_by_links, topology_of
from gpudesk.monitor.readings.reading import Lack
from tests.monitor.made_library import Machine
from tests.patience import until


def uuid(number: int) -> str:
    return f"GPU-00000000-0000-4000-8000-{number:012d}"


def replays_told(source: LocalSource) -> list[float]:
    """What the next readings of a GPU say of the replays of its links."""
    told: list[float] = []

    def three_times() -> bool:
        told.extend(frame.values["nvlink_replays"] for frame in source.take() if frame.uuid == uuid(2) and "nvlink_replays" in frame.values)
        return len(told) >= 3

    until(three_times)
    return told


@pytest.mark.usefixtures("machine")
def test_links_with_what_is_at_their_other_end() -> None:
    with NvmlMachine() as found:
        links = links_of(found.gpus[2].handle)
        assert not isinstance(links, Lack)
        none: dict[str, int | Lack] = {"replays": 0, "recoveries": 0, "crc_flit": 0, "crc_data": Lack.UNSUPPORTED, "ecc_data": 0}
        assert (len(links), links[0], links[17].up) == (18, NvLink(0, True, "switch", "00000000:05:00.0", none), False)
        assert links[5].errors == {**none, "replays": 40, "recoveries": 1, "crc_flit": 40}
        told = topology_of([(gpu.handle, gpu.facts) for gpu in found.gpus])
    assert told.paths[uuid(0), uuid(1)] == "NV18"
    assert told.paths[uuid(0), uuid(2)] == told.paths[uuid(2), uuid(0)] == "NV17"
    assert len(told.paths) == 56


def test_processors_that_are_near(machine: Machine) -> None:
    machine.hide_processors(1)
    with NvmlMachine() as found:
        machine.lose(2)
        told = topology_of([(gpu.handle, gpu.facts) for gpu in found.gpus])
    assert told.cpus[uuid(0)] == (*range(32), *range(64, 96))
    assert told.cpus[uuid(7)] == (*range(32, 64), *range(96, 128))
    assert (told.cpus[uuid(1)], told.cpus[uuid(2)]) == (Lack.UNSUPPORTED, Lack.LOST)


def test_links_that_count_no_errors_say_why(machine: Machine) -> None:
    machine.count_no_errors(0)
    with NvmlMachine() as found:
        links = links_of(found.gpus[0].handle)
    assert not isinstance(links, Lack)
    assert all(why is Lack.UNSUPPORTED for link in links for why in link.errors.values())


def test_errors_of_links_are_summed_where_the_driver_keeps_no_sum(machine: Machine) -> None:
    machine.count_errors(2, 17, 0, 2)
    machine.count_no_errors(3)
    with NvmlMachine() as found:
        assert found.gpus[2].read().values["nvlink_replays"] == 0
        links = [links_of(gpu.handle) for gpu in found.gpus]
    assert error_sums(links[2]) == {"nvlink_crc_errors": 40, "nvlink_replays": 42, "nvlink_recoveries": 1}
    assert error_sums(links[3]) == error_sums(Lack.UNSUPPORTED) == {}
    counts: dict[tuple[int, str], int] = {}
    whole = error_sums(links[2], counts)
    assert not isinstance(links[2], Lack)
    silent = tuple(replace(each, errors=dict.fromkeys(each.errors, Lack.FAILED)) if at == 5 else each for at, each in enumerate(links[2]))
    assert error_sums(silent)["nvlink_crc_errors"] < whole["nvlink_crc_errors"]
    assert error_sums(silent, counts) == whole, "no sum falls as a link keeps silent for once"
    source = LocalSource(Rates(fast_s=0.02, second_s=0.1, slow_s=0.1))
    try:
        until(lambda: bool(source.topology.links))
        told = replays_told(source)
    finally:
        source.close()
    assert set(told) == {42}


def test_a_lost_gpu_says_why_and_the_others_go_on(machine: Machine) -> None:
    with NvmlMachine() as found:
        machine.lose(1)
        told = topology_of([(gpu.handle, gpu.facts) for gpu in found.gpus])
    assert told.links[uuid(1)] is Lack.LOST
    assert (uuid(0), uuid(1)) not in told.paths
    assert told.paths[uuid(0), uuid(7)] == "NV18"


@pytest.mark.usefixtures("machine")
def test_the_source_of_this_machine_tells_it() -> None:
    source = LocalSource()
    try:
        until(lambda: bool(source.topology.paths))
        assert source.topology.paths[uuid(3), uuid(4)] == "NV18"
    finally:
        source.close()


def test_paths_by_links() -> None:
    peer = (NvLink(0, True, "gpu", "0000:3d:00.0"), NvLink(1, False, "gpu", "0000:3d:00.0"), NvLink(2, True, "gpu", "0000:9f:00.0"))
    assert path_by_links(peer, peer, "0000:3D:00.0") == "NV1"
    assert path_by_links(peer, peer, "0000:aa:00.0") == ""
    assert path_by_links(Lack.UNSUPPORTED, peer, "0000:3d:00.0") == ""


def test_a_gpu_that_was_away_for_a_look_keeps_the_sum_of_its_links(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.monitor.nvml.local._LINKS_S", 0.0)
    monkeypatch.setattr("gpudesk.monitor.nvml.local._PROCESSES_S", 0.02)
    monkeypatch.setattr("gpudesk.monitor.nvml.sampler._LOST_S", 0.05)
    machine.count_errors(2, 17, 0, 2)
    source = LocalSource(Rates(fast_s=0.02, second_s=0.1, slow_s=0.1))

    def links_are_told() -> bool:
        return not isinstance(source.topology.links.get(uuid(2), Lack.WAITING), Lack)

    try:
        until(links_are_told)
        machine.lose(2)
        until(lambda: not links_are_told())
        # No look at its links comes any more: its sums are those of before it was away.
        monkeypatch.setattr("gpudesk.monitor.nvml.local._LINKS_S", math.inf)
        source.take()
        machine.find(2)
        told = replays_told(source)
    finally:
        source.close()
    assert set(told) == {42}
