"""The GPUs of the catalog: every fact sourced, and the figures in the ratios that their physics and their makers give them."""

import re
from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.hardware import Confidence, Fact, Family, HardwareType, Mount

PRECISIONS = ("tf32", "bf16", "fp16", "fp16_half_sum", "fp8", "fp8_half_sum", "fp6", "fp4", "int8", "int4")

# NVIDIA prints these with another ratio than 1 : 2: L40S data sheet 2841316; HGX B300 "144 | 108 PFLOPS"; GB300 NVL72 "1.1 EFLOPS" dense.
NOT_TWICE = {("nvidia.l40s", "bf16"), ("nvidia.l40s", "fp16"), ("nvidia.b300-sxm", "fp4"), ("nvidia.gb300-gpu", "fp4")}

# Gb/s of one pin, from the JEDEC standards JESD235 (HBM2), JESD238 (HBM3), JESD250 (GDDR6), JESD239 (GDDR7) and the makers' parts.
PIN_RATES_GBPS = {
    "HBM2": (1.6, 2.45),
    "HBM2e": (2.9, 3.7),
    "HBM3": (4.8, 6.6),
    "HBM3e": (5.8, 9.8),
    "GDDR6": (10.0, 20.1),
    "GDDR6X": (19.0, 24.0),
    "GDDR7": (18.0, 36.0),
    "LPDDR5": (6.0, 6.5),
    "LPDDR5X": (8.0, 10.7),
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


@pytest.fixture(scope="module")
def gpus(catalog: Catalog) -> dict[str, HardwareType]:
    return {entry.type.key: entry.type for entry in catalog.all() if entry.type.family is Family.GPU}


def every_fact(gpus: dict[str, HardwareType]) -> Iterator[tuple[str, Fact]]:
    for key, kind in gpus.items():
        for name, fact in kind.facts.items():
            for each in (fact, *fact.others):
                yield f"{key} {name}", each


def rate(kind: HardwareType, precision: str, mode: str) -> float | None:
    unit = "tops" if precision.startswith("int") else "tflops"
    return kind.number(f"{precision}_{mode}_{unit}")


KEYS = """
nvidia.v100-sxm2-32gb nvidia.v100-pcie-32gb nvidia.t4 nvidia.a10 nvidia.a30 nvidia.a40 nvidia.a100-pcie-40gb
nvidia.a100-sxm4-40gb nvidia.a100-pcie-80gb nvidia.a100-sxm4-80gb nvidia.l4 nvidia.l40 nvidia.l40s nvidia.h100-pcie-80gb
nvidia.h100-sxm5-80gb nvidia.h100-nvl-94gb nvidia.h200-sxm-141gb nvidia.h200-nvl-141gb nvidia.h20-96gb nvidia.gh200-96gb
nvidia.gh200-144gb nvidia.b200-sxm-180gb nvidia.b300-sxm nvidia.gb200-gpu nvidia.gb300-gpu nvidia.rubin-gpu
nvidia.rtx-3060-12gb nvidia.rtx-3070 nvidia.rtx-3080-10gb nvidia.rtx-3090 nvidia.rtx-4090 nvidia.rtx-5090
nvidia.rtx-a6000 nvidia.rtx-6000-ada nvidia.rtx-pro-6000-blackwell-workstation nvidia.rtx-pro-6000-blackwell-server
nvidia.rtx-3060-ti nvidia.rtx-3080-12gb nvidia.rtx-3080-ti nvidia.rtx-3090-ti nvidia.rtx-4060 nvidia.rtx-4060-ti-8gb
nvidia.rtx-4060-ti-16gb nvidia.rtx-4070 nvidia.rtx-4070-super nvidia.rtx-4070-ti nvidia.rtx-4070-ti-super nvidia.rtx-4080
nvidia.rtx-4080-super nvidia.rtx-5060 nvidia.rtx-5060-ti-8gb nvidia.rtx-5060-ti-16gb nvidia.rtx-5070 nvidia.rtx-5070-ti nvidia.rtx-5080
nvidia.rtx-4060-laptop nvidia.rtx-4070-laptop nvidia.rtx-4080-laptop nvidia.rtx-4090-laptop nvidia.rtx-5070-laptop
nvidia.rtx-5070-ti-laptop nvidia.rtx-5080-laptop nvidia.rtx-5090-laptop nvidia.rtx-a2000-12gb nvidia.rtx-a4000 nvidia.rtx-a4500
nvidia.rtx-a5000 nvidia.rtx-2000-ada nvidia.rtx-4000-ada nvidia.rtx-4500-ada nvidia.rtx-5000-ada nvidia.rtx-pro-2000-blackwell
nvidia.rtx-pro-4000-blackwell nvidia.rtx-pro-4500-blackwell nvidia.rtx-pro-5000-blackwell nvidia.rtx-pro-6000-blackwell-max-q
amd.mi300x amd.mi325x amd.mi355x intel.gaudi-3 nvidia.jetson-agx-orin-gpu nvidia.jetson-agx-thor-gpu nvidia.gb10-gpu
""".split()


def test_every_gpu_is_there(gpus: dict[str, HardwareType]) -> None:
    assert set(KEYS) <= set(gpus)
    assert all(kind.mount is Mount.PART for kind in gpus.values())


def test_every_fact_has_a_source_and_a_confidence(gpus: dict[str, HardwareType]) -> None:
    for where, fact in every_fact(gpus):
        assert len(fact.source) > 15, where
        assert not re.search(r"seed|public GitHub\)|reference/", fact.source, re.IGNORECASE), where
        assert fact.confidence in Confidence, where
        assert bool(fact.note) is bool(fact.note_es), where
        assert fact.source.startswith("Unsourced, not verified") <= (fact.confidence is Confidence.MEMORY), where


def test_contradictions_contradict(gpus: dict[str, HardwareType]) -> None:
    """What is next to a value differs from it, and a claim of a users' text says why it is not the value."""
    for key, kind in gpus.items():
        for name, fact in kind.facts.items():
            for other in fact.others:
                assert other.value != fact.value, (key, name)
                assert not other.source.startswith("User guide") or other.note, (key, name)


def test_what_every_gpu_has(gpus: dict[str, HardwareType]) -> None:
    for key, kind in gpus.items():
        for name in ("memory_label", "memory_type", "memory_gb_per_s", "form_factor", "cooling", "gpu_architecture", "year", "life_cycle"):
            assert name in kind.facts, (key, name)
        if kind.text("life_cycle") != "announced":
            assert "power_max_w" in kind.facts, key
        assert kind.aliases, key
        assert kind.colour, key


def test_sane_figures(gpus: dict[str, HardwareType]) -> None:
    limits = {
        "memory_mib": (8_000, 300_000),
        "memory_gb_per_s": (200, 22_000),
        "power_max_w": (60, 1_400),
        "board_length_mm": (160, 315),
        "board_height_mm": (60, 140),
        "board_slots": (1, 3),
        "boost_clock_mhz": (1_200, 2_700),
        "year": (2018, 2026),
        "fp64_tflops": (0.5, 100),
        "fp32_tflops": (5, 180),
        "nvlink_gb_per_s": (0, 3_600),
        "price_usd": (250, 60_000),
        "price_per_hour_usd": (0.2, 10),
    }
    for key, kind in gpus.items():
        for name, (low, high) in limits.items():
            value = kind.number(name)
            assert value is None or low <= value <= high, (key, name, value)
        least, idle, most = (kind.number(name) for name in ("power_limit_min_w", "power_idle_w", "power_max_w"))
        assert least is None or most is None or least < most, key
        assert idle is None or most is None or idle < most / 2, key


def test_dense_rates_are_half_of_sparse_ones(gpus: dict[str, HardwareType]) -> None:
    exceptions = set()
    for key, kind in gpus.items():
        for precision in PRECISIONS:
            dense, sparse = rate(kind, precision, "dense"), rate(kind, precision, "sparse")
            if dense is not None and sparse is not None and sparse != pytest.approx(2 * dense, rel=0.01):
                exceptions.add((key, precision))
            assert dense is None or sparse is None or dense < sparse, (key, precision)
    assert exceptions == NOT_TWICE


def test_fp16_is_as_fast_as_bf16(gpus: dict[str, HardwareType]) -> None:
    different = set()
    for key, kind in gpus.items():
        for mode in ("dense", "sparse"):
            half, brain = rate(kind, "fp16", mode), rate(kind, "bf16", mode)
            if half is not None and brain is not None and half != brain:
                different.add(key)
    assert different == {"intel.gaudi-3"}, "Gaudi 3 runs FP16 at the rate of TF32"


def test_fp8_is_twice_bf16_on_gpus_that_have_it(gpus: dict[str, HardwareType]) -> None:
    seen = 0
    for key, kind in gpus.items():
        capability = kind.number("compute_capability")
        brain, eight = rate(kind, "bf16", "dense"), rate(kind, "fp8", "dense")
        if capability is not None and capability >= 8.9 and brain is not None and eight is not None:
            assert eight == pytest.approx(2 * brain, rel=0.013), key
            seen += 1
        if key.startswith("amd."):
            assert brain is not None
            assert eight == pytest.approx(2 * brain, rel=0.001), key
    assert seen >= 18


def test_precisions_begin_with_their_compute_capability(gpus: dict[str, HardwareType]) -> None:
    """CUDA C++ Programming Guide, arithmetic by compute capability: BF16 and TF32 from 8.0, FP8 from 8.9, FP4 and FP6 from 10.0."""
    first = {"tf32": 8.0, "bf16": 8.0, "fp8": 8.9, "fp8_half_sum": 8.9, "fp6": 10.0, "fp4": 10.0}
    for key, kind in gpus.items():
        capability = kind.number("compute_capability")
        if capability is None:
            assert key.startswith(("amd.", "intel.")) or kind.text("life_cycle") == "announced", key
            continue
        for precision, least in first.items():
            if rate(kind, precision, "dense") is not None or rate(kind, precision, "sparse") is not None:
                assert capability >= least, (key, precision)
        assert (rate(kind, "bf16", "dense") is not None) is (capability >= 8.0) or key == "nvidia.gb10-gpu", key


def test_bandwidth_is_bits_times_a_rate_of_that_memory(gpus: dict[str, HardwareType]) -> None:
    for key, kind in gpus.items():
        bits, bandwidth = kind.number("memory_bus_bits"), kind.number("memory_gb_per_s")
        if bits is None:
            assert kind.text("life_cycle") == "announced", key
            continue
        assert bandwidth is not None
        low, high = PIN_RATES_GBPS[kind.text("memory_type")]
        assert low <= bandwidth * 8 / bits <= high, (key, bandwidth * 8 / bits)


def test_memory_of_the_driver_is_a_little_less_than_its_label(gpus: dict[str, HardwareType]) -> None:
    """The label counts GiB of the chips; what error correction and firmware take is missing from the driver's figure."""
    unknown = set()
    for key, kind in gpus.items():
        mib, label = kind.number("memory_mib"), kind.text("memory_label")
        match = re.fullmatch(r"(\d+) GB", label)
        assert match, (key, label)
        if mib is None:
            unknown.add(key)
        else:
            assert 0.93 <= mib / 1024 / int(match[1]) <= 1.0, key
    assert unknown == {"nvidia.gh200-144gb", "nvidia.rubin-gpu"}


def test_cores_are_multiprocessors_times_their_width(gpus: dict[str, HardwareType]) -> None:
    """64 cores a multiprocessor and 8 tensor cores on Volta and Turing, 64 and 4 on the large Ampere chip, 128 and 4 since."""
    widths = {"Volta": (64, 8), "Turing": (64, 8)}
    for key, kind in gpus.items():
        count = kind.number("multiprocessors")
        cores, tensor = kind.number("cuda_cores"), kind.number("tensor_cores")
        if count is None or cores is None:
            continue
        default = (64, 4) if kind.number("compute_capability") == 8.0 else (128, 4)
        wide, tensors = widths.get(kind.text("gpu_architecture"), default)
        assert cores == count * wide, key
        assert tensor == count * tensors, key


def test_fp32_is_two_operations_a_core_and_clock(gpus: dict[str, HardwareType]) -> None:
    apart = set()
    for key, kind in gpus.items():
        cores = kind.number("cuda_cores") or 2 * (kind.number("stream_processors") or 0)
        clock, peak = kind.number("boost_clock_mhz"), kind.number("fp32_tflops")
        if cores and clock and peak and peak != pytest.approx(2 * cores * clock / 1e6, rel=0.05):
            apart.add(key)
    assert not apart


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("fp64_tflops", 30),
        ("fp64_tensor_tflops", 60),
        ("bf16_dense_tflops", 835.5),
        ("fp16_dense_tflops", 835.5),
        ("fp8_dense_tflops", 1670.5),
    ],
)
def test_h200_nvl_is_slower_than_the_sxm_board(gpus: dict[str, HardwareType], fact: str, value: float) -> None:
    """NVIDIA's later pages of the H200 (30, 60 and 1,671 sparse); its data sheet of July 2024 repeats the column of the SXM board."""
    card, board = gpus["nvidia.h200-nvl-141gb"], gpus["nvidia.h200-sxm-141gb"]
    assert card.number(fact) == value
    assert [other.value for other in card.facts[fact].others] == [board.number(fact)]


