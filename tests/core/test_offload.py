"""Layers in the system's memory, against a published sweep."""

import pytest

from gpudesk.core.serving.decode_speed import DecodeConstants
from gpudesk.core.serving.offload import LayerBytes, most_layers, offloaded

LAYERS = LayerBytes(held=(10.0, 10.0, 10.0, 30.0), read=(10.0, 5.0, 8.0, 30.0), cache=(1.0, 1.0, 1.0, 0.0), table=20.0)
PLAIN = DecodeConstants(weights=1.0, cache=1.0, copies=0.0, layers_us=0.0, hops_us=0.0)


def test_the_last_layers_go_to_the_gpu_and_the_head_at_the_end() -> None:
    assert LAYERS.count == 4
    assert [LAYERS.on_gpu(layers) for layers in range(5)] == [0, 11, 22, 33, 63]
    assert [LAYERS.read_on_gpu(layers) for layers in range(5)] == [0, 9, 15, 26, 56]
    assert [most_layers(LAYERS, room) for room in (0, 10.9, 11, 62, 63, 1000)] == [0, 0, 1, 3, 4, 4]


def test_times_of_the_two_parts_add_up() -> None:
    found = offloaded(LAYERS, 2, 100.0, 10.0, 0.5, PLAIN)
    assert found.seconds == pytest.approx((56 - 15) / 5 + 15 / 100)
    assert found.cpu_seconds == pytest.approx(56 / 5)
    assert (found.layers, found.of) == (2, 4)
    assert found.gpu_bytes == 22
    assert found.gpu_bytes + found.ram_bytes == 10 + 10 + 10 + 30 + 3 + 20


def test_everything_on_the_gpu_reads_nothing_from_the_system() -> None:
    assert offloaded(LAYERS, 4, 100.0, 10.0, 0.5, PLAIN).seconds == pytest.approx(0.56)
    assert offloaded(LAYERS, 0, 100.0, 10.0, 0.5, PLAIN).seconds == pytest.approx(56 / 5)
