"""Memory of training: states as the papers have them, activations, adapters, stages."""

from dataclasses import fields, replace

import numpy as np
import pytest

from gpudesk.core.models.architecture import Architecture, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.training.adapters import Adapter
from gpudesk.core.training.optimisers import Moments, Optimiser
from gpudesk.core.training.trained_model import Copies, TrainedModel, stage_sums
from gpudesk.core.training.training_activations import Recompute, gpt_layer_bytes, in_flight, kept_by_layers
from gpudesk.core.training.training_memory import PARTS, Beside, Layouts, in_gib, memory_parts
from tests.core.models.layered_configs import E4B
from tests.core.test_model_split import LLAMA_70B

GIB = 2**30
LLAMA_7B = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "intermediate_size": 11008,
    "vocab_size": 32000,
    "max_position_embeddings": 4096,
}
MIXTRAL = {
    "model_type": "mixtral",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 32000,
    "num_local_experts": 8,
    "num_experts_per_tok": 2,
}
GPT = {"model_type": "gpt2", "n_embd": 1024, "n_layer": 24, "n_head": 16, "vocab_size": 50257, "n_positions": 2048}

GEMMA_31B = {
    "hidden_size": 5376,
    "intermediate_size": 21504,
    "num_hidden_layers": 60,
    "num_attention_heads": 32,
    "num_key_value_heads": 16,
    "num_global_key_value_heads": 4,
    "head_dim": 256,
    "global_head_dim": 512,
    "attention_k_eq_v": True,
    "hidden_size_per_layer_input": 0,
    "vocab_size": 262_144,
    "sliding_window": 1024,
}


def scheme(weights: float = 2, gradients: float = 2, master: float = 4, moments: float = 8, of: Moments = Moments.EACH) -> Optimiser:
    return Optimiser("", "", "", weights, gradients, master, moments, of, "", "")


def layout(**given: int) -> Layouts:
    one = dict.fromkeys((field.name for field in fields(Layouts)), 1) | {"zero": 0, "recompute": 0} | given
    return Layouts(*(np.array([one[field.name]]) for field in fields(Layouts)))


def llama() -> Architecture:
    return read_architecture("llama", LLAMA_7B)


def parts(asked: TrainedModel, **given: int) -> dict[str, float]:
    return {name: float(values[0]) for name, values in memory_parts(asked, layout(**given), Beside(8.0, 0.0)).items()}


def states(found: dict[str, float]) -> float:
    return sum(found[name] for name in ("weights", "gradients", "master", "moments"))


@pytest.mark.parametrize(
    ("zero", "bytes_each"),
    # arXiv:1910.02054, figure 1 with 16 bytes a parameter: 16, 4 + 12/N, 2 + 14/N, 16/N.
    [(0, 16.0), (1, 4 + 12 / 64), (2, 2 + 14 / 64), (3, 16 / 64)],
)
def test_zero_shares_out_states_as_its_paper_says(zero: int, bytes_each: float) -> None:
    found = parts(TrainedModel(llama(), scheme(), 2048), data=64, zero=zero)
    assert states(found) / llama().parameters == pytest.approx(bytes_each)


def test_the_distributed_optimiser_of_megatron() -> None:
    """6 + 12/DP bytes a parameter of a stage with gradients in 32 bits (theoretical_memory_usage.py)."""
    model = llama()
    found = parts(TrainedModel(model, scheme(gradients=4), 2048), data=8, tensor=4, zero=1)
    norms = 65 * 4096
    assert states(found) == pytest.approx((6 + 12 / 8) * ((model.parameters - norms) / 4 + norms))


def test_stages_add_up_to_the_model() -> None:
    model = read_architecture("llama", LLAMA_70B)
    sums = stage_sums(TrainedModel(model, scheme(), 2048), 8)
    assert sums.trained.sum() == model.parameters
    assert sums.trained[0].sum() > sums.trained[1].sum() - model.vocabulary * model.hidden


def test_experts_are_divided_by_those_that_share_them() -> None:
    model = read_architecture("mixtral", MIXTRAL)
    asked = TrainedModel(model, scheme(), 2048)
    alone, shared = parts(asked, data=8, zero=0), parts(asked, data=8, expert=8, zero=0)
    experts = 32 * 8 * 3 * 4096 * 14336
    assert alone["weights"] == 2 * model.parameters
    assert shared["weights"] == 2 * (model.parameters - experts + experts / 8)
    sharded = parts(asked, data=8, expert=8, zero=1)
    assert sharded["moments"] == pytest.approx(8 * ((model.parameters - experts) / 8 + experts / 8)), "no two GPUs hold the same experts"


