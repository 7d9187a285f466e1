"""What the five texts of our users say about GPUs, and what the catalog answers.

A claim that holds is the value of a fact. A claim that does not hold is next to the value, with the text as its source and the
reason in both languages. The fifth text, on bare metal against virtualisation, names no figure of a GPU.
"""

from typing import NamedTuple

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.hardware import Fact, Family

DEPLOY = "User guide: enterprise GPU deployment guide"
SIZE = "User guide: right-sizing AI workloads"
CLOUD = "User guide: AI infrastructure of a cloud provider"
CHOOSE = "User guide: choosing GPUs for language models"


class Claim(NamedTuple):
    """`claimed` as the text says it, `right` as the catalog has it."""

    text: str
    says: str
    key: str
    fact: str
    claimed: float | str | bool
    right: float | str | bool


def holds(text: str, says: str, key: str, fact: str, value: float | str | bool) -> Claim:
    return Claim(text, says, key, fact, value, value)


H100, H100_CARD, H200 = "nvidia.h100-sxm5-80gb", "nvidia.h100-pcie-80gb", "nvidia.h200-sxm-141gb"
A100, A100_CARD, A100_40, A100_40_CARD = "nvidia.a100-sxm4-80gb", "nvidia.a100-pcie-80gb", "nvidia.a100-sxm4-40gb", "nvidia.a100-pcie-40gb"
RTX_4090, A6000, ADA = "nvidia.rtx-4090", "nvidia.rtx-a6000", "nvidia.rtx-6000-ada"

DEPLOY_CLAIMS = [
    holds(DEPLOY, "the H100 has 80 GB", H100, "memory_label", "80 GB"),
    Claim(DEPLOY, "the H100 has HBM3e", H100, "memory_type", "HBM3e", "HBM3"),
    Claim(DEPLOY, "the H100 has HBM3e", H100_CARD, "memory_type", "HBM3e", "HBM2e"),
    holds(DEPLOY, "the A100 has 40 GB", A100_40, "memory_label", "40 GB"),
    Claim(DEPLOY, "the A100 of 40 GB has HBM2e", A100_40, "memory_type", "HBM2e", "HBM2"),
    Claim(DEPLOY, "the A100 of 40 GB has HBM2e", A100_40_CARD, "memory_type", "HBM2e", "HBM2"),
    holds(DEPLOY, "high-end GPUs draw from 350 W", H100_CARD, "power_max_w", 350),
    holds(DEPLOY, "high-end GPUs draw up to 700 W", H100, "power_max_w", 700),
    Claim(DEPLOY, "high-end GPUs draw up to 700 W", "nvidia.b200-sxm-180gb", "power_max_w", 700, 1000),
    Claim(DEPLOY, "high-end GPUs draw up to 700 W", "nvidia.b300-sxm", "power_max_w", 700, 1100),
    Claim(DEPLOY, "high-end GPUs draw up to 700 W", "nvidia.gb200-gpu", "power_max_w", 700, 1200),
    Claim(DEPLOY, "high-end GPUs draw up to 700 W", "nvidia.gb300-gpu", "power_max_w", 700, 1400),
    Claim(DEPLOY, "high-end GPUs draw up to 700 W", "amd.mi355x", "power_max_w", 700, 1400),
    holds(DEPLOY, "A100 can be sliced", A100, "mig_max_instances", 7),
    holds(DEPLOY, "H100 can be sliced", H100, "mig_max_instances", 7),
    holds(DEPLOY, "Jetson is compact", "nvidia.jetson-agx-orin-gpu", "power_max_w", 60),
]

