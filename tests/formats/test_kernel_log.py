"""Kernel logs in the forms of dmesg, syslog and journalctl: what each line means, and when it was written."""

import json
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts.kernel_errors import ErrorKind
from gpudesk.formats.hosts.kernel_log import KernelLog, is_kernel_log, kernel_log_of, read_kernel_log
from gpudesk.monitor.health.logged_errors import meaning_of

XID = "NVRM: Xid (PCI:0000:4f:00): 48, pid=812, name=train, DBE at 0x12"


def read(text: str) -> KernelLog:
    return kernel_log_of(text, "a.log")


def kinds(text: str) -> list[tuple[str, int | None, str]]:
    return [(each.error.kind.value, each.error.code, each.error.pci) for each in read(text).errors]


@pytest.mark.parametrize(
    ("before", "kind", "shown", "boot_s", "wall_s", "host"),
    [
        ("[  812.250001] ", "boot", "812.250001", 812.250001, None, ""),
        ("[  812.250001] [  T4242] ", "boot", "812.250001", 812.250001, None, ""),
        ("<3>[  812.250001] ", "boot", "812.250001", 812.250001, None, ""),
        ("kern  :err   : [  812.250001] ", "boot", "812.250001", 812.250001, None, ""),
        ("[  812.250001] node-3 kernel: ", "boot", "812.250001", 812.250001, None, "node-3"),
        ("[Wed Dec 31 23:59:58 2025] ", "local", "2025-12-31 23:59:58", None, None, ""),
        ("kern  :crit  : [Wed Dec 31 23:59:58 2025] ", "local", "2025-12-31 23:59:58", None, None, ""),
        ("[mié dic 31 23:59:58 2025] ", "local", "mié dic 31 23:59:58 2025", None, None, ""),
        ("[Dec31 23:59] ", "no_year", "Dec31 23:59", None, None, ""),
        ("[Dec 31 23:59] ", "no_year", "Dec 31 23:59", None, None, ""),
        ("[  +0.000012] ", "none", "", None, None, ""),
        ("2025-12-31T23:59:58,500000+00:00 ", "zoned", "2025-12-31 23:59:58.500000 +00:00", None, 1767225598.5, ""),
        ("kern  :err   : 2025-12-31T23:59:58,500000+01:00 ", "zoned", "2025-12-31 23:59:58.500000 +01:00", None, 1767221998.5, ""),
        ("Dec 31 23:59:58 node-3 kernel: ", "no_year", "Dec 31 23:59:58", None, None, "node-3"),
        ("Jan  1 00:00:01 node-3 kernel: [  812.25] ", "no_year", "Jan 1 00:00:01", 812.25, None, "node-3"),
        ("Dec 31 23:59:58.123456 node-3 kernel: ", "no_year", "Dec 31 23:59:58.123456", None, None, "node-3"),
        ("2025-12-31T23:59:58+0000 node-3 kernel: ", "zoned", "2025-12-31 23:59:58 +0000", None, 1767225598.0, "node-3"),
        ("2025-12-31T23:59:58+02:00 node-3 kernel: ", "zoned", "2025-12-31 23:59:58 +02:00", None, 1767218398.0, "node-3"),
        (
            "2025-12-31T23:59:58.123456Z node-3 kernel: [  812.25] ",
            "zoned",
            "2025-12-31 23:59:58.123456 Z",
            812.25,
            1767225598.123456,
            "node-3",
        ),
        ("Wed 2025-12-31 23:59:58 UTC node-3 kernel: ", "zoned", "2025-12-31 23:59:58 UTC", None, 1767225598.0, "node-3"),
        ("Wed 2025-12-31 23:59:58 CET node-3 kernel: ", "local", "2025-12-31 23:59:58 CET", None, None, "node-3"),
        ("1767225598.000000 node-3 kernel: ", "zoned", "2025-12-31 23:59:58 Z", None, 1767225598.0, "node-3"),
        ("<3>1 2025-12-31T23:59:58.5Z node-3 kernel - - - ", "zoned", "2025-12-31 23:59:58.5 Z", None, 1767225598.5, "node-3"),
        ("> [  812.250001] ", "boot", "812.250001", 812.250001, None, ""),
        ("", "none", "", None, None, ""),
    ],
)
def test_times(before: str, kind: str, shown: str, boot_s: float | None, wall_s: float | None, host: str) -> None:
    text = f"{before}{XID}\n"
    assert is_kernel_log(text)
    (each,) = read(text).errors
    stamp = each.stamp
    assert (stamp.kind.value, stamp.shown, stamp.boot_s, stamp.wall_s, stamp.host) == (kind, shown, boot_s, wall_s, host)
    assert (each.error.code, each.error.pid) == (48, 812)


