"""Common parts of the sizing command for all tasks: its model, its terms, the frame of its JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import click
from click.core import ParameterSource

from gpudesk import __version__
from gpudesk.cli.terminal.output import print_json
from gpudesk.core.estimates.estimate import Term
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.disk.paths import is_file, is_folder

SCHEMA = "gpudesk.size.v2"


class Judged(Protocol):
    """A plan of any task, or a model on a GPU."""

    @property
    def fits(self) -> bool:
        """Whether nothing refuses it."""

    @property
    def may_not_fit(self) -> bool:
        """Whether its memory is not certain to be enough, or its model is estimated."""


def refuse_other_tasks(task: str, *, serving: frozenset[str], training: frozenset[str]) -> None:
    """Refuse given options that belong to another task.

    Raises:
        click.UsageError: with their names.
    """
    refuse_given(task, training if task == "serve" else serving)


def refuse_given(task: str, foreign: frozenset[str]) -> None:
    """Refuse given options that are not compatible with the request.

    Raises:
        click.UsageError: with their names.
    """
    context = click.get_current_context()
    given_options = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in foreign and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if given_options:
        raise click.UsageError(f"{', '.join(given_options)} cannot be combined with --task {task}")


def refuse_idle(*rules: tuple[str, bool, str]) -> None:
    """Refuse given options that would have no effect.

    Args:
        rules: parameters, separated by spaces; whether they have an effect; the requirement or conflict, as a phrase after them.

    Raises:
        click.UsageError: with their names.
    """
    context = click.get_current_context()
    options = {str(parameter.name): parameter.opts[0] for parameter in context.command.params}
    for names, active, why in rules:
        given_options = [options[name] for name in names.split() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
        if given_options and not active:
            raise click.UsageError(f"{', '.join(given_options)} {why}")


def given(name: str, value: int | None, instead: int | None) -> int | None:
    """The value of an option if it was given, another value if it has its default."""
    source = click.get_current_context().get_parameter_source(name)
    return value if source is ParameterSource.COMMANDLINE else instead


def model_of(name: str) -> OwnModel:
    """The model that a name of the catalog or a path means.

    Raises:
        InvalidData: there is none, or its files cannot be understood.
    """
    from gpudesk.formats.models.model_files import read_model
    from gpudesk.sizing.models.named_model import named_model

    return read_model(Path(name)) if is_own(name) else OwnModel(named_model(name))


def is_own(name: str) -> bool:
    """Whether it is the path of a model's files."""
    from gpudesk.formats.models.model_names import holds_model

    path = Path(name)
    return is_file(path) or (is_folder(path) and holds_model(path))


def plain_fits(plan: Judged) -> bool | None:
    """Whether a plan fits, in JSON output: null if uncertain, because of its memory or of an estimated model."""
    return None if plan.fits and plan.may_not_fit else plan.fits


def any_fits(found: Sequence[bool | None]) -> bool | None:
    """Whether one of several fits: null if none certainly does and one may."""
    return True if True in found else None if None in found else False


def term_of(term: Term) -> dict[str, Any]:
    """A term of a figure as JSON has it."""
    return {
        "name": term.name,
        "gib": term.value,
        "low": term.low,
        "high": term.high,
        "kind": str(term.kind),
        "formula": term.formula.plain() if term.formula is not None else "",
        "source": term.source,
    }


def print_sized(
    model: Architecture,
    weights_bytes: float,
    asked: Mapping[str, Any],
    plans: Sequence[Mapping[str, Any]],
    losers: Sequence[Mapping[str, Any]] | None = None,
    unable: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Print one object by `resources/schemas/size.v2.json`.

    Args:
        unable: GPUs that were named and cannot do it at all.
    """
    print_json(
        {
            "schema": SCHEMA,
            "program": {"name": "gpudesk", "version": __version__},
            "model": {
                "name": model.name,
                "family": model.family,
                "parameters": model.parameters,
                "active_parameters": model.active_parameters,
                "weights_bytes": round(weights_bytes),
                "kv_bytes_per_token_16bit": model.cache_bytes_per_token(2.0),
                "notes": list(model.notes),
            },
            "request": asked,
            "fits": any_fits([plan["fits"] for plan in plans]),
            "plans": plans,
            "unsupported": list(unable),
            **({"dominated": losers} if losers is not None else {}),
        }
    )