def test_layers_of_a_llama_keep_thirty_two_times_their_width() -> None:
    """`8h + 4ad + 4kd + 6f + 4a` bytes a token."""
    layer = kept_by_layers(llama(), 4096)[0]
    assert layer.whole + layer.shared + layer.heads == 8 * 4096 + 4 * 4096 + 4 * 4096 + 6 * 11008 + 4 * 32
    everything = parts(TrainedModel(llama(), scheme(), 4096))
    assert everything["activations"] == 32 * 4096 * (16 * 4096 + 6 * 11008 + 4 * 32)


def test_layers_of_the_older_kind_follow_korthikanti() -> None:
    model = read_architecture("gpt2", GPT)
    asked = TrainedModel(model, scheme(), 2048)

    def kept(of: TrainedModel, place: int) -> float:
        return parts(of, tensor=2, micro_batch=4, recompute=place)["activations"]

    def told(mode: Recompute) -> float:
        return 24 * gpt_layer_bytes(2048, 4, 1024, 16, 2, mode, shares=True)

    assert kept(replace(asked, eager=True), 0) == pytest.approx(told(Recompute.NONE))
    masks = 24 * 2048 * 4 * 1024 * 2 / 2
    assert kept(asked, 0) == pytest.approx(told(Recompute.SELECTIVE) - masks), "flash attention stores no scores; no dropout, no masks"
    assert kept(asked, 2) == pytest.approx(told(Recompute.FULL))
    assert kept(asked, 2) < kept(asked, 1) < kept(asked, 0)


def test_keys_and_values_are_divided_by_the_heads_of_their_layers() -> None:
    """Gemma 4 31B on eight GPUs: 50 layers have 16 heads of keys, so each GPU has an eighth of them; ten have four, a quarter."""
    model = read_architecture("gemma-4", {"model_type": "gemma4", "text_config": GEMMA_31B})
    trained = TrainedModel(model, scheme(), 2048)
    found = parts(trained, tensor=8)
    norms = sum(weight.total for weight in model.weights if weight.role is Role.NORM)
    near, far = 50 * 2 * 5376 * 16 * 256, 10 * 5376 * 4 * 512
    assert sum(weight.total for weight in model.weights if weight.role in (Role.KEY, Role.VALUE)) == near + far
    assert found["weights"] == pytest.approx(2 * (norms + near / 8 + far / 4 + (model.parameters - norms - near - far) / 8))
    layers = trained.layers()
    assert {layer.heads for layer in layers} == {2 * 3 * 16 * 256, 2 * 2 * 4 * 512}, "keys, their norm, and values where they have a matrix"
    divided = [(layer.whole + layer.shared) / 8 + layer.heads / (4 if place % 6 == 5 else 8) for place, layer in enumerate(layers)]
    assert found["activations"] == pytest.approx(2048 * sum(divided))


def test_what_is_in_flight() -> None:
    """1F1B: p - i; interleaved 1 + (p-1)/(pv) times p on the first stage (arXiv:2205.05198); never more than there are."""
    assert [in_flight(stage, 4, 1, 100) for stage in range(4)] == [4, 3, 2, 1]
    assert in_flight(0, 8, 3, 100) == pytest.approx(8 * (1 + 7 / 24))
    assert in_flight(0, 8, 1, 2) == 2
    assert in_flight(0, 8, 4, 8) == 8


def test_the_last_stage_is_the_fullest_where_there_are_many_words() -> None:
    """Then what it holds in flight counts: one micro-batch, interleaved (pv + p - 1 - 2i)/v."""
    model = read_architecture("llama", {**LLAMA_7B, "vocab_size": 2_000_000, "tie_word_embeddings": False})
    asked = TrainedModel(model, scheme(), 4096)
    each = parts(TrainedModel(llama(), scheme(), 4096))["activations"] / 4
    plain = parts(asked, pipeline=4, micro_batches=64)
    assert plain["logits"] > 0
    assert plain["activations"] == each
    assert in_flight(3, 4, 2, 64) == 2.5
    assert parts(asked, pipeline=4, micro_batches=64, virtual=2)["activations"] == pytest.approx(2.5 * each)


def test_the_first_stage_keeps_the_most() -> None:
    """L layers' worth whatever the number of stages."""
    asked = TrainedModel(llama(), scheme(), 4096, chunked_loss=True)
    assert parts(asked, pipeline=4, micro_batches=64)["activations"] == parts(asked)["activations"]


@pytest.mark.parametrize(
    ("values", "adapter", "trained"),
    # Printed by PEFT for these models: 4,194,304 for rank 8 on queries and values; 41,943,040 for rank 16 on all linear matrices.
    [
        (LLAMA_7B, Adapter(8, "query-value"), 4_194_304),
        (
            {**LLAMA_7B, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256},
            Adapter(16, "linear"),
            41_943_040,
        ),
    ],
)
def test_adapters_are_counted_from_the_matrices(values: dict[str, object], adapter: Adapter, trained: int) -> None:
    assert adapter.parameters(read_architecture("llama", values)) == trained