def test_order_survives_new_year() -> None:
    text = f"Dec 31 23:59:59 n kernel: {XID}\nJan  1 00:00:01 n kernel: {XID.replace('48', '95')}\n"
    assert [(each.stamp.shown, each.error.code) for each in read(text).errors] == [("Dec 31 23:59:59", 48), ("Jan 1 00:00:01", 95)]


@pytest.mark.parametrize("indent", [None, 2])
def test_journal_in_json(indent: int | None) -> None:
    entries = [
        {"MESSAGE": "started", "_TRANSPORT": "stdout", "SYSLOG_IDENTIFIER": "train", "__REALTIME_TIMESTAMP": "1767225590000000"},
        {"MESSAGE": XID, "_TRANSPORT": "kernel", "_HOSTNAME": "node-3", "__REALTIME_TIMESTAMP": "1767225598500000"},
        {
            "MESSAGE": list(XID.replace("train", "entraînement").encode()),
            "SYSLOG_IDENTIFIER": "kernel",
            "__REALTIME_TIMESTAMP": "1767225599000000",
        },
        {"MESSAGE": None, "_TRANSPORT": "kernel", "__REALTIME_TIMESTAMP": "1767225600000000"},
    ]
    log = read("\n".join(json.dumps(entry, indent=indent) for entry in entries))
    assert [(each.stamp.wall_s, each.stamp.host, each.error.code) for each in log.errors] == [
        (1767225598.5, "node-3", 48),
        (1767225599.0, "", 48),
    ]
    assert "entraînement" in log.errors[1].error.text
    assert [each.line for each in log.errors] == ([2, 3] if indent is None else [7, 13])
    # The first line counts, even if it is empty.
    later = read("\n" + json.dumps(entries[1], indent=indent))
    assert [each.line for each in later.errors] == [2]


@pytest.mark.parametrize(
    ("line", "code", "said", "link", "severity"),
    [
        ("nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 31 LTSSM Fault Up", 20034, "Fatal", 31, "error"),
        ("nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 20009, Non-fatal, Link 04 RX Short Error Rate", 20009, "Non-fatal", 4, "warning"),
        ("nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 12028, Data {0x00000001, 0x00000002}", 12028, "", None, "warning"),
        ("nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 23001, Data {0x00000001}", 23001, "", None, "error"),
        ("nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 99999, Fatal, Link 09 of a later driver", 99999, "Fatal", 9, "error"),
    ],
)
def test_nvswitch_errors_have_the_severity_and_link_that_is_printed(
    line: str, code: int, said: str, link: int | None, severity: str
) -> None:
    (each,) = read(f"[  9.000001] {line}\n").errors
    error = each.error
    assert (error.kind, error.code, error.said, error.link) == (ErrorKind.SXID, code, said, link)
    assert (error.pci, meaning_of(error).severity) == ("0000:c1:00", severity)