SIZE_CLAIMS = [
    # the table of efficiency by cost: rent an hour, FP16, bandwidth
    Claim(SIZE, "L4 costs 0.70 USD/h", "nvidia.l4", "price_per_hour_usd", 0.7, 0.55),
    Claim(SIZE, "L4 has 120 TFLOPS FP16", "nvidia.l4", "fp16_dense_tflops", 120, 121),
    holds(SIZE, "L4 has 300 GB/s", "nvidia.l4", "memory_gb_per_s", 300),
    Claim(SIZE, "L40S costs 1.40 USD/h", "nvidia.l40s", "price_per_hour_usd", 1.4, 0.92),
    holds(SIZE, "L40S has 362 TFLOPS FP16", "nvidia.l40s", "fp16_dense_tflops", 362.05),
    holds(SIZE, "L40S has 864 GB/s", "nvidia.l40s", "memory_gb_per_s", 864),
    Claim(SIZE, "A100 80 GB costs 1.80 USD/h", A100, "price_per_hour_usd", 1.8, 1.3),
    holds(SIZE, "A100 80 GB has 312 TFLOPS FP16", A100, "fp16_dense_tflops", 312),
    Claim(SIZE, "A100 80 GB has 2.0 TB/s", A100, "memory_gb_per_s", 2000, 2039),
    Claim(SIZE, "A100 80 GB has 2.0 TB/s", A100_CARD, "memory_gb_per_s", 2000, 1935),
    Claim(SIZE, "H100 80 GB costs 3.00 USD/h", H100, "price_per_hour_usd", 3, 2.95),
    Claim(SIZE, "H100 has 1,979 TFLOPS FP16", H100, "fp16_dense_tflops", 1979, 989.4),
    Claim(SIZE, "H100 has 3.3 TB/s", H100, "memory_gb_per_s", 3300, 3350),
    Claim(SIZE, "H200 costs 4.50 USD/h", H200, "price_per_hour_usd", 4.5, 4),
    Claim(SIZE, "H200 has 1,979 TFLOPS FP16", H200, "fp16_dense_tflops", 1979, 989.5),
    holds(SIZE, "H200 has 4.8 TB/s", H200, "memory_gb_per_s", 4800),
    # the passages on links
    holds(SIZE, "NVLink has 900 GB/s in total", H100, "nvlink_gb_per_s", 900),
    Claim(SIZE, "PCIe Gen5 has 64 GB/s", H100, "pcie_gb_per_s", 64, 63),
    Claim(SIZE, "PCIe Gen5 has 64 GB/s", H100_CARD, "pcie_gb_per_s", 64, 63),
]

CLOUD_CLAIMS = [
    holds(CLOUD, "A100 has thousands of CUDA cores", A100, "cuda_cores", 6912),
    holds(CLOUD, "H100 has thousands of CUDA cores", H100, "cuda_cores", 16896),
    Claim(CLOUD, "NVLink has 900 GB/s between neighbouring cards", H100_CARD, "nvlink_gb_per_s", 900, 600),
    Claim(CLOUD, "NVLink has 900 GB/s between neighbouring cards", "nvidia.h100-nvl-94gb", "nvlink_gb_per_s", 900, 600),
    holds(CLOUD, "H100 has FP8", H100, "fp8_dense_tflops", 1978.9),
]

