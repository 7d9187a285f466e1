"""The option that names a stage of the checklist."""

import click

from gpudesk.onsite.checklist import shipped_checklist


def _known_stage(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """A stage of the checklist; its files are read only if one is specified."""
    if value is not None and value not in shipped_checklist().stages:
        raise click.BadParameter(f"{value!r} is not one of {', '.join(shipped_checklist().stages)}")
    return value


stage_option = click.option("--stage", callback=_known_stage, help="Only items of this stage, such as cable.")