def test_pcie_rate_goes_with_generation_and_lanes(gpus: dict[str, HardwareType]) -> None:
    """8, 16 and 32 GT/s a lane with 128b/130b coding; generation 6 has 64 GT/s in frames of 256 bytes, 242 of them for data and checks."""
    lane = {3: 8 * 128 / 130 / 8, 4: 16 * 128 / 130 / 8, 5: 32 * 128 / 130 / 8, 6: 64 * 242 / 256 / 8}
    for key, kind in gpus.items():
        generation, lanes, speed = (kind.number(name) for name in ("pcie_generation", "pcie_lanes", "pcie_gb_per_s"))
        if generation is not None:
            assert lanes is not None
            assert speed == pytest.approx(lane[int(generation)] * lanes, rel=0.005), key


def test_nvlink_is_links_times_their_rate(gpus: dict[str, HardwareType]) -> None:
    """Both directions of a link: 50 GB/s in generations 2 to 4, 28.125 on GA102 boards, 100 in generations 5 and 6."""
    each = {2: 50.0, 3: 50.0, 4: 50.0, 5: 100.0, 6: 100.0}
    for key, kind in gpus.items():
        generation, links, total = (kind.number(name) for name in ("nvlink_generation", "nvlink_links", "nvlink_gb_per_s"))
        if generation is None:
            assert total in (None, 0), key
            continue
        assert links is not None
        one = 28.125 if kind.text("gpu_chip") == "GA102" else each[int(generation)]
        assert total == links * one, key
        if kind.text("form_factor").startswith("PCIe"):
            assert "nvlink_bridge" in kind.facts, key


