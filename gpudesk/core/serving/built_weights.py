"""Tensors as the model classes of an engine build them, where these differ from the file.

`resources/sizing/engine_layouts.yaml`, built, lists the engines and their sources.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.models.architecture import Architecture, CacheKind, Role, Weight
from gpudesk.core.models.layer_blocks import KEY_NORM
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.serving.held_weights import WideTensors, is_input_table, widened
from gpudesk.core.values.releases import ALWAYS, Since
from gpudesk.core.work.model_split import Split

_WIDE_BYTES = 2.0


class Building(StrEnum):
    """What the class of an engine does with tensors of a file."""

    WHOLE_TABLES = "whole_tables"
    """Each GPU of a tensor-parallel group holds the tables of the input whole."""
    KEYS_AS_VALUES = "keys_as_values"
    """Layers whose values are their keys hold the matrix of the keys twice."""
    NO_SHARED_KEYS = "no_shared_keys"
    """Layers that look at keys and values of earlier layers have no matrices for them, which the file contains."""
    CONVERTED = "converted"
    """Conversion to FP8 on loading also covers matrices that formats leave in 16 bits."""


@dataclass(frozen=True, slots=True)
class BuildRule:
    """What an engine does with tensors of some model types.

    Attributes:
        families: model types.
        modules: names of tensors in files, of `Building.CONVERTED`.
        is_certain: whether all releases and files within `releases` do it; otherwise the range also contains the tensors of the file.
    """

    building: Building
    families: tuple[str, ...]
    modules: tuple[str, ...]
    is_certain: bool
    releases: str
    source: str
    since: Since = ALWAYS

    def applied(self, model: Architecture, form: WeightFormat, split: Split, stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
        """The tensors as built; the same ones where the rule changes nothing."""
        if model.family not in self.families:
            return tuple(stored)
        match self.building:
            case Building.WHOLE_TABLES:
                return _with_whole_tables(stored) if split.tensor > 1 else tuple(stored)
            case Building.KEYS_AS_VALUES:
                return _with_keys_as_values(stored)
            case Building.NO_SHARED_KEYS:
                return _without_shared_keys(model, stored)
            case Building.CONVERTED:
                return self._converted(form, stored)

    def _converted(self, form: WeightFormat, stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
        # A format read from files has the types of their tensors.
        if type(form) is not WeightFormat or form.method != "fp8":
            return tuple(stored)
        converted_bytes = float(form.bits) / 8
        return tuple(
            replace(part, element_bytes=converted_bytes)
            if part.weight.module in self.modules and part.element_bytes == _WIDE_BYTES
            else part
            for part in stored
        )


def _with_whole_tables(stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
    return tuple(replace(part, weight=replace(part.weight, whole=True)) if is_input_table(part.weight) else part for part in stored)


def _with_keys_as_values(stored: Sequence[StoredWeight]) -> tuple[StoredWeight, ...]:
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
        if weight.role in (Role.KEY, Role.VALUE) or weight.module == KEY_NORM:
            own = tuple(layer for layer in weight.layers if layer < first)
            if own:
                parts.append(replace(part, weight=replace(weight, layers=own)))
        else:
            parts.append(part)
    return tuple(parts)


def _is_matrix(weight: Weight, role: Role) -> bool:
    return weight.role is role and len(weight.shape) > 1


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
    parts, certain, sources = tuple(stored), tuple(stored), []
    for rule in rules:
        after = rule.applied(model, form, split, parts)
        if after != parts:
            sources.append(rule.source)
        parts = after
        certain = rule.applied(model, form, split, certain) if rule.is_certain else certain
    sources += [rule.source for rule in (*wide, *wide_elsewhere) if any(rule.holds(part) for part in parts)]
    usual = widened(parts, wide)
    others = (widened(certain, wide), widened(usual, wide_elsewhere))
    return Built(usual, tuple(case for case in dict.fromkeys(others) if case != usual), tuple(sources))
