"""What weights take in addition to their bytes: tables of positions and what PyTorch's allocator rounds up."""

import pytest

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Part, Role, Weight
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.serving.held_weights import WeightLayout
from gpudesk.core.serving.loaded_weights import added_bytes
from gpudesk.core.work.model_split import Split

MIB = 2**20


def model(*weights: Weight, context: int = 0, layers: int = 2) -> Architecture:
    caches = (Cache(CacheKind.FULL, layers, 2 * 8 * 128, 8, query_width=16 * 128, value_width=16 * 128),)
    return Architecture("m", "llama", 2048, layers, 16, 32000, context, 8192, weights, caches)


def added(found: Architecture, split: Split | None = None) -> tuple[float, float, float]:
    of = added_bytes(found, split or Split(), [StoredWeight(weight, 2.0) for weight in found.weights], 2.0)
    return of.value / MIB, of.low / MIB, of.high / MIB


def square(role: Role, mib: float, layers: tuple[int, ...] = (0, 1), copies: int = 1) -> Weight:
    """A tensor of that many MiB in 16 bits."""
    return Weight(role, (int(mib * MIB / 2 / 1024), 1024), layers, copies)


@pytest.mark.parametrize(
    ("mib", "rounded"),
    [
        (94.0, 0.0),  # even
        (95.0, 1.0),  # to 96; what is left over is no more than 1 MiB, and not split off
        (95.5, 0.5),
        (94.5, 0.0),  # 1.5 MiB are left over and split off
        (9.0, 0.0),  # below 10 MiB several tensors share a segment
    ],
)
def test_large_tensors_are_rounded_up_to_two_mebibytes(mib: float, rounded: float) -> None:
    value, low, high = added(model(square(Role.OUTPUT, mib)))
    assert value == pytest.approx(2 * rounded)
    assert low == 0.0
    assert high == pytest.approx(2 * rounded + (2 if mib >= 10 else 0))


def test_tensors_that_the_engine_joins_are_rounded_up_together() -> None:
    apart = model(square(Role.QUERY, 11.0), square(Role.OUTPUT, 11.0))
    joined = model(square(Role.QUERY, 11.0), square(Role.KEY, 11.0), square(Role.VALUE, 11.0), square(Role.OUTPUT, 11.0))
    assert added(apart)[0] == pytest.approx(4.0)
    assert added(joined)[0] == pytest.approx(4.0), "33 and 11 MiB: 1 MiB each in two layers"
    assert added(model(square(Role.GATE, 11.0), square(Role.UP, 11.0)))[0] == 0.0, "22 MiB"
    assert added(model(square(Role.EXPERT_DOWN, 1.0, copies=15)))[0] == pytest.approx(2.0), "15 MiB, all experts of a layer"


def test_a_share_of_a_tensor_and_a_stage_are_rounded_up_as_they_are() -> None:
    found = model(square(Role.OUTPUT, 46.0, layers=(0, 1, 2, 3)), layers=4)
    assert added(found)[0] == 0.0
    assert added(found, Split(tensor=2))[0] == pytest.approx(4.0), "23 MiB"
    assert added(found, Split(tensor=2, pipeline=2))[0] == pytest.approx(2.0), "two layers"


def test_tables_of_positions_have_the_width_of_a_head_and_are_not_made_where_positions_are_learned() -> None:
    assert added(model(context=131072))[0] == 131072 * 128 * 2 / MIB
    assert added(model(Weight(Role.POSITION, (1024, 2048)), context=1024)) == (0.0, 0.0, 0.0)
    pictures = Weight(Role.POSITION, (4096, 1152), part=Part.VISION)
    assert added(model(pictures, context=131072))[0] == 131072 * 128 * 2 / MIB, "those of a vision tower are its own"
    latent = Cache(CacheKind.LATENT, 2, 512 + 64, query_width=16 * 576, value_width=16 * 512)
    of = Architecture("m", "deepseek_v3", 2048, 2, 16, 32000, 4096, 8192, (), (latent,))
    assert added(of)[0] == 4096 * 64 * 2 / MIB


def test_heads_of_two_widths_have_a_table_each() -> None:
    """Gemma 4: layers without a window have wider heads, and positions turn all of them."""
    wide = Cache(CacheKind.FULL, 5, 2 * 2 * 512, query_width=16 * 512, value_width=16 * 512)
    narrow = Cache(CacheKind.WINDOW, 25, 2 * 8 * 256, window=1024, query_width=16 * 256, value_width=16 * 256)
    of = Architecture("m", "gemma4", 2816, 30, 16, 262144, 262144, 2112, (), (wide, narrow, narrow))
    assert added(of)[0] == 262144 * (512 + 256) * 2 / MIB == 384


def test_nothing_is_added_for_engines_without_logs_and_for_kernels_whose_logs_contain_it() -> None:
    found = model(square(Role.OUTPUT, 95.0), context=131072)
    stored = [StoredWeight(weight, 2.0) for weight in found.weights]
    assert added_bytes(found, Split(), stored, 0.0).high == 0.0
    marlin = WeightLayout("Marlin", "all", "log", ("nvidia",), 8.0, 9.0, True, 4.25, 4.0, extra_gib=0.07)
    assert added_bytes(found, Split(), stored, 2.0, marlin).high == 0.0
    repacked = WeightLayout("Marlin", "all", "source", ("nvidia",), 8.0, 9.0, False, 8.0, 8.0, repacked_bits=8.125)
    assert added_bytes(found, Split(), stored, 2.0, repacked).value == pytest.approx((32 + 2) * MIB)