def test_no_ada_card_has_nvlink(gpus: dict[str, HardwareType]) -> None:
    ada = [kind for kind in gpus.values() if kind.text("gpu_architecture") == "Ada Lovelace"]
    assert len(ada) == 22
    assert all(kind.number("nvlink_gb_per_s") == 0 for kind in ada)


def slices(kind: HardwareType) -> dict[str, int]:
    return {profile.name: profile.most for profile in kind.mig}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("nvidia.a30", {"1g.6gb": 4, "2g.12gb": 2, "4g.24gb": 1}),
        ("nvidia.a100-sxm4-40gb", {"1g.5gb": 7, "1g.10gb": 4, "2g.10gb": 3, "3g.20gb": 2, "4g.20gb": 1, "7g.40gb": 1}),
        ("nvidia.a100-pcie-80gb", {"1g.10gb": 7, "1g.20gb": 4, "2g.20gb": 3, "3g.40gb": 2, "4g.40gb": 1, "7g.80gb": 1}),
        ("nvidia.h100-sxm5-80gb", {"1g.10gb": 7, "1g.20gb": 4, "2g.20gb": 3, "3g.40gb": 2, "4g.40gb": 1, "7g.80gb": 1}),
        ("nvidia.h100-nvl-94gb", {"1g.12gb": 7, "1g.24gb": 4, "2g.24gb": 3, "3g.47gb": 2, "4g.47gb": 1, "7g.94gb": 1}),
        ("nvidia.h200-sxm-141gb", {"1g.18gb": 7, "1g.35gb": 4, "2g.35gb": 3, "3g.71gb": 2, "4g.71gb": 1, "7g.141gb": 1}),
        ("nvidia.b200-sxm-180gb", {"1g.23gb": 7, "1g.45gb": 4, "2g.45gb": 3, "3g.90gb": 2, "4g.90gb": 1, "7g.180gb": 1}),
        ("nvidia.gb200-gpu", {"1g.23gb": 7, "1g.47gb": 4, "2g.47gb": 3, "3g.93gb": 2, "4g.93gb": 1, "7g.186gb": 1}),
        ("nvidia.b300-sxm", {"1g.34gb": 7, "1g.67gb": 4, "2g.67gb": 3, "3g.135gb": 2, "4g.135gb": 1, "7g.269gb": 1}),
        ("nvidia.gb300-gpu", {"1g.35gb": 7, "1g.70gb": 4, "2g.70gb": 3, "3g.139gb": 2, "4g.139gb": 1, "7g.278gb": 1}),
        ("nvidia.gh200-96gb", {"1g.12gb": 7, "1g.24gb": 4, "2g.24gb": 3, "3g.48gb": 2, "4g.48gb": 1, "7g.96gb": 1}),
        ("nvidia.rtx-pro-6000-blackwell-server", {"1g.24gb": 4, "2g.48gb": 2, "4g.96gb": 1}),
    ],
)
def test_slices_as_mig_parted_lists_them(gpus: dict[str, HardwareType], key: str, expected: dict[str, int]) -> None:
    """NVIDIA mig-parted, commit bd7160f, deployments/systemd/config-default.yaml and the tests of its builder."""
    assert slices(gpus[key]) == expected


