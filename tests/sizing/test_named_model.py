"""Models by name, and those of which only the number of parameters is known."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.models.named_model import SUPPOSED, named_model, parameters_in


@pytest.mark.parametrize(
    ("text", "count"),
    [("13B", 13e9), ("13 b", 13e9), ("350M", 350e6), ("1.8T", 1.8e12), ("7,5 B parameters", 7.5e9), ("0.5bn", 0.5e9)],
)
def test_parameters_are_read(text: str, count: float) -> None:
    assert parameters_in(text) == pytest.approx(count)


@pytest.mark.parametrize("text", ["", "13", "llama-3.1-8B", "B", "0B", "900000T", "13 GB", "1.2.3B"])
def test_other_texts_are_none(text: str) -> None:
    assert parameters_in(text) is None


@pytest.mark.parametrize("text", ["100M", "500M", "1B", "3B", "7B", "13B", "34B", "70B", "180B", "405B", "1T", "10T"])
def test_the_supposed_shape_has_as_many_parameters(text: str) -> None:
    model = named_model(text)
    assert model.family == SUPPOSED
    assert model.parameters == pytest.approx(parameters_in(text), rel=0.04)
    assert model.generates_words
    assert "supposed" in model.notes[0]


@pytest.mark.parametrize(("text", "name"), [("8.03B", "Meta-Llama-3.1-8B"), ("70.55B", "Meta-Llama-3.1-70B")])
def test_the_cache_is_near_that_of_a_published_model_of_that_size(text: str, name: str) -> None:
    """Llama 3.1 8B keeps 2 × 32 × 8 × 128 elements of a token, 70B 2 × 80 × 8 × 128."""
    published = find_model(name).architecture.cache_bytes_per_token(1.0)
    assert named_model(text).cache_bytes_per_token(1.0) == pytest.approx(published, rel=0.2)


def test_names_are_looked_up_as_before() -> None:
    assert named_model("gpt2").name == find_model("gpt2").name
    with pytest.raises(InvalidData):
        named_model("nothing like it")
