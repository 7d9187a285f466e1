"""Which board a driver speaks of."""

import pytest

from gpudesk.sizing.cuda_versions import cuda_runs
from gpudesk.sizing.this_machine import board_of_driver

MIB = 2**20


@pytest.mark.parametrize(
    ("name", "mib", "key"),
    [
        ("NVIDIA GeForce RTX 4090", 24564, "nvidia.rtx-4090"),
        ("NVIDIA GeForce RTX 3060", 12288, "nvidia.rtx-3060-12gb"),
        ("NVIDIA GeForce RTX 3090", 24576, "nvidia.rtx-3090"),
        ("NVIDIA H100 80GB HBM3", 81559, "nvidia.h100-sxm5-80gb"),
        ("NVIDIA H100 PCIe", 81559, "nvidia.h100-pcie-80gb"),
        ("NVIDIA H200", 143771, "nvidia.h200-sxm-141gb"),
        ("NVIDIA A100-SXM4-80GB", 81920, "nvidia.a100-sxm4-80gb"),
        ("NVIDIA A100-SXM4-40GB", 40960, "nvidia.a100-sxm4-40gb"),
        ("NVIDIA A100 80GB PCIe", 81920, "nvidia.a100-pcie-80gb"),
        ("Tesla T4", 15360, "nvidia.t4"),
        ("NVIDIA L40S", 46068, "nvidia.l40s"),
        ("NVIDIA RTX 6000 Ada Generation", 49140, "nvidia.rtx-6000-ada"),
        ("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 9984, "nvidia.h100-sxm5-80gb:1g.10gb"),
        ("NVIDIA A100-SXM4-40GB MIG 1g.5gb+me", 4864, "nvidia.a100-sxm4-40gb:1g.5gb"),
        ("NVIDIA GB10", None, "nvidia.gb10-gpu"),
    ],
)
def test_boards_that_the_catalog_has(name: str, mib: int | None, key: str) -> None:
    found = board_of_driver(name, None if mib is None else mib * MIB)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    ("name", "mib"),
    [
        ("NVIDIA GeForce RTX 4090 Laptop GPU", 16376),
        ("NVIDIA GeForce RTX 4090 D", 24564),
        ("NVIDIA GeForce RTX 3060", 8192),
        ("NVIDIA GeForce RTX 3080 Ti", 12288),
        ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 97887),
        ("Tesla V100-SXM2-16GB", 16384),
        ("NVIDIA A40-48Q", 49152),
        ("NVIDIA GeForce RTX 4090", 49140),
    ],
)
def test_boards_that_only_sound_like_one(name: str, mib: int) -> None:
    assert board_of_driver(name, mib * MIB) is None


def test_what_a_driver_runs() -> None:
    new = cuda_runs("580.95.05", "13.0", 8.9)
    assert new.majors == (13, 12, 11)
    assert new.whole[0] == "13.0"
    assert cuda_runs("550.54.14", "12.4", 8.9).majors == (12, 11)
    assert cuda_runs("580.95.05", "13.0", 7.0).majors == (12, 11)
    assert cuda_runs("551.61", "12.4", 8.9, windows=True).whole[0] == "12.4"
