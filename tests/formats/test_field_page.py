"""The page on what people have at hand says what the program does: each form that it names has an input, and gives the kind it says."""

import re
from pathlib import Path

import pytest

from gpudesk.formats.text.pasted_text import MASK, masked
from gpudesk.monitor.health.smi_failures import failures
from tests.cli.in_process import gpudesk
from tests.formats.test_field_inputs import INPUTS, TABLE

PAGE = Path(__file__).parents[2] / "docs" / "field-input.md"
LISTINGS = Path(__file__).with_name("fabric_listings")
_CODE = re.compile(r"`([^`]+)`")
KERNEL, GPUS, REPORT, FAILURE = "kernel log", "listing of GPUs", "DCGM report", "failure message"
PROFILE, ENGINE, DEVICES, SUBNET = "profile of a job", "log of a serving program", "device list", "subnet"
FORMS: dict[str, dict[str, tuple[str, str]]] = {
    "Kernel log": {
        "dmesg": ("kernel-boot.log", KERNEL),
        "-T": ("kernel-ctime.log", KERNEL),
        "-H": ("kernel-human.log", KERNEL),
        "-x": ("kernel-level.log", KERNEL),
        "-r": ("kernel-raw.log", KERNEL),
        "-d": ("kernel-delta.log", KERNEL),
        "--time-format=iso": ("kernel-iso.log", KERNEL),
        "--json": ("kernel-dmesg-json.log", KERNEL),
        "RFC 3164": ("kernel-rfc3164.log", KERNEL),
        "3339": ("kernel-rfc3339.log", KERNEL),
        "5424": ("kernel-rfc5424.log", KERNEL),
        "journalctl -o short": ("kernel-short.log", KERNEL),
        "short-precise": ("kernel-short-precise.log", KERNEL),
        "short-iso": ("kernel-short-iso.log", KERNEL),
        "with and without colon": ("kernel-short-iso-colon.log", KERNEL),
        "short-monotonic": ("kernel-short-monotonic.log", KERNEL),
        "short-full": ("kernel-short-full.log", KERNEL),
        "short-unix": ("kernel-short-unix.log", KERNEL),
        "short-delta": ("kernel-short-delta.log", KERNEL),
        "with-unit": ("kernel-with-unit.log", KERNEL),
        "verbose": ("kernel-verbose.log", KERNEL),
        "export": ("kernel-export.log", KERNEL),
        "json": ("kernel-journal-json.log", KERNEL),
        "json-pretty": ("kernel-journal-prompt.txt", KERNEL),
        "MESSAGE": ("kernel-journal-bytes.log", KERNEL),
        "line number as printed by grep": ("kernel-grep.log", KERNEL),
        "host name as printed by pdsh": ("kernel-pdsh.log", KERNEL),
    },
    "`nvidia-smi`": {
        "the table": ("smi-table-535.txt", GPUS),
        "both widths": ("smi-table-520.txt", GPUS),
        "-q": ("smi-q.txt", GPUS),
        "-q -x": ("smi-xml-noise.txt", GPUS),
        "--query-gpu": ("smi-query-noise.csv", GPUS),
        "--query-compute-apps": ("smi-compute-apps.csv", GPUS),
        "--query-remapped-rows": ("smi-remapped.csv", GPUS),
        "semicolons": ("smi-semicolons.csv", GPUS),
        "-L": ("smi-list.txt", GPUS),
        "dmon": ("smi-dmon.txt", GPUS),
        "--format csv": ("smi-dmon-csv.txt", GPUS),
        "pmon": ("smi-pmon.txt", GPUS),
        "nvlink -s": ("smi-nvlink.txt", GPUS),
        "nvlink -e": ("smi-nvlink-errors.txt", GPUS),
        "NVLink 5": ("smi-nvlink-5.txt", GPUS),
        "topo -m": ("smi-topo.txt", "GPU topology"),
    },
    "Failure messages": {
        "nvidia-smi": ("failure-no-driver.txt", FAILURE),
        "NVML": ("failure-mismatch.txt", FAILURE),
        "container runtimes": ("failure-container.txt", FAILURE),
    },
    "DCGM": {
        "dcgmi dmon": ("dcgmi-dmon.txt", GPUS),
        "dcgmi diag": ("dcgm-diag-table.txt", REPORT),
        "JSON of DCGM 3": ("dcgm-diag-3.json", REPORT),
        "and 4": ("dcgm-diag-4.json", REPORT),
        "dcgmi health -c": ("dcgm-health.txt", REPORT),
        "dcgm-exporter pages": ("exporter-impossible.prom", GPUS),
    },
    "Profiles": {
        "nsys stats": ("profile-nsys-utf16.csv", PROFILE),
        "nsys profile --stats=true": ("profile-nsys-columns.txt", PROFILE),
        "PyTorch profiler": ("profile-torch.json", PROFILE),
        "also compressed with gzip": ("profile-torch.json.gz", PROFILE),
    },
    "Serving engine logs": {
        "vLLM": ("engine-vllm.log", ENGINE),
        "SGLang": ("engine-sglang.log", ENGINE),
        "llama.cpp": ("engine-llama.log", ENGINE),
    },
    "Lists": {
        "title rows": ("list-title.csv", DEVICES),
        "merged cells": ("list-merged.xlsx", DEVICES),
        "totals": ("list-halle.csv", DEVICES),
        "U12-U19": ("list-range.csv", DEVICES),
        "RU 13": ("list-numbers.xlsx", DEVICES),
        "HE 40": ("list-he.csv", DEVICES),
        "German": ("list-german.csv", DEVICES),
        "Spanish": ("list-spanish.csv", DEVICES),
        "cable lists": ("list-cables.csv", "cable list"),
    },
    "Others": {
        "NetBox files": ("list-netbox.csv", "netbox list"),
        "ibnetdiscover": ("fabric-ibnetdiscover.txt", SUBNET),
        "-f": ("fabric-ibnetdiscover-f.txt", SUBNET),
        "-g": ("fabric-ibnetdiscover-g.txt", SUBNET),
        "-p": ("fabric-ibnetdiscover-p.txt", SUBNET),
        "iblinkinfo": ("fabric-iblinkinfo.txt", SUBNET),
        "-l": ("fabric-iblinkinfo-l.txt", SUBNET),
        "DOT": ("fabric-dot.dot", "link graph"),
        "model configurations": ("model-config.json", "model"),
    },
}
"""Row of the page → form as it is named there → an input of it, and what that is."""
KEYS = {
    "hf_…": "token hf_abcdefgh1234",
    "nvapi-…": "nvapi-abcdefgh1234",
    "sk-…": "sk-abcdefgh12345678",
    "--api-key": "vllm serve --api-key abcdefgh1234",
    "HF_TOKEN=": "HF_TOKEN=abcdefgh1234",
    "NGC_API_KEY=": "export NGC_API_KEY=abcdefgh1234",
    "Authorization: Bearer": "Authorization: Bearer abcdefgh1234",
    "docker login -p": "docker login -u me -p abcdefgh1234",
    "sshpass -p": "sshpass -p abcdefgh1234 ssh n1",
    "ipmitool -P": "ipmitool -H bmc -U admin -P abcdefgh1234 sdr",
    "curl -u": "curl -k -u admin:abcdefgh1234 https://bmc",
}
NOT_READ = {
    "nvidia-bug-report.log.gz": b"\x1f\x8b\x08\x00" + bytes(40),
    ".nsys-rep": b"NSYS\0\1\2" + bytes(range(200)),
    ".qdrep": b"QDREP\0\1\2" + bytes(range(200)),
    "noheader": b"0, NVIDIA L4, 70.1 W, 9 %\n1, NVIDIA L4, 70.1 W, 9 %\n",
    "Windows event logs": b"ElfFile\0" + bytes(range(200)),
    "rocm-smi": b"======== ROCm System Management Interface ========\nGPU  Temp   AvgPwr\n0    41.0c  35.0W\n",
}
"""What the page says is not read → how such a file begins."""


