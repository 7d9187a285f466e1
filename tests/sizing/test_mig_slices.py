"""Slices of the boards of the catalog, as boards of their own."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.gpus.boards import boards, find_board
from gpudesk.sizing.gpus.mig_slices import Need, find_board_or_slice, mig_profiles, slice_board, slice_plan
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingWorkload, serving_plans

A100 = "nvidia.a100-sxm4-80gb"


@pytest.mark.parametrize(("profile", "mib"), [("1g.10gb", 9856), ("2g.20gb", 19968), ("3g.40gb", 40192), ("7g.80gb", 80384)])
def test_memory_of_slices_as_nvidia_smi_shows_it(profile: str, mib: int) -> None:
    found = slice_board(boards()[A100], mig_profiles(A100)[profile])
    assert found.memory_gib * 1024 == pytest.approx(mib)


def test_every_profile_of_the_catalog_has_its_places() -> None:
    sliced = [key for key in boards() if mig_profiles(key)]
    assert len(sliced) >= 18
    for key in sliced:
        for profile in mig_profiles(key).values():
            part = slice_board(boards()[key], profile)
            assert 0 < part.usable_gib <= boards()[key].memory_gib
            assert 0 < part.rates["fp16"] <= boards()[key].rates["fp16"]
            assert len(profile.starts) >= profile.most


def test_multiprocessors_decide_the_share_of_compute() -> None:
    """An A100 slice has 14 of 108 multiprocessors for each of its seven, not a seventh of them."""
    part = find_board_or_slice("A100 SXM4 80 GB 1g.10gb")
    assert part.rates["fp16"] == pytest.approx(312e12 * 14 / 108)
    assert part.bytes_per_s == pytest.approx(2039e9 / 8)
    assert (part.part_of, part.link_bytes_per_s) == (A100, 0.0)


def test_a_model_is_sized_on_a_slice() -> None:
    """8 billion parameters in FP8 are 8.5 GiB: beyond 1g.10gb, within 1g.20gb."""
    vllm = engines()["vllm"]
    work = ServingWorkload(find_model("llama-3.1-8b").architecture, weight_format("fp8"), 2.0, 1024, 256, 1, vllm, 0.9)
    narrow, wide = (find_board_or_slice(f"H100 SXM5 80 GB {name}") for name in ("1g.10gb", "1g.20gb"))
    assert not serving_plans(work, [narrow], 1)[0].fits
    (found,) = serving_plans(work, [wide], 1)
    assert found.fits
    assert found.provenance == "unseen"
    (whole,) = serving_plans(work, [find_board("H100 SXM5 80 GB")], 1)
    assert found.tpot.value > 2 * whole.tpot.value


def test_jobs_get_the_smallest_slice_each() -> None:
    found = slice_plan(find_board("H100 SXM5 80 GB"), [Need(8, 5), Need(30, 2), Need(18, 3, compute=2)])
    assert [profile.name for _, profile, _ in found.slices] == ["1g.10gb", "3g.40gb", "2g.20gb"]
    assert len(found.layouts.gpus) == 3
    assert found.layouts.exact


def test_what_cannot_be_sliced_says_so() -> None:
    with pytest.raises(InvalidData, match="does not support MIG"):
        slice_plan(find_board("RTX 4090"), [Need(1, 1)])
    with pytest.raises(InvalidData, match="has no slice with"):
        slice_plan(find_board("H100 SXM5 80 GB"), [Need(90, 1)])
    with pytest.raises(InvalidData, match=r"it has 1g\.10gb"):
        find_board_or_slice("H100 SXM5 80 GB 1g.70gb")
