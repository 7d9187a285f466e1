"""What a look at GPUs says in a terminal."""

import pytest

from gpudesk.cli.monitor.monitor_text import table
from gpudesk.cli.terminal.output import counted
from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack

WELL = {"temperature_c": 60.0, "memory_used_bytes": 2.0**30}


def test_what_differs_by_one_number_is_told_once_and_a_part_is_not_told_to_be_unhealthy(capsys: pytest.CaptureFixture[str]) -> None:
    whole = [GpuFacts(f"GPU-{index}", index, name="NVIDIA H100") for index in range(3)]
    part = GpuFacts("MIG-0", 0, name="MIG 3g.40gb", parent="GPU-2")
    replays = {"GPU-0": {"pcie_replays": 150.0}, "GPU-1": {"pcie_replays": 3.0}}
    lacks: dict[str, Lack] = {}
    gpus = [(facts, Frame(facts.uuid, 0.0, 0.0, {**WELL, **replays.get(facts.uuid, {})}), lacks) for facts in whole]
    table([*gpus, (part, Frame(part.uuid, 0.0, 0.0, {"memory_used_bytes": 2.0**30}), lacks)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines[1:5]] == ["note", "note", "ok", "–"]
    assert lines[5].startswith("GPU 0, 1: PCIe replays (150, 3 since the driver was loaded). No action for a few")
    assert not [line for line in lines[6:] if "not reported" in line]


def test_a_count_of_one_is_said_with_the_singular() -> None:
    assert [counted(count, "line") for count in (0, 1, 2000)] == ["0 lines", "1 line", "2,000 lines"]
    assert [counted(count, "entry", "entries") for count in (1, 2)] == ["1 entry", "2 entries"]