def test_registers_behind_an_nvswitch_error_are_no_further_errors() -> None:
    switch = "nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034,"
    text = f"[1.5] {switch} Fatal, Link 31 LTSSM Fault Up\n[1.6] {switch} Severity 1 Engine instance 31\n[1.7] {switch} Data {{0x1}}\n"
    assert kinds(text) == [("sxid", 20034, "0000:c1:00")]


@pytest.mark.parametrize(
    ("words", "action", "severity", "asks"),
    [
        ("from 0x0 (None) to 0x2 (Node Reboot Required)", "node reboot required", "error", "restart"),
        ("from 0x0 (None) to 0x2 (OS Reboot)", "os reboot", "error", "restart"),
        ("from 0x0 (None) to 0x1 (GPU Reset Required)", "gpu reset required", "error", "reset"),
        ("from 0x0 (None) to 0x1 (PF FLR)", "pf flr", "error", "reset"),
        ("from 0x0 (None) to 0x7 (GPU Reset Required)", "gpu reset required", "error", "reset"),
        ("from 0x0 (None) to 0x3 (Drain P2P)", "drain p2p", "warning", "peer-to-peer"),
        ("from 0x1 (GPU Reset Required) to 0x4 (Drain and Reset)", "drain and reset", "warning", "drain"),
        ("from 0x2 (OS Reboot) to 0x0 (None)", "none", "info", "no longer requests"),
        ("from 0x0 (None) to 0x2 (Something New)", "something new", "warning", "recover"),
        ("from 0x0 to 0x2", "", "warning", "recover"),
        ("from 0x0 (None) to 0x2 (Node Reboot Required), pid=12, name=train", "node reboot required", "error", "restart"),
        ("from 0x0 (None) to 0x1 (GPU Reset Required). See nvidia-smi", "gpu reset required", "error", "reset"),
        ("from 0x1 (GPU Reset Required) to 0x0 (None), pid=1", "none", "info", "no longer requests"),
        ('from 0x0 (None) to 0x2 (OS Reboot)","host":"n1"}', "os reboot", "error", "restart"),
        ("from 0x0 to 0x1 GPU Reset Required pid=12", "gpu reset required", "error", "reset"),
        ("from None to Reboot", "reboot", "error", "restart"),
        ("from Drain and Reset to None", "none", "info", "no longer requests"),
        ("from 0x9 (Drain to Reset) to 0x2 (OS Reboot)", "os reboot", "error", "restart"),
        ("from 0x2 (OS Reboot) to 0x0 (Non", "", "warning", "recover"),
    ],
)
def test_the_words_behind_to_decide_what_xid_154_asks_for(words: str, action: str, severity: str, asks: str) -> None:
    (each,) = read(f"[1.5] NVRM: Xid (PCI:0000:4f:00): 154, GPU recovery action changed {words}\n").errors
    meaning = meaning_of(each.error)
    assert (each.error.action, meaning.severity) == (action, severity)
    assert asks in meaning.title