def test_slices_fit_their_gpu(gpus: dict[str, HardwareType]) -> None:
    with_slices = [kind for kind in gpus.values() if kind.mig]
    assert {kind.key for kind in with_slices} == {key for key, kind in gpus.items() if kind.number("mig_max_instances")}
    for kind in with_slices:
        instances = kind.number("mig_max_instances")
        label = int(kind.text("memory_label").removesuffix(" GB"))
        assert instances == max(slices(kind).values()), kind.key
        for name, most in slices(kind).items():
            match = re.fullmatch(r"(\d)g\.(\d+)gb", name)
            assert match, (kind.key, name)
            assert int(match[1]) * most <= instances, (kind.key, name)
            assert int(match[2]) * most <= 1.03 * label, (kind.key, name)


def test_cards_without_slices_have_none(gpus: dict[str, HardwareType]) -> None:
    for kind in gpus.values():
        if kind.number("mig_max_instances") == 0:
            assert not kind.mig, kind.key


def test_pci_numbers_are_told_apart(gpus: dict[str, HardwareType]) -> None:
    numbers: dict[str, str] = {}
    for key, kind in gpus.items():
        fact = kind.facts.get("pci_device_id")
        for each in (fact, *fact.others) if fact else ():
            assert re.fullmatch(r"(10DE|1002|1DA3):[0-9A-F]{4}", str(each.value)), key
            assert numbers.setdefault(str(each.value), key) == key


