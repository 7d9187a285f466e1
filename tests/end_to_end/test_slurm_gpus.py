"""Slurm merges the list of GPUs that is written with what NVML finds: no warning, and the cores of every GPU come from NVML.

`slurmd -G` takes what NVML would report from `fake_gpus.conf` next to gres.conf (src/plugins/gres/gpu/gres_gpu.c of Slurm). Its files of
devices are character devices in the folder of the test.
"""

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from gpudesk.core.serving.launch_values import Machine
from gpudesk.formats.launch.launch_slurm import gpu_type, gres_conf
from tests.end_to_end.foreign_readers import REQUIRED, tool

GPUS = 4
NULL = os.makedev(1, 3)
"""The device that takes everything and gives nothing."""
NO_DEVICES = "only root makes character devices"


def written(folder: Path, kind: str) -> tuple[str, list[str]]:
    """The file, with its devices in the folder, and the lines that it asks slurm.conf to have: GresTypes, and the GPUs of a node."""
    text = gres_conf(Machine(gpus=GPUS), kind)["gres.conf"]
    types, gpus = re.search(r"GresTypes=\S+", text), re.search(r"Gres=\S+", text)
    assert types is not None
    assert gpus is not None
    return text.replace("/dev/", f"{folder}/dev/"), [types[0], gpus[0]]


def answers(folder: Path, driver: str, kind: str) -> list[str]:
    """What `slurmd -G` prints of a node with such GPUs, two cores each."""
    (folder / "dev").mkdir()
    for number in range(GPUS):
        try:
            os.mknod(folder / "dev" / f"nvidia{number}", stat.S_IFCHR | 0o600, NULL)
        except PermissionError:
            if os.environ.get(REQUIRED):
                pytest.fail(NO_DEVICES)
            pytest.skip(NO_DEVICES)
    text, (types, gpus) = written(folder, kind)
    (folder / "gres.conf").write_text(text, encoding="utf-8")
    name = re.sub(r"\s+", "_", driver.lower())
    seen = [f"{name}|{2 * GPUS}|{2 * number}-{2 * number + 1}|(null)|{folder}/dev/nvidia{number}" for number in range(GPUS)]
    (folder / "fake_gpus.conf").write_text("\n".join(seen) + "\n", encoding="utf-8")
    lines = [
        "ClusterName=read",
        "SlurmctldHost=localhost",
        "AuthType=auth/none",
        "CredType=cred/none",
        f"SlurmdSpoolDir={folder}/spool",
        f"SlurmdPidFile={folder}/pid",
        "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/none",
        types,
        f"NodeName=n1 NodeAddr=127.0.0.1 Sockets=1 CoresPerSocket={2 * GPUS} ThreadsPerCore=1 {gpus} State=UNKNOWN",
        "PartitionName=all Nodes=n1 Default=YES",
    ]
    (folder / "slurm.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = [tool("slurmd"), "-G", "-N", "n1", "-f", str(folder / "slurm.conf")]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split(": ", 1)[-1] for line in (done.stdout + done.stderr).splitlines()]


@pytest.mark.parametrize(
    ("driver", "kind"), [("NVIDIA H100 80GB HBM3", "h100"), ("NVIDIA GeForce RTX 4090", "rtx_4090"), ("NVIDIA GB200", "gb200")]
)
def test_slurm_takes_the_list_without_a_warning_and_completes_it(tmp_path: Path, driver: str, kind: str) -> None:
    tool("slurmd")
    assert gpu_type(driver) == kind
    told, *gpus = answers(tmp_path, driver, kind)
    assert "Adding fake system GPU data" in told
    assert [re.sub(r" ID=\d+", "", line).split(" CoreCnt=")[0] for line in gpus] == [
        f"Gres Name=gpu Type={kind} Count=1 Index={number} File={tmp_path}/dev/nvidia{number} Cores={2 * number}-{2 * number + 1}"
        for number in range(GPUS)
    ]


def test_a_type_that_is_no_part_of_the_name_is_warned_of(tmp_path: Path) -> None:
    """The test above sees it, if the type is wrong."""
    tool("slurmd")
    lines = answers(tmp_path, "NVIDIA H100 80GB HBM3", "h100-sxm")
    assert any("WARNING: The following autodetected GPUs are being ignored" in line for line in lines)
    assert not any(line.startswith("Gres ") and "Cores=" in line for line in lines)