@pytest.mark.parametrize(
    ("lines", "kind", "pci"),
    [
        (["NVRM: GPU 0000:4f:00.0: GPU has fallen off the bus."], "fallen_off_bus", "0000:4f:00"),
        (["NVRM: GPU at PCI:0000:4f:00: GPU-0123abcd", "NVRM: The GPU has fallen off the bus."], "fallen_off_bus", "0000:4f:00"),
        (
            [
                "NVRM: The NVIDIA GPU 0000:4f:00.0",
                "NVRM: (PCI ID: 10de:2330) installed in this system has",
                "NVRM: fallen off the bus and is not responding to commands.",
            ],
            "fallen_off_bus",
            "0000:4f:00",
        ),
        (
            [
                "NVRM: GPU 0000:4f:00.0: RmInitAdapter failed! (0x26:0x65:1)",
                "NVRM: GPU 0000:4f:00.0: rm_init_adapter failed, device minor number 0",
            ],
            "init_failed",
            "0000:4f:00",
        ),
        (
            ["NVRM: RmInitAdapter failed! (0x25:0x40:1)", "NVRM: rm_init_adapter failed for device bearing minor number 0"],
            "init_failed",
            "",
        ),
        (["nvidia: probe of 0000:4f:00.0 failed with error -1"], "init_failed", "0000:4f:00"),
        (["NVRM: GPU 0000:4f:00.0: HW Power Brake Slowdown is engaged"], "power_brake", "0000:4f:00"),
        (
            ["nvidia 0000:4f:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)"],
            "pcie_corrected",
            "0000:4f:00",
        ),
        (
            ["nvidia 0000:4f:00.0: AER: PCIe Bus Error: severity=Uncorrectable (Non-Fatal), type=Transaction Layer, (Requester ID)"],
            "pcie_uncorrected",
            "0000:4f:00",
        ),
        (
            [
                "pcieport 0000:4e:01.0: AER: Uncorrected (Fatal) error received: 0000:4f:00.0",
                "nvidia 0000:4f:00.0: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, (Requester ID)",
                "nvidia 0000:4f:00.0:   device [10de:2330] error status/mask=00004000/00000000",
            ],
            "pcie_fatal",
            "0000:4f:00",
        ),
        (
            [
                "nvidia 0000:4f:00.0: enabling device",
                "pcieport 0000:4e:01.0: AER: Multiple Correctable error message received from 0000:4f:00.0",
            ],
            "pcie_corrected",
            "0000:4f:00",
        ),
    ],
)
def test_errors_without_a_number(lines: list[str], kind: str, pci: str) -> None:
    text = "".join(f"[  {number}.500000] {line}\n" for number, line in enumerate(lines, 1))
    assert kinds(text) == [(kind, None, pci)]
    meaning = meaning_of(read(text).errors[0].error)
    assert meaning.do
    assert meaning.do != meaning.do_es


def test_one_loss_of_a_gpu_is_one_error() -> None:
    text = "[1.5] NVRM: Xid (PCI:0000:4f:00): 79, GPU has fallen off the bus.\n[1.6] NVRM: GPU 0000:4f:00.0: GPU has fallen off the bus.\n"
    assert kinds(text) == [("xid", 79, "0000:4f:00")]
    assert kinds(f"{text}[1.7] NVRM: GPU 0000:50:00.0: GPU has fallen off the bus.\n")[1:] == [("fallen_off_bus", None, "0000:50:00")]


@pytest.mark.parametrize(
    "serial", ["NVRM: GPU Board Serial Number: 1650123456789", "NVRM: GPU 0000:4f:00.0: GPU serial number is 1650123456789."]
)
def test_uuid_and_serial_in_the_text_are_used(serial: str) -> None:
    uuid = "GPU-00000000-aaaa-bbbb-cccc-00000000004f"
    log = read(f"[1.5] NVRM: GPU at PCI:0000:4f:00: {uuid}\n[1.6] {serial}\n[1.7] {XID}\n[1.8] {XID.replace('4f', '50')}\n")
    assert [(each.uuid, each.serial) for each in log.errors] == [(uuid, "1650123456789"), ("", "")]


def test_a_gpu_that_returns_to_its_slot_gets_its_own_serial_number_again() -> None:
    serials = ("1650123456789", "1650123456790", "1650123456789")
    named = "NVRM: GPU 0000:4f:00.0: GPU serial number is"
    log = read("".join(f"[{at}.1] {named} {each}.\n[{at}.2] {XID}\n" for at, each in enumerate(serials)))
    assert tuple(each.serial for each in log.errors) == serials


def test_a_gpu_that_returns_to_its_slot_gets_its_own_uuid_again() -> None:
    uuids = [f"GPU-00000000-aaaa-bbbb-cccc-00000000000{letter}" for letter in "aba"]
    log = read("".join(f"[{at}.1] NVRM: GPU at PCI:0000:4f:00: {each}\n[{at}.2] {XID}\n" for at, each in enumerate(uuids)))
    assert [each.uuid for each in log.errors] == uuids