def test_a_price_has_a_date(gpus: dict[str, HardwareType]) -> None:
    for key, kind in gpus.items():
        for name in ("price_usd", "price_per_hour_usd"):
            fact = kind.facts.get(name)
            for each in (fact, *fact.others) if fact else ():
                undated = "undated" in each.note
                assert bool(each.date) is not undated, (key, name)
                assert undated or "2018" <= each.date[:4] <= "2026", (key, name)


def test_cards_for_racks_have_no_fan(gpus: dict[str, HardwareType]) -> None:
    active = {key for key, kind in gpus.items() if kind.text("cooling") == "active"}
    cards = {key for key in gpus if key.startswith("nvidia.rtx")} - {"nvidia.rtx-pro-6000-blackwell-server"}
    assert active == cards | {"nvidia.gb10-gpu"}


def test_cards_have_a_size_and_a_connector(gpus: dict[str, HardwareType]) -> None:
    for key, kind in gpus.items():
        if kind.text("form_factor").startswith("PCIe"):
            for name in ("board_length_mm", "board_slots", "power_connector", "pcie_lanes"):
                assert name in kind.facts, (key, name)
            assert "board_height_mm" in kind.facts or "board partners differ" in kind.facts["board_length_mm"].note, key
            assert ("16-pin" in kind.text("power_connector")) is ("power_connector_edge" in kind.facts), key


