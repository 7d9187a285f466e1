"""Which board a driver speaks of."""

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.gpus.cuda_versions import cuda_runs
from gpudesk.sizing.gpus.gpu_of_driver import board_of_driver

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
        ("NVIDIA GeForce RTX 4060", 8188, "nvidia.rtx-4060"),
        ("NVIDIA GeForce RTX 4060 Laptop GPU", 8188, "nvidia.rtx-4060-laptop"),
        ("NVIDIA GeForce RTX 4060 Ti", 8188, "nvidia.rtx-4060-ti-8gb"),
        ("NVIDIA GeForce RTX 4060 Ti", 16380, "nvidia.rtx-4060-ti-16gb"),
        ("NVIDIA GeForce RTX 4070 Ti SUPER", 16376, "nvidia.rtx-4070-ti-super"),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", 16376, "nvidia.rtx-4090-laptop"),
        ("NVIDIA GeForce RTX 5090 Laptop GPU", 24463, "nvidia.rtx-5090-laptop"),
        ("NVIDIA GeForce RTX 3080", 12288, "nvidia.rtx-3080-12gb"),
        ("NVIDIA RTX A2000 12GB", 12282, "nvidia.rtx-a2000-12gb"),
        ("NVIDIA RTX A4000", 16376, "nvidia.rtx-a4000"),
        ("NVIDIA RTX 4000 Ada Generation", 20475, "nvidia.rtx-4000-ada"),
        ("NVIDIA RTX PRO 4000 Blackwell", 24467, "nvidia.rtx-pro-4000-blackwell"),
        ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 97887, "nvidia.rtx-pro-6000-blackwell-max-q"),
    ],
)
def test_boards_that_the_catalog_has(name: str, mib: int | None, key: str) -> None:
    found = board_of_driver(name, None if mib is None else mib * MIB)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    ("name", "mib"),
    [
        ("NVIDIA GeForce RTX 4090 D", 24564),
        ("NVIDIA GeForce RTX 3060", 8192),
        ("NVIDIA GeForce RTX 3060 Laptop GPU", 6144),
        ("NVIDIA GeForce RTX 3080 Ti Laptop GPU", 16384),
        ("NVIDIA RTX 5000 Ada Generation Laptop GPU", 16376),
        ("NVIDIA RTX A4000 Laptop GPU", 8192),
        ("NVIDIA RTX 4000 SFF Ada Generation", 20475),
        ("NVIDIA RTX PRO 5000 Blackwell Generation Laptop GPU", 24463),
        ("NVIDIA RTX A2000", 6138),
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


@pytest.mark.parametrize("name", ["GeForce", "Blackwell", "RTX", "Ampere", "Ada", "Turing", "RTX 4060 Ti", "RTX 4000"])
def test_names_of_lines_and_generations_mean_no_board(name: str) -> None:
    with pytest.raises(InvalidData) as refused:
        find_board(name)
    assert "matches several GPUs of the catalog. Use one of: NVIDIA" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("RTX 4060", "nvidia.rtx-4060"),
        ("NVIDIA GeForce RTX 4060", "nvidia.rtx-4060"),
        ("NVIDIA GeForce RTX 4060 Laptop GPU", "nvidia.rtx-4060-laptop"),
        ("rtx 4090 laptop", "nvidia.rtx-4090-laptop"),
        ("RTX PRO 6000", "nvidia.rtx-pro-6000-blackwell-workstation"),
        ("A100", "nvidia.a100-sxm4-80gb"),
        ("Spark", "nvidia.gb10-gpu"),
        ("4090", "nvidia.rtx-4090"),
        ("4070", "nvidia.rtx-4070"),
        ("laptop 4070", "nvidia.rtx-4070-laptop"),
        ("RTX 5090 32 GB", "nvidia.rtx-5090"),
    ],
)
def test_a_name_means_one_board(name: str, key: str) -> None:
    assert find_board(name).key == key
