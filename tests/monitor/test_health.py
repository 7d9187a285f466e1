"""What is said of the health of a GPU: each finding, what is no finding, and the errors by number."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts import kernel_log
from gpudesk.formats.hosts.kernel_log import kernel_log_of, read_kernel_log
from gpudesk.monitor.health.health import Finding, findings, judge, worst
from gpudesk.monitor.health.throttle_reasons import held_shares
from gpudesk.monitor.health.xid import Xid, xid_of, xids
from gpudesk.monitor.readings.history import History
from gpudesk.monitor.readings.reading import Event, GpuFacts, Lack

GPU = GpuFacts("GPU-a", 0, pcie_generation=5, pcie_width=16)
WELL = {
    "temperature_c": 61.0,
    "remap_failed": 0.0,
    "ecc_uncorrected": 0.0,
    "busy_percent": 90.0,
    "pcie_width": 16.0,
    "pcie_generation": 5.0,
}


def said(**values: float) -> list[tuple[str, str, str]]:
    found = judge(GPU, {**WELL, **values}, {})
    return [(each.key, each.severity, "" if each.evidence is None else each.evidence.plain()) for each in found]


def at(wall_s: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(wall_s))


def test_a_gpu_without_a_fault() -> None:
    assert said() == [("healthy", "ok", "")]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"remap_failed": 1.0, "rows_remapped_uncorrected": 1.0}, ("remap_failed", "error", "remapped rows so far: 1")),
        ({"remap_pending": 1.0, "rows_remapped_corrected": 2.0}, ("remap_pending", "warning", "remapped rows so far: 2")),
        ({"rows_remapped_uncorrected": 600.0}, ("rows_remapped", "info", "remapped rows so far: 600")),
        ({"ecc_uncorrected": 3.0}, ("ecc_uncorrected", "error", "3 since the driver was loaded")),
        ({"ecc_corrected": 7.0}, ("ecc_corrected", "info", "7 since the driver was loaded")),
        ({"pages_retired": 59.0}, ("pages_retired", "info", "pages so far: 59")),
        ({"pages_retired": 60.0}, ("pages_retired_many", "error", "pages so far: 60")),
        ({"recovery_action": 2.0}, ("recovery_reboot", "error", "recovery action 2")),
        ({"recovery_action": 9.0}, ("recovery_other", "warning", "recovery action 9")),
        ({"nvlinks_up": 17.0, "nvlinks_down": 1.0}, ("nvlinks_down", "error", "1 of 18 links down")),
        ({"nvlinks_up": 0.0, "nvlinks_down": 4.0}, ("nvlinks_none", "info", "4 of 4 links down")),
        ({"nvlink_recoveries": 2.0}, ("nvlink_recoveries", "warning", "2 since the driver was loaded")),
        ({"nvlink_replays": 3.0}, ("nvlink_errors", "info", "0 damaged, 3 repeated since the driver was loaded")),
        ({"pcie_width": 8.0}, ("pcie_width", "warning", "x8 of x16 under load")),
        ({"pcie_generation": 4.0}, ("pcie_generation", "warning", "generation 4 of 5 under load")),
        ({"clock_reasons": 64.0}, ("hardware_thermal", "error", "now")),
        ({"clock_reasons": 4.0, "held_power_cap_share": 0.5}, ("power_cap", "info", "now, and 50 % of the time")),
        ({"held_software_thermal_share": 0.2}, ("software_thermal", "error", "20 % of the time, but not now")),
    ],
)
def test_each_finding(values: dict[str, float], expected: tuple[str, str, str]) -> None:
    assert said(**values) == [expected]


@pytest.mark.parametrize("values", [{"clock_reasons": 1.0}, {"held_power_brake_share": 0.049}, {"recovery_action": 0.0}])
def test_what_is_no_finding(values: dict[str, float]) -> None:
    assert [key for key, *_ in said(**values)] == ["healthy"]


def test_a_slow_link_at_rest_is_no_fault() -> None:
    assert [key for key, *_ in said(busy_percent=0.0, pcie_generation=1.0, pcie_width=8.0)] == ["healthy"]


def test_the_share_of_a_window_counts_before_the_newest() -> None:
    found = judge(GPU, {**WELL, "held_power_brake_share": 1.0}, {}, shares={"power_brake": 0.01})
    assert [each.key for each in found] == ["healthy"]


def test_what_held_the_clocks_for_a_while_is_not_forgotten_when_it_ends() -> None:
    """Held by heat for 30 s of each 180: told by its bits, next to a counter that stands still."""
    history = History(["clock_reasons", "held_hardware_thermal_share"], ["clock_reasons"])
    for at_s in range(1, 601):
        history.add("GPU-a", "clock_reasons", at_s, 64.0 if at_s % 180 < 30 else 1.0)
        history.add("GPU-a", "held_hardware_thermal_share", at_s, 0.0)
    shares = {key: each.share for key, each in held_shares(history, "GPU-a", 360.0, 600.0).items()}
    # From 360 to 389 and from 540 to 569, of the 241 readings.
    assert shares["hardware_thermal"] == pytest.approx(60 / 241)
    assert shares["power_brake"] == 0.0
    assert held_shares(history, "GPU-b", 360.0, 600.0) == {}
    found = judge(GPU, {**WELL, "clock_reasons": 1.0}, {}, shares=shares)
    assert [(each.key, str(each.evidence)) for each in found] == [("hardware_thermal", "25 % of the last few minutes, but not now")]
    assert str(judge(GPU, {**WELL, "clock_reasons": 64.0}, {}, shares={"hardware_thermal": 0.001})[0].evidence) == "now"


def test_a_counter_that_moves_is_believed_before_samples() -> None:
    history = History(["clock_reasons", "held_power_brake_share"], ["clock_reasons"])
    for at_s in range(1, 101):
        history.add("GPU-a", "clock_reasons", at_s, 128.0 if at_s % 2 else 0.0)
        history.add("GPU-a", "held_power_brake_share", at_s, 0.2)
    assert held_shares(history, "GPU-a", 0.0, 100.0)["power_brake"].share == pytest.approx(0.2)


def test_a_lost_gpu_and_one_that_tells_nothing() -> None:
    assert [each.key for each in judge(GPU, {}, {"power_w": Lack.LOST})] == ["lost"]
    assert [each.key for each in judge(GPU, {"fan_percent": 30.0}, {})] == ["not_reported"]


def test_errors_by_number_count_for_their_gpu_and_the_gravest_stands_first() -> None:
    events = [Event("GPU-a", 1.0, 43), Event("GPU-a", 2.0, 79), Event("GPU-a", 3.0, 79), Event("GPU-b", 3.0, 48), Event("GPU-a", 4.0, None)]
    found = judge(GPU, WELL, {}, events)
    assert [(each.xid, each.severity, str(each.evidence)) for each in found] == [
        (79, "error", f"XID 79, 2 times, last {at(3.0)}"),
        (43, "info", f"XID 43, {at(1.0)}"),
    ]
    gravest = worst(found)
    assert gravest is not None
    assert gravest.key == "xid_79"


@given(st.dictionaries(st.sampled_from([*WELL, "remap_pending", "pages_retired", "recovery_action"]), st.floats(0, 1e6), max_size=9))
def test_any_values_give_a_judgement_sorted_by_severity(values: dict[str, float]) -> None:
    order = ["error", "warning", "info", "ok"]
    ranks = [order.index(each.severity) for each in judge(GPU, values, {})]
    assert ranks
    assert ranks == sorted(ranks)


def test_the_numbers_that_a_data_centre_meets_are_known() -> None:
    met = {
        13,
        31,
        32,
        38,
        43,
        44,
        45,
        48,
        61,
        62,
        63,
        64,
        68,
        69,
        74,
        79,
        92,
        94,
        95,
        109,
        110,
        119,
        120,
        121,
        122,
        123,
        125,
        126,
        127,
        136,
    }
    assert met | {136, 137, 140, 143, *range(144, 151), 154, 155} <= xids().keys()
    assert xid_of(79).mnemonic == "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS"
    assert "power" in xid_of(79).do


def test_a_number_that_is_not_known_is_said_to_be_unknown() -> None:
    unknown = xid_of(999)
    assert not unknown.known
    assert unknown.severity == "warning"
    assert "not in our list" in unknown.title


def test_every_text_stands_in_both_languages() -> None:
    named: list[Finding | Xid] = [*xids().values(), *findings().values()]
    for each in named:
        assert each.title != each.title_es
        assert bool(each.do) == bool(each.do_es)
        assert each.severity in {"error", "warning", "info", "ok"}


LOG = """\
[    4.101010] nvidia 0000:1b:00.0: enabling device
[ 8812.250001] NVRM: Xid (PCI:0000:1b:00): 79, pid=4242, name=python3, GPU has fallen off the bus.
<4>[ 9000.5] NVRM: Xid (0000:3d:00): 31, Ch 0000000b, engmask 00000120
2026-03-04T05:06:07+01:00 node kernel: NVRM: Xid (PCI:0000:5E:00.0): 94, pid='<unknown>', name=<unknown>, Contained
Mar 04 05:06:07 node kernel: NVRM: Xid (PCI:00000001:65:00): 149, NETIR_LINK_EVT Fatal XC0 i0 Link 07
"""


def test_a_saved_kernel_log(tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text(LOG)
    errors = read_kernel_log(path).errors
    found = [(each.line, each.error.pci, each.error.code, each.stamp.boot_s, each.stamp.wall_s, each.error.pid) for each in errors]
    assert found == [
        (2, "0000:1b:00", 79, 8812.250001, None, 4242),
        (3, "0000:3d:00", 31, 9000.5, None, None),
        (4, "0000:5e:00", 94, None, 1772597167.0, None),
        (5, "00000001:65:00", 149, None, None, None),
    ]


def test_a_kernel_log_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.txt"
    monkeypatch.setattr(kernel_log, "MOST_BYTES", 1000)
    line = b"[    1.000000] NVRM: loading\n"
    path.write_bytes(line.ljust(1000, b"\n"))
    read_kernel_log(path)
    path.write_bytes(line.ljust(1001, b"\n"))
    with pytest.raises(InvalidData, match=re.escape("too large")):
        read_kernel_log(path)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for each in kernel_log_of(f"NVRM: Xid (PCI:0000:1b:00): 13, {text}", "any").errors:
        assert each.error.text.isprintable()
