"""Tensors as the model classes of an engine build them, where these differ from the file.

`resources/sizing/engine_layouts.yaml`, built, lists the engines and their sources.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.models.architecture import Architecture, CacheKind, GroupShare, Part, Role, StagePlace, Weight
from gpudesk.core.models.layer_blocks import KEY_NORM
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.serving.held_weights import WideTensors, is_input_table, widened
from gpudesk.core.values.releases import ALWAYS, Since
from gpudesk.core.work.model_split import Split

_WIDE_BYTES = 2.0
_BLOCK = 64
"""Both widths of the vision encoder are multiples of it where encoders are converted to FP8."""


class Building(StrEnum):
    """What the class of an engine does with tensors of a file."""

    WHOLE_TABLES = "whole_tables"
    """Each GPU of a tensor-parallel group holds the tables of the input whole."""
    WHOLE_MATRICES = "whole_matrices"
    """The same for matrices that the tensor-parallel groups of other engines divide."""
    WHOLE_ENCODERS = "whole_encoders"
    """The same for encoders of pictures and sound, with what joins them to the decoder."""
    DIVIDED_ENCODERS = "divided_encoders"
    """A tensor-parallel group divides the matrices of encoders, other than the named ones, and holds the rest of them whole."""
    ON_ALL_STAGES = "on_all_stages"
    """Each pipeline stage has the tensors outside the layers, of these roles, and encoders."""
    KEYS_AS_VALUES = "keys_as_values"
    """Layers whose values are their keys hold the matrix of the keys twice."""
    NO_SHARED_KEYS = "no_shared_keys"
    """Layers that look at keys and values of earlier layers have no matrices for them, which the file contains."""
    CONVERTED = "converted"
    """Conversion to FP8 on loading also covers matrices that formats leave in 16 bits."""
    CONVERTED_ENCODERS = "converted_encoders"
    """The same for matrices of encoders, other than the named ones."""
    CONVERTED_WIDE_ENCODERS = "converted_wide_encoders"
    """The same for matrices of all encoders, if both widths of the vision encoder are multiples of 64; otherwise for none of them."""


class Applied(StrEnum):
    """In which releases and files, within those of a rule, an engine follows it."""

    ALWAYS = "always"
    USUALLY = "usually"
    """The value follows it, and the range also contains the tensors without it."""
    SOMETIMES = "sometimes"
    """Only the range contains it."""


@dataclass(frozen=True, slots=True)
class BuildRule:
    """What an engine does with tensors of some model types.

    Attributes:
        families: model types.
        modules: names of tensors in files; roles, of `Building.ON_ALL_STAGES`.
    """

    building: Building
    families: tuple[str, ...]
    modules: tuple[str, ...]
    extent: Applied
    source: str
    since: Since = ALWAYS

    def applied(self, model: Architecture, form: WeightFormat, split: Split, stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
        """The tensors as built; the same ones where the rule changes nothing."""
        if model.family not in self.families:
            return tuple(stored)
        match self.building:
            case Building.WHOLE_TABLES:
                return _with_divided_head(model, _whole(stored, split, is_input_table), split)
            case Building.WHOLE_MATRICES:
                return _whole(stored, split, lambda weight: weight.module in self.modules)
            case Building.WHOLE_ENCODERS:
                return _whole(stored, split, lambda weight: weight.part is Part.VISION)
            case Building.DIVIDED_ENCODERS:
                return _with_divided_encoders(stored, split, self.modules)
            case Building.ON_ALL_STAGES:
                return _on_all_stages(stored, split, self.modules)
            case Building.KEYS_AS_VALUES:
                return _with_keys_as_values(stored)
            case Building.NO_SHARED_KEYS:
                return _without_shared_keys(model, stored)
            case Building.CONVERTED:
                return _converted(form, stored, lambda weight: weight.module in self.modules)
            case Building.CONVERTED_ENCODERS:
                return _converted(form, stored, lambda weight: _is_encoder_matrix(weight) and weight.module not in self.modules)
            case Building.CONVERTED_WIDE_ENCODERS:
                return _converted(form, stored, _is_encoder_matrix) if _has_wide_encoder(model) else tuple(stored)


def _converted(form: WeightFormat, stored: Sequence[StoredWeight], is_covered: Callable[[Weight], bool]) -> tuple[StoredWeight, ...]:
    # A format read from files has the types of their tensors.
    if type(form) is not WeightFormat or form.method != "fp8":
        return tuple(stored)
    converted_bytes = float(form.bits) / 8
    return tuple(
        replace(part, element_bytes=converted_bytes) if is_covered(part.weight) and part.element_bytes == _WIDE_BYTES else part
        for part in stored
    )


def _is_encoder_matrix(weight: Weight) -> bool:
    return weight.part is Part.VISION and weight.role not in (Role.CONVOLUTION, Role.POSITION) and len(weight.shape) == 2


def _has_wide_encoder(model: Architecture) -> bool:
    # Both widths of the feed-forward part are those that the configuration of the vision encoder names.
    widths = {width for weight in model.weights if weight.part is Part.VISION and weight.role is Role.GATE for width in weight.shape}
    return bool(widths) and all(width % _BLOCK == 0 for width in widths)


def _whole(stored: Sequence[StoredWeight], split: Split, is_whole: Callable[[Weight], bool]) -> tuple[StoredWeight, ...]:
    if split.tensor == 1:
        return tuple(stored)
    return tuple(replace(part, weight=replace(part.weight, share=GroupShare.WHOLE)) if is_whole(part.weight) else part for part in stored)


def _with_divided_encoders(stored: Sequence[StoredWeight], split: Split, whole_matrices: Sequence[str]) -> tuple[StoredWeight, ...]:
    if split.tensor == 1:
        return tuple(stored)

    def share(weight: Weight) -> GroupShare:
        # Of the convolutions only those over time are in the layers: they have the channels of a GPU.
        is_matrix = _is_encoder_matrix(weight) or (weight.role is Role.CONVOLUTION and bool(weight.layers))
        return GroupShare.DIVIDED if is_matrix and weight.module not in whole_matrices else GroupShare.WHOLE

    return tuple(
        replace(part, weight=replace(part.weight, share=share(part.weight))) if part.weight.part is Part.VISION else part for part in stored
    )


def _with_divided_head(model: Architecture, stored: Sequence[StoredWeight], split: Split) -> tuple[StoredWeight, ...]:
    """With several stages the last one has a head of its own, which the group divides, in place of a second whole table."""
    if not model.tied or split.pipeline == 1 or split.tensor == 1:
        return tuple(stored)
    parts: list[StoredWeight] = []
    for part in stored:
        if part.weight.role is Role.EMBEDDING and part.weight.share is GroupShare.WHOLE:
            head = replace(part.weight, role=Role.HEAD, share=GroupShare.USUAL)
            parts += [replace(part, weight=replace(part.weight, place=StagePlace.FIRST)), replace(part, weight=head)]
        else:
            parts.append(part)
    return tuple(parts)


def _on_all_stages(stored: Sequence[StoredWeight], split: Split, roles: Sequence[str]) -> tuple[StoredWeight, ...]:
    if split.pipeline == 1:
        return tuple(stored)

    def is_repeated(weight: Weight) -> bool:
        if weight.part is Part.VISION:
            return Role.VISION in roles
        return not weight.layers and weight.role in roles

    return tuple(replace(part, weight=replace(part.weight, place=StagePlace.ALL)) if is_repeated(part.weight) else part for part in stored)


def _with_keys_as_values(stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
    # Layers of an encoder have the same numbers as those of the decoder.
    with_values = {layer for part in stored if _is_matrix(part.weight, Role.VALUE) for layer in part.weight.layers}
    parts: list[StoredWeight] = []
    for part in stored:
        parts.append(part)
        lacking = tuple(layer for layer in part.weight.layers if layer not in with_values)
        if _is_matrix(part.weight, Role.KEY) and lacking:
            parts.append(replace(part, weight=replace(part.weight, role=Role.VALUE, layers=lacking)))
    return tuple(parts)


def _without_shared_keys(model: Architecture, stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
    first = model.layers - sum(cache.layers for cache in model.caches if cache.kind is CacheKind.SHARED)
    parts: list[StoredWeight] = []
    for part in stored:
        weight = part.weight
        if weight.part is Part.DECODER and (weight.role in (Role.KEY, Role.VALUE) or weight.module == KEY_NORM):
            own = tuple(layer for layer in weight.layers if layer < first)
            if own:
                parts.append(replace(part, weight=replace(weight, layers=own)))
        else:
            parts.append(part)
    return tuple(parts)


def _is_matrix(weight: Weight, role: Role) -> bool:
    return weight.part is Part.DECODER and weight.role is role and len(weight.shape) > 1


@dataclass(frozen=True, slots=True)
class Built:
    """The tensors of a model as an engine builds them.

    Attributes:
        usual: those of the usual case.
        others: the other cases that releases and files leave open.
        sources: of the rules that change something in any of these.
    """

    usual: tuple[StoredWeight, ...]
    others: tuple[tuple[StoredWeight, ...], ...] = ()
    sources: tuple[str, ...] = ()


def built(
    model: Architecture,
    form: WeightFormat,
    split: Split,
    stored: Sequence[StoredWeight],
    rules: Sequence[BuildRule],
    wide: Sequence[WideTensors],
    wide_elsewhere: Sequence[WideTensors] = (),
) -> Built:
    """The tensors of a model as an engine builds them for a split.

    Args:
        wide: the tensors that the engine holds in more bits than the file in the release of the plan.
        wide_elsewhere: those of its other releases, where the plan is for no specific release.
    """
    cases, sources = [tuple(stored)], []
    for rule in rules:
        after = [rule.applied(model, form, split, case) for case in cases]
        if after == cases:
            continue
        sources.append(rule.source)
        # The first case is the usual one; each rule that is not followed everywhere doubles them.
        cases = {
            Applied.ALWAYS: after,
            Applied.USUALLY: [*after, *cases],
            Applied.SOMETIMES: [*cases, *after],
        }[rule.extent]
    sources += [rule.source for rule in (*wide, *wide_elsewhere) if any(rule.holds(part) for part in cases[0])]
    held = [widened(case, wide) for case in cases]
    others = (*held[1:], widened(held[0], wide_elsewhere))
    return Built(held[0], tuple(case for case in dict.fromkeys(others) if case != held[0]), tuple(sources))
