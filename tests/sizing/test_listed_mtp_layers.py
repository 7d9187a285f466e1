"""Layers that predict further tokens (MTP), as the configurations of published models list them."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import is_draft


@pytest.mark.parametrize(("name", "layers"), [("Qwen/Qwen3.5-27B", 1), ("deepseek-ai/DeepSeek-V4-Flash", 1), ("MiniMaxAI/MiniMax-M2.5", 3)])
def test_mtp_tensors_of_a_family_that_does_not_count_them_are_drafts(name: str, layers: int) -> None:
    """They are not part of the weights that an engine loads without speculative decoding."""
    model = find_model(name).architecture
    assert (model.mtp_layers, model.draft) == (layers, ())
    assert is_draft("mtp.layers.0.self_attn.q_proj.weight", model)
    assert not is_draft("model.layers.0.self_attn.q_proj.weight", model)
    assert not is_draft("mtp.layers.0.self_attn.q_proj.weight", find_model("llama-3.1-8b").architecture)


def test_a_file_that_says_no_mtp_layers_has_none() -> None:
    config = dict(find_model("Qwen/Qwen3.5-27B").config)
    without = {**config, "text_config": {**config["text_config"], "mtp_num_hidden_layers": 0}}
    assert not read_architecture("none", without).has_mtp
    del without["text_config"]["mtp_num_hidden_layers"]
    assert not read_architecture("none", without).has_mtp


def test_an_impossible_number_of_mtp_layers_is_one_fault() -> None:
    config = {**find_model("deepseek-v3").config, "num_nextn_predict_layers": -1}
    with pytest.raises(InvalidData) as caught:
        read_architecture("bad", config)
    assert [problem.plain().split(":")[0] for problem in caught.value.problems] == ["config.num_nextn_predict_layers"]
