"""Reads a model from a user's files: a `config.json`, safetensors or GGUF files, one or several, or their folder."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import is_known, read_architecture
from gpudesk.core.models.stored_files import SIZED, FileFormat, FileTensor, ModelFile, OwnModel, is_draft, own_model
from gpudesk.core.models.tensor_names import is_untied
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.quantization.published_quantization import (
    Source,
    plain_form,
    plain_key,
    published_form,
    published_quantization,
    sources_in,
)
from gpudesk.formats.models.gguf_config import FAMILIES, gguf_config
from gpudesk.formats.models.gguf_header import MAGIC, ArrayOf, GgufHeader, Scalar, read_gguf_header
from gpudesk.formats.models.gguf_model import KINDS, gguf_architecture, speaks_by_layer
from gpudesk.formats.models.model_config import read_config
from gpudesk.formats.models.model_faults import fault
from gpudesk.formats.models.model_names import CONFIG, INDEX, WEIGHTS
from gpudesk.formats.models.safetensors_header import MOST_HEADER, json_object, read_safetensors_header

BESIDE = ("hf_quant_config.json", "quantize_config.json", "quant_config.json", "quantization_config.json")
"""Written by NVIDIA Model Optimizer, AutoGPTQ, AutoAWQ and AutoRound."""


def quantization_sources(path: Path, config: Mapping[str, Any]) -> list[Source]:
    """Return the sources of the quantization, the configuration first: engines use that one.

    Args:
        path: of the configuration; files next to it are used if it has the standard name.

    Raises:
        InvalidData: a file next to it is damaged.
        OSError: it cannot be read.
    """
    sources = sources_in(config, path.name)
    if path.name == CONFIG:
        for name in BESIDE:
            if (path.parent / name).is_file():
                values = read_config(path.parent / name)
                sources += [Source(name, values)] if values else []
    return sources


_SPLIT = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf")
_MOST_FILES = 1_000


def read_model(path: Path) -> OwnModel:
    """The model of a file or folder; its architecture alone where no weights lie there.

    Raises:
        InvalidData: nothing there is a model, or it is damaged, incomplete or of an unknown kind.
    """
    try:
        return _read(path)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("models", "{name} cannot be read: {what}.")
        raise fault(path.name, text, name=path.name, what=error.strerror or "") from error


def _read(path: Path) -> OwnModel:
    if path.is_dir():
        path = _of_folder(path)
    with path.open("rb") as file:
        head = file.read(4)
    if head == MAGIC or path.suffix == ".gguf":
        return own_model(path.stem, _gguf(path))
    if path.name.endswith(".safetensors.index.json") and (index := _index_alone(path)):
        return _of_total(path, *index)
    if path.suffix == ".safetensors" or path.name.endswith(".safetensors.index.json"):
        stored = _safetensors(path)
        return _as_published(path.parent / CONFIG, stored, own_model(path.parent.name or path.stem, stored))
    config = read_config(path)
    if path.name == CONFIG and not is_known(config) and (model := _of_weights(path.parent)) is not None:
        return model
    # The folder names the model where the file has the name that all have.
    name = path.parent.name if path.name == CONFIG else ""
    return OwnModel(*published_model(path, config, read_architecture(name or path.stem, config)))


def _of_weights(folder: Path) -> OwnModel | None:
    """Return the model of the weights next to a configuration; None if there are none, or they are ambiguous.

    The user selected the configuration: several weight files, or a pointer file, do not prevent it from being read.
    """
    try:
        weights = _of_folder(folder)
        return None if weights.name == CONFIG else _read(weights)
    except InvalidData:
        return None


def _index_alone(path: Path) -> tuple[int, frozenset[str]] | None:
    """Return bytes of all weights and names of all tensors from an index if none of its files exist; None if one exists, or the
    index does not specify them.
    """
    with path.open("rb") as file:
        data = file.read(MOST_HEADER + 1)
    body = json_object(data, path.name) if len(data) <= MOST_HEADER else {}
    named, about = body.get("weight_map"), body.get("metadata")
    total = about.get("total_size") if isinstance(about, dict) else None
    if not isinstance(named, dict) or not isinstance(total, int) or isinstance(total, bool) or not 0 < total < 1 << 60:
        return None
    there = any(isinstance(file_name, str) and _is_plain(file_name) and (path.parent / file_name).is_file() for file_name in named.values())
    return None if there or not (path.parent / CONFIG).is_file() else (total, frozenset(named))


def _of_total(path: Path, total: int, names: frozenset[str]) -> OwnModel:
    """Return a model from its configuration and index: each tensor from the former, the total from the latter.

    Raises:
        InvalidData: the configuration is not supported.
        OSError: it cannot be read.
    """
    where = path.parent / CONFIG
    config = read_config(where)
    model, form = _indexed_model(path, config, total, names)
    foretold = sum(part.total_bytes for part in form.parts)
    # Layers that predict further tokens are in the total if the index names them, whether the model counts them or not.
    has_draft = bool(model.draft) or any(is_draft(name, model) for name in names)
    if has_draft or abs(foretold - total) <= _DIFFERS * total:
        note = f"{path.name} says {total:,} bytes of weights, draft layers included." if has_draft else ""
        spread = SIZED if model.is_estimate else model.spread
        return OwnModel(replace(model, notes=(*model.notes, note) if note else model.notes, spread=spread), form)
    note = f"{CONFIG} makes {foretold:,.0f} bytes of weights; {path.name} says {total:,}, and these count."
    share = total / foretold
    parts = tuple(replace(part, element_bytes=part.element_bytes * share) for part in form.parts)
    # What the index says leaves no range of the weights; what the layers keep is still estimated.
    spread = SIZED if model.is_estimate else (1.0, 1.0)
    return OwnModel(replace(model, notes=(*model.notes, note), spread=spread), replace(form, parts=parts))


def _indexed_model(path: Path, config: Mapping[str, Any], total: int, names: frozenset[str]) -> tuple[Architecture, FileFormat]:
    """The model of an index whose files are not there; of an unknown type, shared embeddings are known by the names of the tensors, and
    the size of a head as the one of `_HEAD_SIZES` with which the bytes agree best.
    """
    name, where = path.parent.name or path.stem, path.parent / CONFIG
    if is_known(config):
        return _in_format(where, config, read_architecture(name, config))
    untied = is_untied(names)
    if untied is not None and config.get("tie_word_embeddings") is None:
        config = {**config, "tie_word_embeddings": not untied}
    first = _in_format(where, config, read_architecture(name, config, sized=True))
    if config.get("head_dim") is not None or config.get("kv_lora_rank") is not None:
        return first
    tried = [_in_format(where, config, read_architecture(name, {**config, "head_dim": head_size}, sized=True)) for head_size in _HEAD_SIZES]
    model, form = min([first, *tried], key=lambda candidate: abs(sum(part.total_bytes for part in candidate[1].parts) - total))
    near = next(cache for cache in model.caches)
    note = f"head_dim is not stated; the bytes of {path.name} agree best with {near.value_width // model.heads}."
    return replace(model, notes=(*model.notes, note)), form


def _in_format(where: Path, config: Mapping[str, Any], model: Architecture) -> tuple[Architecture, FileFormat]:
    published, form = published_model(where, config, model)
    return published, form if isinstance(form, FileFormat) else plain_form("bf16", published)


_HEAD_SIZES = (64, 96, 128, 192, 256)
_DIFFERS = 0.005
"""Allowed relative difference between file bytes and the bytes expected from a configuration, for 32-bit norms and the like."""


def _as_published(config: Path, file: ModelFile, own: OwnModel) -> OwnModel:
    """Return a model of weight files with the method of its configuration; if the bytes differ, headers apply, with a note.

    Raises:
        InvalidData: the format specified by the configuration is not supported.
        OSError: a file next to it cannot be read.
    """
    quantization, notes = published_quantization(file.config, quantization_sources(config, file.config))
    model, form = own.architecture, own.form
    if quantization is None or form is None:
        return own
    published = published_form(model, quantization)
    foretold = sum(part.total_bytes for part in published.parts)
    held = sum(tensor.size_bytes for tensor in file.tensors if not is_draft(tensor.name, model))
    if abs(foretold - held) > _DIFFERS * held:
        notes = (*notes, f"{quantization.source} makes {foretold:,.0f} bytes of weights; the files hold {held:,}, and these count.")
    own_form = replace(
        form,
        key=published.key,
        title=published.title,
        title_es=published.title_es,
        computes=published.computes,
        capability=published.capability,
        method=published.method,
    )
    return OwnModel(replace(model, notes=(*model.notes, *notes)), own_form)


def published_model(path: Path, config: Mapping[str, Any], model: Architecture) -> tuple[Architecture, WeightFormat | None]:
    """Return a model in the format specified by its configuration or a file next to it; open points become notes.

    If unspecified, the weights have 16 bits: FP16 if the configuration states it, otherwise no format is given.

    Raises:
        InvalidData: the specified format is not supported.
        OSError: a file next to it cannot be read.
    """
    quantization, notes = published_quantization(config, quantization_sources(path, config))
    if notes:
        model = replace(model, notes=(*model.notes, *notes))
    if quantization is None:
        half = plain_key(config) == "fp16" and model.generates_words
        return model, plain_form("fp16", model) if half else None
    return model, published_form(model, quantization)


def _of_folder(folder: Path) -> Path:
    """The file of a folder that leads to the others."""
    if (folder / INDEX).is_file():
        return folder / INDEX
    for pattern in WEIGHTS:
        matches = sorted(folder.glob(pattern))[: _MOST_FILES + 1]
        first = [path for path in matches if (split := _SPLIT.fullmatch(path.name)) is None or int(split[2]) == 1] or matches[:1]
        if len(first) > 1:
            text = QT_TRANSLATE_NOOP("models", "{file} contains several model files: {names}.")
            fix = QT_TRANSLATE_NOOP("models", "Choose one of them.")
            raise fault(folder.name, text, fix, names=tuple(path.name for path in first[:8]))
        if first:
            return first[0]
    return folder / CONFIG


def _gguf(path: Path) -> ModelFile:
    split = _SPLIT.fullmatch(path.name)
    headers = [read_gguf_header(part_path) for part_path in (_siblings(path, split) if split else [path])]
    tensors = tuple(tensor for header in headers for tensor in header.tensors)
    _refuse_parts(path, headers, tensors)
    if not tensors:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} contains no tensors."))
    keys = headers[0].keys
    kind = keys.get("general.architecture")
    if isinstance(kind, str) and (kind in KINDS or speaks_by_layer(kind, keys) or _is_described(kind, keys)):
        return ModelFile("gguf", {}, tensors, gguf_architecture(path.name, kind, keys, tensors))
    return ModelFile("gguf", gguf_config(path.name, keys, tensors), tensors)


def _is_described(kind: str, keys: Mapping[str, Scalar | ArrayOf]) -> bool:
    """Whether a file of a kind without a reader describes its layers by the usual keys."""
    return kind not in FAMILIES and {f"{kind}.block_count", f"{kind}.attention.head_count"} <= keys.keys()


def _siblings(path: Path, split: re.Match[str]) -> list[Path]:
    count = int(split[3])
    if not 1 <= int(split[2]) <= count <= _MOST_FILES:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} is not part of a set of {count} files."), count=count)
    paths = [path.with_name(f"{split[1]}-{number:05d}-of-{count:05d}.gguf") for number in range(1, count + 1)]
    missing = [part_path.name for part_path in paths if not part_path.is_file()]
    if missing:
        text = QT_TRANSLATE_NOOP("models", "{file} is one of {count} files, of which these are missing: {names}.")
        raise fault(path.name, text, count=count, names=tuple(missing[:8]))
    return paths


def _refuse_parts(path: Path, headers: list[GgufHeader], tensors: tuple[FileTensor, ...]) -> None:
    parts, whole = headers[0].keys.get("split.count", 1), headers[0].keys.get("split.tensors.count", len(tensors))
    if isinstance(parts, ArrayOf) or parts not in (0, len(headers)):
        text = QT_TRANSLATE_NOOP("models", "{file} is marked as one of {said} files; {count} {count|was|were} found.")
        raise fault(path.name, text, said=str(parts)[:40], count=len(headers))
    if isinstance(whole, ArrayOf) or whole != len(tensors) or len({tensor.name for tensor in tensors}) != len(tensors):
        text = QT_TRANSLATE_NOOP("models", "{file} and its parts contain {count} {count|tensor|tensors} instead of {said} different ones.")
        raise fault(path.name, text, said=str(whole)[:40], count=len(tensors))


def _safetensors(path: Path) -> ModelFile:
    tensors = read_safetensors_header(path) if path.suffix == ".safetensors" else _indexed(path)
    config = path.parent / CONFIG
    if not tensors:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} contains no tensors."))
    if not config.is_file():
        size = sum(tensor.size_bytes for tensor in tensors)
        text = QT_TRANSLATE_NOOP("models", "{file} contains {count} elements in {bytes} bytes, but does not identify the model.")
        fix = QT_TRANSLATE_NOOP("models", "Place its config.json next to it.")
        raise fault(path.name, text, fix, count=sum(tensor.elements for tensor in tensors), bytes=size)
    return ModelFile("safetensors", read_config(config), tensors)


def _indexed(path: Path) -> tuple[FileTensor, ...]:
    with path.open("rb") as file:
        data = file.read(MOST_HEADER + 1)
    if len(data) > MOST_HEADER:
        raise _no_index(path)
    named = json_object(data, path.name).get("weight_map")
    if not isinstance(named, dict) or not all(isinstance(file_name, str) and _is_plain(file_name) for file_name in named.values()):
        raise _no_index(path)
    files = sorted(set(named.values()))
    missing = [part_name for part_name in files if not (path.parent / part_name).is_file()]
    if missing or len(files) > _MOST_FILES:
        text = QT_TRANSLATE_NOOP("models", "{file} is one of {count} files, of which these are missing: {names}.")
        raise fault(path.name, text, count=len(files) + 1, names=tuple(part_name[:80] for part_name in missing[:8]))
    tensors: list[FileTensor] = []
    for part_name in files:
        held = read_safetensors_header(path.parent / part_name)
        lost = {name for name, file in named.items() if file == part_name} - {tensor.name for tensor in held}
        if lost:
            text = QT_TRANSLATE_NOOP("models", "{file} does not contain the tensor {name} that {index} refers to.")
            raise fault(part_name, text, name=min(lost)[:80], index=path.name)
        tensors += [tensor for tensor in held if named.get(tensor.name) == part_name]
    return tuple(tensors)


def _is_plain(name: str) -> bool:
    """Return whether it names a file next to the index, not elsewhere."""
    return 0 < len(name) < 256 and name.endswith(".safetensors") and not set(name) & set("/\\\0") and not name.startswith(".")


def _no_index(path: Path) -> InvalidData:
    return fault(path.name, QT_TRANSLATE_NOOP("models", "{file} does not specify which file contains each tensor."))
