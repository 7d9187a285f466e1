"""A model stored in files: its tensors with their types and bytes, and the architecture that its files describe."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from gpudesk.core.models.architecture import EXPERTS, Architecture, Role, Weight
from gpudesk.core.models.model_families import is_known, read_architecture
from gpudesk.core.models.tensor_names import stated_by_tensors
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat

SIZED = (1.0, 1.005)
"""The range of an estimated model whose files contain the bytes of its weights: norms in 32 bits and similar may be added."""
STORED = "stored"
"""Requests the stored format of a file, in place of the key of a format."""
_LAYER = re.compile(r"blk\.(\d{1,6})\.(.+)")
_GGUF_ROLES: Mapping[str, Role] = {
    "token_embd": Role.EMBEDDING,
    "per_layer_token_embd": Role.LAYER_TABLE,
    "output": Role.HEAD,
    "position_embd": Role.POSITION,
    "attn_q": Role.QUERY,
    "attn_qkv": Role.QUERY,
    "attn_k": Role.KEY,
    "attn_v": Role.VALUE,
    "attn_output": Role.OUTPUT,
    "attn_q_a": Role.LATENT_DOWN,
    "attn_kv_a_mqa": Role.LATENT_DOWN,
    "attn_q_b": Role.LATENT_UP,
    "attn_kv_b": Role.LATENT_UP,
    "attn_k_b": Role.LATENT_UP,
    "attn_v_b": Role.LATENT_UP,
    "ffn_gate": Role.GATE,
    "ffn_up": Role.UP,
    "ffn_down": Role.DOWN,
    "ffn_gate_exps": Role.EXPERT_GATE,
    "ffn_gate_up_exps": Role.EXPERT_GATE,
    "ffn_up_exps": Role.EXPERT_UP,
    "ffn_down_exps": Role.EXPERT_DOWN,
    "ffn_gate_shexp": Role.SHARED_GATE,
    "ffn_up_shexp": Role.SHARED_UP,
    "ffn_down_shexp": Role.SHARED_DOWN,
    "ffn_gate_inp": Role.ROUTER,
}
_PLAIN = {"BF16": "bf16", "F16": "fp16", "F32": "fp32", "F8_E4M3": "fp8", "F8_E5M2": "fp8"}
"""Types of safetensors that are a format themselves."""
_WIDE_KINDS = frozenset({"BF16", "F16", "F32"})
_ALIKE = 0.01
"""Share of the parameters by which files may differ without a note: buffers, and parts that are not counted."""
_WORDS = re.compile(r"(?:^|\.)(?:embed_tokens|wte|word_embeddings|embed_in)\.")
_NUMBERED = re.compile(r"(?:^|\.)layers\.(\d{1,6})\.")
_DRAFT = re.compile(r"(?:^|\.)(?:mtp|nextn)\.")
_HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out)\.")


@dataclass(frozen=True, slots=True)
class FileTensor:
    """A tensor of a file.

    Attributes:
        kind: its type as the file calls it.
        shape: rows before columns, as in `Weight`.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    elements: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The content of the headers of a model's files.

    Attributes:
        container: "gguf" or "safetensors".
        config: as in a `config.json`.
        architecture: the file's description layer by layer, if no configuration has that detail; its weights are the file's
            tensors.
    """

    container: str
    config: Mapping[str, Any]
    tensors: tuple[FileTensor, ...]
    architecture: Architecture | None = None

    @property
    def elements(self) -> int:
        return sum(tensor.elements for tensor in self.tensors)

    @property
    def total_bytes(self) -> int:
        return sum(tensor.size_bytes for tensor in self.tensors)

    @property
    def bytes_by_kind(self) -> Mapping[str, int]:
        """Bytes of all tensors of each type, most first."""
        size_by_kind: dict[str, int] = {}
        for tensor in self.tensors:
            size_by_kind[tensor.kind] = size_by_kind.get(tensor.kind, 0) + tensor.size_bytes
        return dict(sorted(size_by_kind.items(), key=lambda item: -item[1]))


@dataclass(frozen=True, slots=True)
class FileFormat(WeightFormat):
    """The format of weights in a file, or as specified by the configuration of a checkpoint.

    Attributes:
        kv: the format of keys and values specified by the file; "" for none.
    """

    parts: tuple[StoredWeight, ...] = field(default=(), repr=False, compare=False)
    kv: str = ""

    def stored(self, model: Architecture) -> tuple[StoredWeight, ...]:
        return self.parts


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A model that a person brings: its architecture, and its format where weights lie there too."""

    architecture: Architecture
    form: WeightFormat | None = None