def test_gpus_of_laptops_are_no_cards(gpus: dict[str, HardwareType]) -> None:
    """They are soldered, slower than the card of their name, and their maker sets the power."""
    laptops = {key: kind for key, kind in gpus.items() if key.endswith("-laptop")}
    assert len(laptops) == 8
    for key, kind in laptops.items():
        assert "board_slots" not in kind.facts, key
        assert kind.number("power_limit_min_w") is not None, key
        card = gpus.get(key.removesuffix("-laptop"))
        assert card is None or (kind.number("fp32_tflops") or 0) < (card.number("fp32_tflops") or 0), key
        assert all("laptop" in alias.casefold() for alias in kind.aliases if "RTX" in alias), key


PUBLISHED = [
    # NVIDIA H100 product page, specifications; half of the figures "with sparsity"
    ("nvidia.h100-sxm5-80gb", "bf16_dense_tflops", 989.4),
    ("nvidia.h100-sxm5-80gb", "fp8_sparse_tflops", 3957.8),
    ("nvidia.h100-nvl-94gb", "memory_gb_per_s", 3938),
    # NVIDIA A100 data sheet 2188504
    ("nvidia.a100-sxm4-80gb", "bf16_dense_tflops", 312),
    ("nvidia.a100-sxm4-80gb", "memory_gb_per_s", 2039),
    ("nvidia.a100-pcie-80gb", "memory_gb_per_s", 1935),
    ("nvidia.a100-sxm4-40gb", "memory_gb_per_s", 1555),
    # NVIDIA L40S data sheet 2841316 and L40 data sheet 2436245
    ("nvidia.l40s", "fp8_dense_tflops", 733),
    ("nvidia.l40", "fp8_dense_tflops", 362),
    # NVIDIA H200 data sheet 3367400
    ("nvidia.h200-sxm-141gb", "memory_gb_per_s", 4800),
    ("nvidia.h200-nvl-141gb", "power_max_w", 600),
    # NVIDIA Ada GPU Architecture white paper v2.1, Appendix A
    ("nvidia.rtx-4090", "fp16_dense_tflops", 165.2),
    ("nvidia.rtx-4090", "fp16_half_sum_dense_tflops", 330.3),
    ("nvidia.rtx-4090", "fp8_half_sum_sparse_tflops", 1321.2),
    # NVIDIA RTX Blackwell GPU Architecture white paper, Appendix A, Table 3
    ("nvidia.rtx-5090", "fp16_dense_tflops", 209.5),
    ("nvidia.rtx-5090", "fp4_dense_tflops", 1676),
    # NVIDIA Blackwell data sheet, Individual Blackwell GPU Specifications
    ("nvidia.b200-sxm-180gb", "memory_gb_per_s", 7700),
    ("nvidia.gb200-gpu", "power_max_w", 1200),
    # HGX B300 platform table: 2 POPS INT8 sparse and 108 PFLOPS FP4 dense for eight GPUs
    ("nvidia.b300-sxm", "int8_dense_tops", 125),
    ("nvidia.b300-sxm", "fp4_dense_tflops", 13500),
    # pytorch/torchtitan get_peak_flops
    ("nvidia.rtx-a6000", "fp16_sparse_tflops", 309.7),
    # AMD product pages
    ("amd.mi300x", "bf16_dense_tflops", 1307.4),
    ("amd.mi355x", "power_max_w", 1400),
    # ML Engineering, Gaudi 3 at the 1,600 MHz at which it runs: 8 engines x 256 x 256 x 2 x 1.6 GHz
    ("intel.gaudi-3", "bf16_dense_tflops", 1677),
    # nvidia-smi -q -x of real boards
    ("nvidia.t4", "memory_mib", 15_360),
    ("nvidia.a100-sxm4-40gb", "memory_mib", 40_960),
    ("nvidia.a100-sxm4-80gb", "memory_mib", 81_920),
    ("nvidia.h100-sxm5-80gb", "memory_mib", 81_559),
    ("nvidia.l40s", "memory_mib", 46_068),
    ("nvidia.b200-sxm-180gb", "memory_mib", 183_359),
    ("nvidia.gb200-gpu", "memory_mib", 189_471),
    ("nvidia.gb300-gpu", "memory_mib", 284_208),
    ("nvidia.rtx-3060-12gb", "memory_mib", 12_288),
    ("nvidia.rtx-3090", "memory_mib", 24_576),
    # NVIDIA, CUDA GPU Compute Capability
    ("nvidia.v100-sxm2-32gb", "compute_capability", 7.0),
    ("nvidia.b300-sxm", "compute_capability", 10.3),
    ("nvidia.jetson-agx-thor-gpu", "compute_capability", 11.0),
    ("nvidia.gb10-gpu", "compute_capability", 12.1),
]