CHOOSE_CLAIMS = [
    # the GPUs of the table of twelve language models
    holds(CHOOSE, "A100 80GB", A100, "memory_label", "80 GB"),
    holds(CHOOSE, "RTX 3060 12GB", "nvidia.rtx-3060-12gb", "memory_label", "12 GB"),
    holds(CHOOSE, "RTX 3070 8GB", "nvidia.rtx-3070", "memory_label", "8 GB"),
    holds(CHOOSE, "RTX 3080 10GB", "nvidia.rtx-3080-10gb", "memory_label", "10 GB"),
    holds(CHOOSE, "RTX 4090 24GB", RTX_4090, "memory_label", "24 GB"),
    holds(CHOOSE, "RTX 3090 24GB", "nvidia.rtx-3090", "memory_label", "24 GB"),
    # NVLink and PCIe
    Claim(CHOOSE, "NVLink 4.0 has 600 GB/s", H100, "nvlink_gb_per_s", 600, 900),
    holds(CHOOSE, "NVLink has up to 600 GB/s", A100, "nvlink_gb_per_s", 600),
    Claim(CHOOSE, "PCIe 4.0 has 64 GB/s in total", A100_CARD, "pcie_gb_per_s", 64, 31.5),
    Claim(CHOOSE, "PCIe 4.0 has 64 GB/s in total", A100_40_CARD, "pcie_gb_per_s", 64, 31.5),
    holds(CHOOSE, "RTX 3090 has NVLink, within limits", "nvidia.rtx-3090", "nvlink_gb_per_s", 112.5),
    Claim(CHOOSE, "PCIe cards are limited to the bus", A100_CARD, "nvlink_gb_per_s", 0, 600),
    # SXM against PCIe
    holds(CHOOSE, "SXM gives up to 700 W a GPU", H100, "power_max_w", 700),
    holds(CHOOSE, "PCIe gives 300 W", A100_CARD, "power_max_w", 300),
    holds(CHOOSE, "PCIe gives up to 450 W", RTX_4090, "power_max_w", 450),
    Claim(CHOOSE, "PCIe gives up to 450 W", "nvidia.h200-nvl-141gb", "power_max_w", 450, 600),
    Claim(CHOOSE, "PCIe cards have standard fans", A100_CARD, "cooling", "active", "passive"),
    Claim(CHOOSE, "PCIe cards have standard fans", H100_CARD, "cooling", "active", "passive"),
    holds(CHOOSE, "V100 on SXM2", "nvidia.v100-sxm2-32gb", "form_factor", "SXM2"),
    holds(CHOOSE, "A100 on SXM4", A100, "form_factor", "SXM4"),
    holds(CHOOSE, "H100 on SXM5", H100, "form_factor", "SXM5"),
    # the table of three cards
    holds(CHOOSE, "architecture", RTX_4090, "gpu_architecture", "Ada Lovelace"),
    holds(CHOOSE, "architecture", A6000, "gpu_architecture", "Ampere"),
    holds(CHOOSE, "architecture", ADA, "gpu_architecture", "Ada Lovelace"),
    holds(CHOOSE, "year", RTX_4090, "year", 2022),
    holds(CHOOSE, "year", A6000, "year", 2020),
    holds(CHOOSE, "year", ADA, "year", 2022),
    holds(CHOOSE, "memory", A6000, "memory_label", "48 GB"),
    holds(CHOOSE, "memory", ADA, "memory_label", "48 GB"),
    holds(CHOOSE, "memory", RTX_4090, "memory_type", "GDDR6X"),
    holds(CHOOSE, "memory", A6000, "memory_type", "GDDR6"),
    holds(CHOOSE, "memory", ADA, "memory_type", "GDDR6"),
    Claim(CHOOSE, "FP32", RTX_4090, "fp32_tflops", 83, 82.6),
    holds(CHOOSE, "FP32", A6000, "fp32_tflops", 38.7),
    holds(CHOOSE, "FP32", ADA, "fp32_tflops", 91.1),
    Claim(CHOOSE, "tensor rate, FP16 with sparsity", RTX_4090, "fp16_sparse_tflops", 330, 330.4),
    Claim(CHOOSE, "tensor rate, FP16 with sparsity", A6000, "fp16_sparse_tflops", 312, 309.7),
    holds(CHOOSE, "tensor rate, FP8 with sparsity", ADA, "fp8_sparse_tflops", 1457),
    holds(CHOOSE, "generation of tensor cores", RTX_4090, "tensor_core_generation", 4),
    holds(CHOOSE, "generation of tensor cores", A6000, "tensor_core_generation", 3),
    holds(CHOOSE, "generation of tensor cores", ADA, "tensor_core_generation", 4),
    holds(CHOOSE, "no NVLink", RTX_4090, "nvlink_gb_per_s", 0),
    holds(CHOOSE, "NVLink for two", A6000, "nvlink_gb_per_s", 112.5),
    Claim(CHOOSE, "NVLink for two", ADA, "nvlink_gb_per_s", 112.5, 0),
    holds(CHOOSE, "power", A6000, "power_max_w", 300),
    holds(CHOOSE, "power", ADA, "power_max_w", 300),
    Claim(CHOOSE, "two slots", RTX_4090, "board_slots", 2, 3),
    holds(CHOOSE, "two slots", A6000, "board_slots", 2),
    holds(CHOOSE, "two slots", ADA, "board_slots", 2),
    Claim(CHOOSE, "no ECC", RTX_4090, "memory_ecc", False, True),
    holds(CHOOSE, "ECC", A6000, "memory_ecc", True),
    holds(CHOOSE, "ECC", ADA, "memory_ecc", True),
    holds(CHOOSE, "price", RTX_4090, "price_usd", 1599),
    Claim(CHOOSE, "price", A6000, "price_usd", 4650, 4649),
    Claim(CHOOSE, "price", ADA, "price_usd", 6800, 6799),
    # the lists under the table, and what it says of tensor cores
    holds(CHOOSE, "16,384 CUDA cores", RTX_4090, "cuda_cores", 16384),
    holds(CHOOSE, "10,752 CUDA cores", A6000, "cuda_cores", 10752),
    holds(CHOOSE, "18,176 CUDA cores", ADA, "cuda_cores", 18176),
    holds(CHOOSE, "tensor cores begin with Volta", "nvidia.v100-sxm2-32gb", "tensor_core_generation", 1),
]

CLAIMS = [*DEPLOY_CLAIMS, *SIZE_CLAIMS, *CLOUD_CLAIMS, *CHOOSE_CLAIMS]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


def from_text(fact: Fact, text: str) -> list[Fact]:
    return [other for other in fact.others if other.source == text]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.key}-{claim.fact}-{claim.claimed}")
def test_claim(catalog: Catalog, claim: Claim) -> None:
    fact = catalog.get(claim.key).facts[claim.fact]
    assert fact.value == claim.right
    beside = from_text(fact, claim.text)
    if claim.claimed == claim.right:
        assert claim.claimed not in [other.value for other in beside]
    else:
        kept = [other for other in beside if other.value == claim.claimed]
        assert len(kept) == 1
        assert kept[0].note
        assert kept[0].note_es