def test_link_errors_of_a_gpu_have_severity_and_link() -> None:
    log = read(
        "[1.5] NVRM: Xid (PCI:0000:4f:00): 149, NETIR_LINK_EVT Fatal XC0 i0 Link 07 (0x1)\n"
        "[1.6] NVRM: Xid (PCI:0000:4f:00): 74, pid=3, NVLink: fatal error detected on link 4(0x10000)\n"
        "[1.7] NVRM: Xid (PCI:0000:4f:00 GPU-I:05): 13, pid=3, Graphics Exception\n"
    )
    assert [(each.error.code, each.error.said, each.error.link) for each in log.errors] == [
        (149, "Fatal", 7),
        (74, "fatal", 4),
        (13, "", None),
    ]


def test_lines_in_unknown_wording_are_counted_and_kept() -> None:
    log = read("[1.5] NVRM: loading\n[1.6] NVRM: nvSomethingNew failed with 0x62\n[1.7] NVRM: Xid 79 in a form of the future\n")
    assert (log.errors, log.driver_lines, log.unread_count) == ((), 3, 2)
    assert [(each.line, each.text) for each in log.unread] == [
        (2, "NVRM: nvSomethingNew failed with 0x62"),
        (3, "NVRM: Xid 79 in a form of the future"),
    ]


def test_a_printed_severity_counts_before_the_one_of_the_list() -> None:
    (each,) = read("[1.5] NVRM: Xid (PCI:0000:4f:00): 145, RLW_REMAP Nonfatal XC0 i0 Link 02 (0x4)\n").errors
    assert (each.error.said, meaning_of(each.error).severity) == ("Nonfatal", "warning")


@pytest.mark.parametrize(
    ("weight", "kind"),
    [("", "pcie_corrected"), ("0x00462030", "pcie_fatal"), ("0x00002000", "pcie_uncorrected")],
)
def test_registers_of_firmware_first_errors_are_errors(weight: str, kind: str) -> None:
    gpu = "nvidia 0000:4f:00.0:"
    lines = [f"{gpu} AER: aer_status: 0x00040000, aer_mask: 0x00000000", f"{gpu}    [18] MalfTLP                (First)"]
    lines += [f"{gpu} AER: aer_layer=Transaction Layer, aer_agent=Receiver ID"]
    lines += [f"{gpu} AER: aer_uncor_severity: {weight}"] if weight else []
    text = "".join(f"[2.{number}] {line}\n" for number, line in enumerate(lines, 1))
    assert (kinds(text), read(text).unread_count) == ([(kind, None, "0000:4f:00")], 0)


def test_an_error_that_the_port_announces_by_number_is_one_error_and_details_are_no_trouble() -> None:
    text = (
        "[1.1] nvidia 0000:4f:00.0: enabling device (0140 -> 0142)\n"
        "[2.1] pcieport 0000:4e:01.0: AER: Corrected error received: id=4f00\n"
        "[2.2] nvidia 0000:4f:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, id=4f00(Receiver ID)\n"
        "[2.3] nvidia 0000:4f:00.0:   device [10de:2330] error status/mask=00000001/00002000\n"
        "[2.4] nvidia 0000:4f:00.0:    [ 0] RxErr                  (First)\n"
        "[2.5] nvidia 0000:4f:00.0: AER:   Error of this Agent is reported first\n"
    )
    assert (kinds(text), read(text).unread_count) == ([("pcie_corrected", None, "0000:4f:00")], 0)
    assert kinds(text.split("[2.2]", maxsplit=1)[0]) == [("pcie_corrected", None, "0000:4f:00")]