@pytest.mark.parametrize(("key", "fact", "value"), PUBLISHED)
def test_published_figures(gpus: dict[str, HardwareType], key: str, fact: str, value: float) -> None:
    assert gpus[key].number(fact) == value


@pytest.mark.parametrize(
    ("key", "fact", "other"),
    [
        ("nvidia.b300-sxm", "int8_dense_tops", 4500),
        ("nvidia.b300-sxm", "fp4_dense_tflops", 12600),
        ("nvidia.b300-sxm", "fp4_dense_tflops", 13100),
        ("nvidia.b300-sxm", "power_max_w", 1000),
        ("nvidia.b300-sxm", "power_max_w", 1400),
        ("nvidia.b200-sxm-180gb", "memory_label", "192 GB"),
        ("nvidia.b200-sxm-180gb", "memory_gb_per_s", 8000),
        ("nvidia.h100-pcie-80gb", "memory_type", "HBM3"),
        ("nvidia.h100-sxm5-80gb", "fp64_tflops", 30),
        ("nvidia.h100-sxm5-80gb", "fp16_dense_tflops", 1000),
        ("nvidia.a100-sxm4-40gb", "memory_type", "HBM2e"),
        ("nvidia.gb300-gpu", "int8_dense_tops", 5000),
        ("intel.gaudi-3", "bf16_dense_tflops", 1835),
    ],
)
def test_known_contradictions_are_kept(gpus: dict[str, HardwareType], key: str, fact: str, other: float | str) -> None:
    assert other in [each.value for each in gpus[key].facts[fact].others]