def _rows() -> dict[str, str]:
    table = PAGE.read_text(encoding="utf-8").partition("## Supported")[2].partition("## Not read yet")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if line.startswith("| ")]
    return {row[0].strip(): row[1] for row in rows[1:]}


def test_each_form_of_the_page_has_an_input_and_each_input_is_named() -> None:
    rows = _rows()
    assert set(rows) == set(FORMS)
    for row, forms in rows.items():
        codes = {code for code in _CODE.findall(forms) if not code.startswith("resources/")}
        assert codes - set(FORMS[row]) - {"-s"} == set(), row
        assert [form for form in FORMS[row] if form not in forms] == [], row


@pytest.mark.parametrize(("row", "form"), [(row, form) for row, forms in FORMS.items() for form in forms])
def test_an_input_of_each_form_gives_the_kind_that_the_page_says(row: str, form: str) -> None:
    name, kind = FORMS[row][form]
    assert TABLE[name][0] == kind
    assert gpudesk("read", str(INPUTS / name)).stdout.startswith(f"{name}: {kind}")


def test_the_page_counts_the_failure_messages_and_names_the_keys_that_are_masked() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"{len(failures())} kinds" in text
    said = text.partition("Keys and tokens (")[2].partition(")")[0]
    assert set(_CODE.findall(said)) == set(KEYS)
    shown = [masked(line) for line in [*KEYS.values(), "https://me:abcdefgh1234@host/x"]]
    assert [line for line in shown if "abcdefgh" in line or MASK not in line] == []


@pytest.mark.parametrize("what", NOT_READ)
def test_what_the_page_says_is_not_read_is_refused(what: str, tmp_path: Path) -> None:
    assert what in PAGE.read_text(encoding="utf-8").partition("## Not read yet")[2]
    path = tmp_path / "some.log"
    path.write_bytes(NOT_READ[what])
    done = gpudesk("read", str(path))
    assert (done.returncode, done.stdout) == (3, "")