def test_hosts_with_the_same_addresses_are_kept_apart() -> None:
    gone = "NVRM: GPU 0000:4f:00.0: GPU has fallen off the bus."
    data = "nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 12028, Data {0x1}"
    uuid = "GPU-00000000-aaaa-bbbb-cccc-00000000004f"
    lines = [("n1", f"NVRM: GPU at PCI:0000:4f:00: {uuid}"), ("n2", gone), ("n1", gone), ("n1", data), ("n2", data)]
    log = read("".join(f"Dec 31 23:59:58 {host} kernel: {line}\n" for host, line in lines))
    found = [(each.stamp.host, each.error.kind.value, each.uuid) for each in log.errors]
    assert found == [("n2", "fallen_off_bus", ""), ("n1", "fallen_off_bus", uuid), ("n1", "sxid", ""), ("n2", "sxid", "")]


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ("Dec  1 10:00:00 n kernel: ", "Dec 31 10:00:00 n kernel: ", 2),
        ("Dec 31 23:59:59 n kernel: ", "Jan  1 00:00:01 n kernel: ", 2),
        ("Dec 31 10:00:00 n kernel: ", "Dec 31 10:00:05 n kernel: ", 1),
        ("[  100.5] ", "[    9.5] ", 2),
        ("2025-12-31T23:59:58+00:00 n kernel: ", "2026-01-01T23:59:58+00:00 n kernel: ", 2),
        ("[Wed Dec 31 10:00:00 2025] ", "[Wed Dec 31 10:00:30 2025] ", 1),
        ("", "", 1),
    ],
)
def test_the_same_words_much_later_are_another_error(first: str, second: str, count: int) -> None:
    gone, data = "NVRM: GPU 0000:4f:00.0: GPU has fallen off the bus.", "nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 12028, Data {0x1}"
    for line in (gone, data):
        assert len(read(f"{first}{line}\n{second}{line}\n").errors) == count, line


def test_a_board_that_was_exchanged_keeps_its_name() -> None:
    boards = ["GPU-00000000-aaaa-bbbb-cccc-00000000000a", "GPU-00000000-aaaa-bbbb-cccc-00000000000b"]
    log = read(
        f"[1.5] NVRM: GPU at PCI:0000:4f:00: {boards[0]}\n[1.6] {XID}\n[1.7] NVRM: GPU Board Serial Number: 1650123456789\n"
        f"[1.5] NVRM: GPU at PCI:0000:4f:00: {boards[1]}\n[1.6] {XID}\n"
    )
    assert [(each.uuid, each.serial) for each in log.errors] == [(boards[0], "1650123456789"), (boards[1], "")]
    log = read(f"[1.6] {XID.replace('PCI:0000', 'PCI:00000000')}\n[1.7] NVRM: GPU 0000:4f:00.0: GPU serial number is 16501234.\n")
    assert [(each.error.pci, each.serial) for each in log.errors] == [("00000000:4f:00", "16501234")]


@pytest.mark.parametrize(
    ("text", "line", "shown", "host"),
    [
        (f"n1: [  812.250001] {XID}\nn2: [    9.250001] {XID}\n", 1, "812.250001", "n1"),
        (f"n1: [Wed Dec 31 23:59:58 2025] {XID}\nn2: nothing\n", 1, "2025-12-31 23:59:58", "n1"),
        (f"kern.log-1:Dec 31 23:59:58 node-3 kernel: {XID}\n", 1, "Dec 31 23:59:58", "node-3"),
        (f"/var/log/kern.log:17:[  812.250001] {XID}\n", 1, "812.250001", ""),
        (f"17:[  812.250001] {XID}\n", 1, "812.250001", ""),
        (f"[  812.250001 <    0.000123 >] node-3 kernel: {XID}\n", 1, "812.250001", "node-3"),
        (f"[  812.250001 <    0.000123>] {XID}\n", 1, "812.250001", ""),
        (
            f'{{\n   "dmesg": [\n      {{\n         "pri": 3,\n         "time":    812.25,\n         "msg": "{XID}"\n      }}\n',
            3,
            "812.250000",
            "",
        ),
        (f"Wed 2025-12-31 23:59:58.5 UTC [s=ab;i=1]\n    _TRANSPORT=kernel\n    MESSAGE={XID}\n", 3, "2025-12-31 23:59:58.5 UTC", ""),
        (f"__REALTIME_TIMESTAMP=1767225598500000\n_HOSTNAME=n1\nMESSAGE={XID}\n_TRANSPORT=kernel\n\n", 3, "2025-12-31 23:59:58 Z", "n1"),
    ],
)
def test_other_forms_of_the_tools(text: str, line: int, shown: str, host: str) -> None:
    assert is_kernel_log(text)
    each = read(text).errors[0]
    assert (each.line, each.stamp.shown, each.stamp.host, each.error.code) == (line, shown, host, 48)