def own_model(name: str, file: ModelFile) -> OwnModel:
    """A model as described by its file, with the exact bytes of its weights.

    Raises:
        InvalidData: no reader supports this kind of model, or its values are missing or impossible.
    """
    described = file.architecture is not None
    model = replace(file.architecture, name=name) if file.architecture is not None else _configured(name, file)
    parts = _gguf_parts(model, file.tensors) if file.container == "gguf" else _safetensors_parts(model, file.tensors)
    if file.container == "gguf":
        foretold, weights = model.parameters, tuple(part.weight for part in parts)
        note = f"The keys of the file describe {foretold:,} parameters; it contains {file.elements:,}."
        model = replace(model, weights=weights, notes=model.notes if described or foretold == file.elements else (*model.notes, note))
    elif is_known(file.config) and {tensor.kind for tensor in file.tensors} <= _WIDE_KINDS:
        # Packed tensors have other numbers of elements than the matrices that they represent.
        held = sum(tensor.elements for tensor in file.tensors if not is_draft(tensor.name, model))
        if abs(held - model.parameters) > _ALIKE * model.parameters:
            note = f"The configuration describes {model.parameters:,} parameters; the files contain {held:,}."
            model = replace(model, notes=(*model.notes, note))
    kind = next(iter(file.bytes_by_kind), "")
    plain = file.container == "safetensors" and kind in _PLAIN
    computes = "fp8" if kind.startswith("F8") else "fp32" if kind == "F32" and plain else "fp16"
    title = "GGUF" if file.container == "gguf" else "safetensors"
    bits = Fraction(8 * file.total_bytes, max(1, file.elements))
    form = FileFormat(
        key=_PLAIN[kind] if plain else kind.lower() or title.lower(),
        title=f"{title} as stored, mostly {kind}",
        title_es=f"{title} tal como está guardado, sobre todo {kind}",
        bits=bits,
        covers="all",
        computes=computes,
        capability=8.9 if computes == "fp8" else 8.0 if kind == "BF16" and plain else 0.0,
        confidence="read",
        source="the file headers",
        parts=parts,
    )
    return OwnModel(model, form)


