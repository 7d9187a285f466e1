"""Files in the monitor: listings of nvidia-smi and of exporters, and kernel logs, by menu and by dropping."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.dialogs.kernel_log_dialog import KernelLogDialog
from gpudesk.ui.places.monitor.monitor_saving import MonitorSaving
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from tests.monitor.conftest import driver_folder, machine
from tests.monitor.smi_listing import GPU, listing
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

__all__ = ["driver_folder", "machine"]

CSV = """index, name, uuid, timestamp, memory.used [MiB], memory.total [MiB], power.draw [W], made.up
0, NVIDIA L40S, GPU-x, 2026/03/01 12:00:00.000, 1000 MiB, 46068 MiB, 90.00 W, odd
0, NVIDIA L40S, GPU-x, 2026/03/01 12:00:01.000, 2000 MiB, 46068 MiB, [N/A], odd
"""
PAGE = """# TYPE DCGM_FI_DEV_GPU_TEMP gauge
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-a",Hostname="node-1",modelName="NVIDIA H100"} 61
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-b",Hostname="node-2",modelName="NVIDIA H100"} 62
"""
LOG = """[   10.500000] NVRM: loading NVIDIA UNIX x86_64 Kernel Module
2026-03-01T12:00:00+00:00 node kernel: NVRM: Xid (PCI:0000:18:00): 79, pid='41', name=python, GPU has fallen off the bus.
[  900.250000] NVRM: Xid (PCI:0000:3b:00): 31, pid=77, name=train, Ch 00000008
"""


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


def shown(hand: Hand, path: Path) -> MonitorPlace:
    """The place once a dropped file is shown."""
    hand.desk.window.files.take(path)
    hand.qtbot.waitUntil(lambda: hand.desk.window.monitor.model.kind is SourceKind.SNAPSHOT, timeout=PATIENCE_MS)
    place = hand.desk.window.monitor
    assert hand.desk.window.place == "monitor"
    return place


def figures(place: MonitorPlace) -> dict[str, str]:
    return {figure.key: figure.text for figure in place.foot.figures.figures()}


def test_a_listing_is_shown_as_a_moment_of_the_past(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "node.xml"
    path.write_bytes(listing(GPU))
    place = shown(hand, path)
    (row,) = place.overview.rows
    assert place.model.value(row.uuid, "power_w") == 651.2
    assert "no permission to read" in place.overview.told(row, "temperature")
    assert figures(place)["unknown"] != "0"
    told = next(figure.tool_tip for figure in place.foot.figures.figures() if figure.key == "unknown")
    assert "brand_new_thing: 42 furlongs" in told
    assert not place.recordings.can_record


def test_a_table_of_many_moments_is_a_curve(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text(CSV)
    place = shown(hand, path)
    _, _, used_bytes = place.model.history.curve("GPU-x", "memory_used_bytes", 0.0)
    assert (used_bytes / 2**20).tolist() == [1000.0, 2000.0]
    assert place.model.value("GPU-x", "power_w") is None
    assert place.model.running["GPU-x"].lack is not None


def test_a_saved_page_of_two_hosts_has_its_tree(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "metrics"
    path.write_text(PAGE)
    place = shown(hand, path)
    assert place.hosts.isVisible()
    assert [row.host for row in place.overview.rows] == ["node-1", "node-2"]


def test_what_is_no_listing_is_refused_and_what_was_watched_stays(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text("<nvidia_smi_log><gpu")
    hand.desk.window.files.take(path)
    hand.qtbot.waitUntil(lambda: hand.desk.window.monitor.model.trouble is not None, timeout=PATIENCE_MS)
    assert hand.desk.window.monitor.model.source is None


def test_the_errors_of_a_kernel_log(hand: Hand, tmp_path: Path) -> None:
    listed = tmp_path / "node.xml"
    listed.write_bytes(listing(GPU))
    place = shown(hand, listed)
    path = tmp_path / "dmesg.txt"
    path.write_text(LOG)
    hand.desk.window.files.take(path)
    hand.qtbot.waitUntil(lambda: any(isinstance(each, KernelLogDialog) for each in QApplication.topLevelWidgets()), timeout=PATIENCE_MS)
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, KernelLogDialog))
    hand.qtbot.waitUntil(lambda: dialog.lines.rowCount() == 2, timeout=PATIENCE_MS)
    rows = [[cell.text for cell in dialog.lines.line(row).cells] for row in range(2)]
    assert [row[:2] for row in rows] == [["+900.250 s", "0000:3b:00"], ["2026-03-01 12:00:00 UTC", "GPU 0"]]
    assert rows[1][2] == "XID 79: The GPU no longer responds on the bus"
    dialog.table.selectRow(1)
    assert "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS" in dialog.detail.text()
    assert "process 41" in dialog.detail.text()
    dialog.table.selectRow(0)
    head = dialog.detail.text().splitlines()[0]
    assert len(head.split()) == len(set(head.split()))
    dialog.close()
    assert place.model.kind is SourceKind.SNAPSHOT


def test_the_plots_are_saved_as_they_are_shown(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text(CSV)
    place = shown(hand, path)
    place.focus.set_up({"pictures": "memory_used_bytes power_w held temperature_c"})
    hand.do("monitor.copy-plots")
    assert not QApplication.clipboard().image().isNull()
    commands = place.window().findChild(MonitorSaving)
    assert commands is not None
    for name, begin in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        commands.save_picture(tmp_path / name)
        hand.qtbot.waitUntil((tmp_path / name).exists, timeout=PATIENCE_MS)
        assert (tmp_path / name).read_bytes().startswith(begin)
    commands.save_table(tmp_path / "a.csv")
    hand.qtbot.waitUntil((tmp_path / "a.csv").exists, timeout=PATIENCE_MS)
    rows = list(csv.reader((tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()))
    head, first, second = rows
    assert head[:4] == ["Time", "GPU", "UUID", "Memory used [B]"]
    assert first[:3] == ["2026-03-01T12:00:00.000Z", "GPU 0", "GPU-x"]
    at = next(number for number, title in enumerate(head) if title.startswith("Power"))
    assert (first[at], second[at]) == ("90", ""), "what was not read is empty"
    assert [float(row[3]) / 2**20 for row in (first, second)] == [1000, 2000]
    commands.save_picture(tmp_path / "a.gif")
    assert "A picture file must end in one of" in hand.message