@pytest.mark.parametrize(
    "line",
    [
        "NVRM: No NVIDIA devices probed.",
        "NVRM: None of the NVIDIA devices were initialized.",
        "NVRM: The NVIDIA probe routine was not called for 1 device(s).",
        "NVRM: GPU 0000:01:00.0 is already bound to nouveau.",
        "NVRM: installed in this system is not supported by open",
        "pcieport 0000:4e:01.0: DPC: containment event, status:0x1f01 source:0x0000",
        "INFO: task nvidia-smi:1234 blocked for more than 120 seconds.",
        "RIP: 0010:_nv012345rm+0x12/0x100 [nvidia]",
    ],
)
def test_trouble_without_a_word_of_error_is_counted_and_shown(line: str) -> None:
    log = read(f"[1.5] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.86.15\n[9.5] {line}\n")
    assert (log.errors, [each.text for each in log.unread]) == ((), [line])


def test_what_the_programs_of_nvidia_say_is_counted_and_shown() -> None:
    words = "detected NVSwitch fatal error 20034 on fid 0 on NVSwitch pci bus id 00000000:C1:00.0"
    before = "Dec 31 23:59:58 n1"
    log = read(f"{before} nv-fabricmanager[12]: {words}\n{before} kernel: nvidia: loading out-of-tree module taints kernel.\n")
    assert (log.driver_lines, [each.text for each in log.unread]) == (1, [f"nv-fabricmanager: {words}"])


@pytest.mark.parametrize(
    "line",
    [
        "[    0.000000] Linux version 6.8.0",
        "[    0.000000] Command line: BOOT_IMAGE=/vmlinuz nvidia-drm.modeset=1",
        "Dec 31 23:59:58 node-3 kernel: mlx5_core 0000:5e:00.0: error",
        "Dec 31 23:59:58 node-3 nvidia-persistenced[81]: Failed to open",
        "-- No entries --",
        "[ 1.5] nvidia-gpu 0000:01:00.3: i2c timeout error",
        "[ 1.5] pcieport 0000:00:1c.5: AER: Corrected error received: 0000:02:00.0",
    ],
)
def test_a_log_without_the_driver_gives_no_all_clear(line: str) -> None:
    with pytest.raises(InvalidData, match="No NVIDIA driver messages in this log; errors cannot be evaluated"):
        read(f"[    0.100000] smp: Bringing up secondary CPUs\n{line}\n")


@pytest.mark.parametrize(
    "words",
    [
        "The kernel: a history\n",
        "[12:00:01] build failed\n",
        "[2026-01-01 12:00:00] server_args=1\n",
        "kernel panic\n",
        "I looked for NVRM: lines in the log, there are none.\n",
        "root@n1:~# dmesg | grep 'NVRM: '\nroot@n1:~#\n",
    ],
)
def test_prose_and_other_logs_are_no_kernel_log(words: str) -> None:
    assert not is_kernel_log(words)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_logs_in_other_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(f"[  812.250001] {XID}\r\n".encode(encoding))
    assert [each.error.code for each in read_kernel_log(path).errors] == [48]
