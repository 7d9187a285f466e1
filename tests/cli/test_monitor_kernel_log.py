"""`gpudesk monitor --kernel-log`."""

import json
import random
import subprocess
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts.kernel_log import is_kernel_log, read_kernel_log
from tests.cli.in_process import gpudesk

LOG = """[   10.5] NVRM: loading
2026-03-01T12:00:00+00:00 node kernel: NVRM: Xid (PCI:0000:18:00): 79, pid='41', name=python, GPU has fallen off the bus.
[  900.250000] NVRM: Xid (PCI:0000:3b:00): 31, pid=77, name=train, Ch 00000008
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return gpudesk("monitor", *arguments)


def test_errors_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text(LOG)
    done = run("--kernel-log", str(path))
    assert done.returncode == 0
    assert "2026-03-01 12:00:00 UTC" in done.stdout
    assert "The GPU no longer responds on the bus" in done.stdout
    body = json.loads(run("--kernel-log", str(path), "--json").stdout)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "kernel_log.v2.json").read_text(encoding="utf-8")))
    assert [(each["xid"], each["pci"], each["pid"]) for each in body["errors"]] == [(79, "0000:18:00", 41), (31, "0000:3b:00", 77)]


def test_a_log_without_errors_and_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text("[    0.000000] Linux version 6.8.0\n")
    done = run("--kernel-log", str(path))
    assert (done.returncode, done.stdout) == (3, "")
    assert "No NVIDIA driver messages in this log; errors cannot be evaluated." in done.stderr
    path.write_text("[    0.000000] Linux version 6.8.0\n[   10.500000] NVRM: loading NVIDIA UNIX x86_64 Kernel Module\n")
    done = run("--kernel-log", str(path))
    assert (done.returncode, done.stdout) == (0, "No errors: the log contains 1 line of the NVIDIA driver, and none reports an error.\n")
    gone = run("--kernel-log", str(tmp_path / "gone"))
    assert gone.returncode == 3
    assert "gone cannot be read" in gone.stderr


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing\n",
        random.Random(1).randbytes(20_000),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(200),
        b"name,rack,unit\nnode-1,A01,12\nnode-2,A01,[13]\n",
        b'{"kernel": 1}\n',
    ],
    ids=["empty", "words", "random", "image", "table", "json"],
)
def test_what_is_no_kernel_log_gives_no_all_clear(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "any.bin"
    path.write_bytes(content)
    with pytest.raises(InvalidData) as caught:
        read_kernel_log(path)
    assert str(caught.value) == (
        "Not a kernel log: any.bin contains no kernel message. Save one with: journalctl -k > FILE, or dmesg > FILE."
    )


def test_the_command_refuses_what_is_no_kernel_log(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("name,rack\nnode-1,A01\n")
    for more in ((), ("--json",)):
        done = run("--kernel-log", str(path), *more)
        assert (done.returncode, done.stdout) == (3, "")
        assert "Not a kernel log: table.csv" in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "[    0.000000] Linux version 6.8.0",
        "<6>[   12.345678] nvidia: loading",
        "kern  :info  : [   12.345678] nvidia: loading",
        "[Sun Mar  1 12:00:00 2026] nvidia: loading",
        "[Mar 1 12:00] nvidia: loading",
        "[mié mar  4 05:06:07 2026] nvidia: loading",
        "2026-03-01T12:00:00,123456+00:00 nvidia: loading",
        "kern  :info  : 2026-03-01T12:00:00,123456+01:00 nvidia: loading",
        "[  +0.000123] nvidia: loading",
        "Mar 04 05:06:07 node kernel: nvidia: loading",
        "2026-03-01T12:00:00+00:00 node kernel: nvidia: loading",
        "2026-03-01T12:00:00.123456+01:00 node kernel: [   12.345678] nvidia: loading",
        "NVRM: loading NVIDIA UNIX x86_64 Kernel Module",
        "-- No entries --",
    ],
)
def test_one_line_of_a_kernel_is_enough(line: str, tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text(f"something before it\n{line}\n")
    assert is_kernel_log(path.read_text())
    path.write_text(f"{line}\n[   20.500000] nvidia-uvm: Loaded the UVM driver, major device number 511.\n")
    assert read_kernel_log(path).errors == ()


def test_errors_of_several_hosts_are_rows_of_their_own(tmp_path: Path) -> None:
    gone = "NVRM: GPU 0000:4f:00.0: GPU has fallen off the bus."
    path = tmp_path / "a.log"
    path.write_text("".join(f"Dec 31 23:59:58 {host} kernel: {gone}\n" for host in ("n1", "n2", "n2")), encoding="utf-8")
    lines = gpudesk("monitor", "--kernel-log", str(path)).stdout.splitlines()
    assert [host for line in lines for host in ("n1 0000:4f:00", "n2 0000:4f:00") if host in line] == ["n1 0000:4f:00", "n2 0000:4f:00"]