def _configured(name: str, file: ModelFile) -> Architecture:
    """The architecture described by a configuration; for an unknown type, missing values are taken from the headers.

    Raises:
        InvalidData: values are missing or impossible, or may change the cache and are not supported.
    """
    if file.container == "gguf" or is_known(file.config):
        return read_architecture(name, file.config)
    stated = stated_by_tensors(file.config, ((tensor.name, tensor.kind, tensor.shape) for tensor in file.tensors))
    model = read_architecture(name, {**file.config, **stated}, sized=True)
    notes = model.notes
    if stated:
        notes = (*notes, f"The headers of the weights state: {', '.join(f'{key} {_shown(value)}' for key, value in stated.items())}.")
    held = sum(tensor.size_bytes for tensor in file.tensors)
    notes = (*notes, f"The weights take the {held:,} bytes that their files hold.")
    # The headers leave no range of the weights; what the layers keep is still estimated.
    return replace(model, notes=notes, spread=SIZED)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _gguf_parts(model: Architecture, tensors: Iterable[FileTensor]) -> tuple[StoredWeight, ...]:
    """The tensors by function; equal ones of several layers are combined."""
    layers: dict[tuple[Role, tuple[int, ...], int, str, int], list[int]] = {}
    outside: list[StoredWeight] = []
    for tensor in tensors:
        within = _LAYER.fullmatch(tensor.name)
        role, copies, shape = _gguf_role(within[2] if within else tensor.name), 1, tensor.shape
        if role in EXPERTS and len(shape) > 2:
            copies, shape = shape[0], shape[1:]
        if within and int(within[1]) < model.layers:
            layers.setdefault((role, shape, copies, tensor.kind, tensor.size_bytes), []).append(int(within[1]))
        else:
            weight = Weight(role, shape, (), copies, min(copies, model.experts_used) if role in EXPERTS else copies)
            outside.append(StoredWeight(weight, tensor.size_bytes / tensor.elements, tensor.kind))
    parts = list(outside)
    for (role, shape, copies, kind, size_bytes), tensor_layers in layers.items():
        active = min(copies, model.experts_used) if role in EXPERTS else copies
        # A layer may have several tensors of a kind: each is a list of layers of its own.
        counts = (
            {layer: tensor_layers.count(layer) for layer in tensor_layers}
            if len(set(tensor_layers)) < len(tensor_layers)
            else dict.fromkeys(tensor_layers, 1)
        )
        for times in range(max(counts.values())):
            having = tuple(sorted(layer for layer, count in counts.items() if count > times))
            weight = Weight(role, shape, having, copies, active)
            parts.append(StoredWeight(weight, size_bytes / (weight.elements * copies), kind))
    return tuple(parts)


def _gguf_role(name: str) -> Role:
    stem, _, last = name.rpartition(".")
    if last in ("bias", "scale"):
        return Role.BIAS
    if stem.endswith("norm") or "_norm_" in stem:
        return Role.NORM
    if stem.startswith("ssm_"):
        return {"ssm_in": Role.STATE_IN, "ssm_out": Role.STATE_OUT}.get(stem, Role.STATE)
    return _GGUF_ROLES.get(stem, Role.OTHER)


def _safetensors_parts(model: Architecture, tensors: Iterable[FileTensor]) -> tuple[StoredWeight, ...]:
    """The tensors of the configuration, with the bytes of the files: table, head and experts separately, the rest evenly.

    Names of tensors differ by family, and packed ones have other shapes than the tensors they represent; bytes are exact in total.
    """
    held = {"words": 0, "head": 0, "experts": 0, "rest": 0}
    for tensor in tensors:
        if is_draft(tensor.name, model):
            continue
        held[_pile_of_name(tensor.name)] += tensor.size_bytes
    elements = dict.fromkeys(held, 0)
    for weight in model.weights:
        elements[_pile_of(weight)] += weight.total
    # A head that is stored although it is the table, or experts under names unknown here, are spread over the rest.
    for pile in ("words", "head", "experts"):
        if not held[pile] or not elements[pile]:
            held["rest"] += held[pile]
            held[pile] = 0
            elements["rest"] += elements[pile]
            elements[pile] = 0
    if not elements["rest"]:
        elements["rest"] = 1
    return tuple(_spread(weight, held, elements) for weight in model.weights)


def is_draft(name: str, model: Architecture) -> bool:
    """Whether a tensor belongs to layers that predict further tokens: by its name, or by a position after the last layer."""
    if not model.has_mtp:
        return False
    numbered = _NUMBERED.search(name) if model.draft else None
    return bool(_DRAFT.search(name)) or (numbered is not None and int(numbered[1]) >= model.layers)


def _spread(weight: Weight, held: Mapping[str, int], elements: Mapping[str, int]) -> StoredWeight:
    pile = _pile_of(weight)
    pile = pile if elements[pile] else "rest"
    return StoredWeight(weight, held[pile] / elements[pile])


def _pile_of(weight: Weight) -> str:
    if weight.role in EXPERTS:
        return "experts"
    return {Role.EMBEDDING: "words", Role.HEAD: "head"}.get(weight.role, "rest")


def _pile_of_name(name: str) -> str:
    if ".experts." in name:
        return "experts"
    return "words" if _WORDS.search(name) else "head" if _HEAD.search(name) else "rest"