def test_an_adapter_that_trains_words_has_a_second_copy_of_them() -> None:
    with_words = Adapter(16, "linear", words=True).parameters(llama())
    assert with_words - Adapter(16, "linear").parameters(llama()) == 2 * 32000 * 4096


def test_a_frozen_base_has_no_gradients() -> None:
    asked = TrainedModel(llama(), scheme(), 2048, adapter=Adapter(16, "linear"))
    found = parts(asked)
    assert found["frozen"] == 2 * llama().parameters
    assert states(found) == 16 * asked.trained_parameters
    attention = parts(replace(asked, adapter=Adapter(16, "attention")))
    assert attention["activations"] < found["activations"], "what only the gradient of a frozen matrix reads is not kept"


def test_a_sharded_base_is_put_together_unit_by_unit() -> None:
    """Two layers of a Llama 2 7B in 16 bits, with the adapters next to them."""
    asked = TrainedModel(llama(), scheme(), 2048, adapter=Adapter(16, "linear"))
    layer = 4 * 4096**2 + 3 * 4096 * 11008 + 2 * 4096
    adapter = asked.trained_parameters / 32
    assert parts(asked, data=4, zero=3)["units"] == 2 * (2 * layer + (2 + 2) * adapter)
    assert parts(asked, data=4, zero=2)["units"] == 0


def test_other_models_of_a_method() -> None:
    model = llama()
    reference = parts(TrainedModel(model, scheme(), 2048, copies=Copies(frozen=1, sequences=2)))
    plain = parts(TrainedModel(model, scheme(), 2048))
    assert reference["copies"] == 2 * model.parameters
    assert reference["activations"] == 2 * plain["activations"]
    critic = parts(TrainedModel(model, scheme(), 2048, copies=Copies(frozen=2, trained=1, generates=True), rollouts=4))
    assert critic["copies"] == (2 * 2 + 16) * model.parameters
    assert critic["rollout_weights"] == 2 * model.parameters
    assert critic["rollout_cache"] == 4 * 2048 * 2 * 32 * 4096 * 2


def test_the_first_stage_generates_with_most_of_the_layers_that_keep_keys() -> None:
    """Gemma 3n E4B in stages of 18 and 17 layers: 3 of its first 20 layers keep every token there, and 15 a window of 512."""
    asked = TrainedModel(read_architecture("x", E4B), scheme(), 2048, copies=Copies(generates=True), rollouts=4)
    assert parts(asked, pipeline=2)["rollout_cache"] == 4 * (3 * 2048 + 15 * 512) * 1024 * 2


def test_offload_moves_states_to_the_host() -> None:
    model = llama()
    found = parts(TrainedModel(model, scheme(), 2048, offload=True), data=2, zero=2)
    assert found["weights"] == 2 * model.parameters
    assert found["gradients"] == found["master"] == found["moments"] == 0
    assert found["host"] == 14 * model.parameters / 2


def test_moments_of_other_optimisers() -> None:
    model = llama()
    factored = TrainedModel(model, scheme(moments=4, of=Moments.FACTORED), 2048)
    assert parts(factored)["moments"] < 0.003 * 4 * model.parameters
    muon = TrainedModel(model, scheme(moments=4, of=Moments.MATRICES), 2048)
    words = 2 * 32000 * 4096 + 65 * 4096
    assert parts(muon)["moments"] == 4 * (model.parameters - words) + 8 * words


def test_the_sum_is_that_of_the_parts() -> None:
    asked = TrainedModel(llama(), scheme(), 2048)
    columns = memory_parts(asked, layout(data=4, zero=3), Beside(8.0, 1.0))
    assert in_gib(columns)[0] * GIB == pytest.approx(sum(float(columns[name][0]) for name in PARTS))
    assert columns["units"][0] > 0


def test_an_eager_program_keeps_more() -> None:
    asked = TrainedModel(llama(), scheme(), 4096, kept_copies=1.65, live_copies=1.65)
    fused = TrainedModel(llama(), scheme(), 4096)
    assert parts(asked)["activations"] == pytest.approx(1.65 * parts(fused)["activations"])
    assert parts(asked, recompute=2)["activations"] == parts(fused, recompute=2)["activations"], "inputs of layers alone are kept"
    words_apart = replace(asked, model=read_architecture("llama", {**LLAMA_7B, "vocab_size": 100}))
    assert parts(words_apart, recompute=2)["layer"] == pytest.approx(
        1.65 * parts(replace(words_apart, live_copies=1.0), recompute=2)["layer"]
    )
