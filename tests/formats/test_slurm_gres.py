"""The list of GPUs for Slurm merges with what NVML finds: its type is a part of the name, and nothing is guessed."""

import re

import pytest
import yaml

from gpudesk.core.serving.launch_values import Machine
from gpudesk.formats.launch.launch_slurm import gpu_type, gres_conf
from gpudesk.locate import resource

DRIVERS = [str(row["driver"]) for row in yaml.safe_load(resource("sizing", "driver_names.yaml").read_text(encoding="utf-8"))["names"]]


@pytest.mark.parametrize(
    ("driver", "kind"),
    [
        ("NVIDIA H100 80GB HBM3", "h100"),
        ("NVIDIA A100-SXM4-80GB", "a100"),
        ("NVIDIA GB200", "gb200"),
        ("Tesla T4", "t4"),
        ("NVIDIA L40S", "l40s"),
        ("NVIDIA GeForce RTX 4090", "rtx_4090"),
        ("NVIDIA RTX 6000 Ada Generation", "rtx_6000"),
        ("NVIDIA Thor", "thor"),
    ],
)
def test_the_type_is_the_model(driver: str, kind: str) -> None:
    assert gpu_type(driver) == kind


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_type_is_a_part_of_what_nvml_says(driver: str) -> None:
    """Slurm writes the name in lower case with underscores for blanks, and looks whether it holds the type."""
    assert gpu_type(driver) in re.sub(r"\s+", "_", driver.lower())
    assert re.fullmatch(r"[a-z0-9_.-]+", gpu_type(driver))


def test_the_file_holds_the_same_type_as_slurm_conf_and_neither_cores_nor_links() -> None:
    text = gres_conf(Machine(gpus=8), "h100")["gres.conf"]
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == ["AutoDetect=nvml", "Name=gpu Type=h100 File=/dev/nvidia[0-7]"]
    assert "Gres=gpu:h100:8" in text
    assert not re.search(r"Cores=|Links=", text)