def test_every_claim_in_the_catalog_is_in_this_table(catalog: Catalog) -> None:
    wrong = {(claim.text, claim.key, claim.fact, claim.claimed) for claim in CLAIMS if claim.claimed != claim.right}
    kept = set()
    for entry in catalog.all():
        if entry.type.family is Family.GPU:
            for name, fact in entry.type.facts.items():
                for other in fact.others:
                    if other.source.startswith("User guide"):
                        kept.add((other.source, entry.type.key, name, other.value))
    assert kept == wrong


def test_rent_claimed_is_dated(catalog: Catalog) -> None:
    """The text on right-sizing was brought up to date on 11 December 2025."""
    for claim in SIZE_CLAIMS:
        if claim.fact == "price_per_hour_usd":
            assert [other.date for other in from_text(catalog.get(claim.key).facts[claim.fact], SIZE)] == ["2025-12"]


def memory_gib(catalog: Catalog, key: str) -> float:
    mib = catalog.get(key).number("memory_mib")
    assert mib is not None
    return mib / 1024


# model, GPU it is said to need, how many, GB of the text (10^9 bytes), whether that memory is there
ROWS = [
    ("DeepSeek R1 671B", A100, 16, 1342, True),
    ("DeepSeek-R1-Distill-Qwen-1.5B", "nvidia.rtx-3060-12gb", 1, 0.7, True),
    ("DeepSeek-R1-Distill-Qwen-7B", "nvidia.rtx-3070", 1, 3.3, True),
    ("DeepSeek-R1-Distill-Llama-8B", "nvidia.rtx-3070", 1, 3.7, True),
    ("DeepSeek-R1-Distill-Qwen-14B", "nvidia.rtx-3080-10gb", 1, 6.5, True),
    ("DeepSeek-R1-Distill-Qwen-32B", RTX_4090, 1, 14.9, True),
    ("DeepSeek-R1-Distill-Llama-70B", RTX_4090, 2, 32.7, True),
    ("Llama 3 70B", "nvidia.rtx-3090", 1, 140, False),
    ("Llama 3.3, smaller models", "nvidia.rtx-3060-12gb", 1, 12, True),
    ("Llama 3.3, larger models", "nvidia.rtx-3090", 1, 24, True),
    ("GPT-NeoX 20B", "nvidia.rtx-3090", 2, 48, True),
    ("BLOOM 176B", A100_40, 1, 40, True),
]


@pytest.mark.parametrize(("model", "key", "count", "claimed_gb", "there"), ROWS)
def test_the_table_of_twelve_models_names_gpus_that_hold_what_it_asks(
    catalog: Catalog, model: str, key: str, count: int, claimed_gb: float, there: bool
) -> None:
    """Compared in GiB of the driver; whether the model itself needs what the text says is for sizing to judge."""
    assert (claimed_gb * 1e9 / 2**30 <= count * memory_gib(catalog, key)) is there, model


def test_sixteen_a100_hold_the_weights_of_deepseek_and_nothing_else(catalog: Catalog) -> None:
    """1,342 GB is 1,249.8 GiB; nine tenths of sixteen boards are 1,152 GiB."""
    weights_gib = 1342e9 / 2**30
    boards_gib = 16 * memory_gib(catalog, A100)
    assert boards_gib == 1280
    assert 0.9 * boards_gib < weights_gib < boards_gib


def test_the_ranking_by_cost_turns_with_dense_rates(catalog: Catalog) -> None:
    """TFLOPS for a dollar an hour, by the text's own rents: with dense rates the L40S passes the H200, and the H100 leads by less."""
    rents = {claim.key: float(claim.claimed) for claim in SIZE_CLAIMS if claim.fact == "price_per_hour_usd"}
    rates = {claim.key: float(claim.claimed) for claim in SIZE_CLAIMS if claim.fact == "fp16_dense_tflops"}
    by_text = {key: rates[key] / rent for key, rent in rents.items()}
    by_catalog = {key: (catalog.get(key).number("fp16_dense_tflops") or 0) / rent for key, rent in rents.items()}
    assert by_text[H100] / by_text[A100] == pytest.approx(3.81, abs=0.01)
    assert by_catalog[H100] / by_catalog[A100] == pytest.approx(1.90, abs=0.01)
    assert sorted(by_text, key=lambda key: -by_text[key])[:3] == [H100, H200, "nvidia.l40s"]
    assert sorted(by_catalog, key=lambda key: -by_catalog[key])[:3] == [H100, "nvidia.l40s", H200]
