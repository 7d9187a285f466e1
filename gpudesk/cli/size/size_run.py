"""Uses of the best plan of `size`: launch files are written, or a log is compared with it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.plan.launch_options import NAMES, OPTIONS, wishes_of, write_launch
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.given_paths import IN, OUT, refuse_two_outputs
from gpudesk.cli.terminal.output import print_json, print_table

if TYPE_CHECKING:
    from gpudesk.sizing.measured.measured_comparison import Compared
    from gpudesk.sizing.serving.serving import ServingPlan
    from gpudesk.sizing.training.training import TrainingPlan

SCHEMA = "gpudesk.measured.v2"
RUN = frozenset({"launch_as", "out", "log", "remember", *NAMES})
"""Names of these options."""
_META = "gpudesk.size.run"
_OPTIONS = (
    click.option(
        "--launch", "launch_as", metavar="FORMAT", help="Write launch files for the best plan; gpudesk launch --list lists the formats."
    ),
    click.option("--out", type=OUT, metavar="OUT", help="Output path of the launch files."),
    click.option(
        "--log",
        type=IN,
        metavar="FILE",
        help="Compare a vLLM, SGLang or llama.cpp log, nvidia-smi output, or a load test with the best plan.",
    ),
    click.option(
        "--remember", is_flag=True, help="With --log: save the measurements to correct later sizing; manage them with gpudesk measured."
    ),
    *OPTIONS,
)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; `put_to_use` uses their values later."""

    def note(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        context.meta[f"{_META}.{parameter.name}"] = value
        return value

    for option in reversed(_OPTIONS):
        command = option(command)
    parameters: list[click.Parameter] = getattr(command, "__click_params__", [])
    for parameter in parameters:
        if parameter.name in RUN:
            parameter.expose_value = False
            parameter.callback = note
    return command


def put_to_use(plans: "Sequence[ServingPlan | TrainingPlan]", *, as_json: bool) -> bool:
    """Write launch files or compare a log, if requested; returns whether it was, in which case nothing else is to be printed.

    Raises:
        click.UsageError: options are not compatible.
        DeskError: no plan meets the request, the log has no usable data, or the file cannot be written.
    """
    meta = click.get_current_context().meta
    chosen_options: dict[str, Any] = {name: meta.get(f"{_META}.{name}") for name in RUN}
    if chosen_options["launch_as"] is None and chosen_options["log"] is None:
        if chosen_options["out"] is not None or chosen_options["remember"]:
            raise click.UsageError("--out needs --launch, --remember needs --log")
        return False
    if (chosen_options["launch_as"] is None) != (chosen_options["out"] is None):
        raise click.UsageError("give --launch FORMAT and --out OUT together")
    from gpudesk.disk.writing import is_standard_output
    from gpudesk.sizing.launch.launching import best_plan

    # The comparison with a log is printed as well.
    refuse_two_outputs(chosen_options["out"], as_json=chosen_options["log"] is not None)
    plan = best_plan(plans)
    if chosen_options["launch_as"] is not None:
        for path in write_launch(chosen_options["launch_as"], plan, wishes_of(chosen_options, plan), chosen_options["out"]):
            if not is_standard_output(path):
                click.echo(str(path), err=as_json)
    if chosen_options["log"] is not None:
        _compare(plan, chosen_options["log"], remember=chosen_options["remember"], as_json=as_json)
    return True


def _compare(plan: "ServingPlan | TrainingPlan", log: Path, *, remember: bool, as_json: bool) -> None:
    from datetime import UTC, datetime

    from gpudesk.catalog.measured_files import keep_measured
    from gpudesk.formats.runs.run_log_file import read_text
    from gpudesk.sizing.measured.measured_comparison import compare_text, measured_of
    from gpudesk.sizing.serving.serving import ServingPlan

    if not isinstance(plan, ServingPlan):
        raise click.UsageError("--log can be compared only with serving plans")
    comparison = compare_text(plan, read_text(log))
    program, compared = comparison.of, comparison.compared
    saved_key = None
    if remember and comparison.remarks:
        raise click.UsageError(f"--remember saves only measurements of this plan. {comparison.remarks[0].plain()}")
    if remember and compared:
        measurement = measured_of(plan, compared, f"{datetime.now(UTC):%Y-%m-%d}", f"{program}: {log.name}")
        keep_measured(measurement)
        saved_key = measurement.key
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "log_program": program,
                "gpu": plan.board.key,
                "gpus": plan.gpus,
                "remarks": [note.plain() for note in comparison.remarks],
                "compared": [_plain(figure) for figure in compared],
                "saved_as": saved_key,
            }
        )
        return
    click.echo(f"{plan.gpus} × {plan.board.title}, {plan.form.name}: {program}")
    for remark in comparison.remarks:
        click.echo(sentence(remark))
    if not compared:
        click.echo("The log has no value that this plan predicts.")
        return
    rows = [("", "Predicted", "Range", "Measured", "Off", "")]
    for figure in compared:
        figures = [_figure(value, figure.unit) for value in (figure.predicted, figure.low, figure.high, figure.measured)]
        between = figures[1] if figure.low == figure.high else f"{figures[1]} - {figures[2]}"
        rows.append(
            (sentence(figure.title), figures[0], between, figures[3], f"{figure.off:+.1%}", "" if figure.within else "out of range")
        )
    print_table(rows, right=(1, 2, 3, 4))
    if saved_key is not None:
        click.echo(f"Saved as {saved_key}")


def _figure(value: float, unit: str) -> str:
    if unit == "s":
        return f"{value * 1000:,.1f} ms"
    return f"{value:,.2f} {unit}" if unit == "GiB" else f"{value:,.0f} {unit}"


def _plain(each: "Compared") -> dict[str, Any]:
    return {
        "name": each.name,
        "unit": each.unit,
        "predicted": each.predicted,
        "low": each.low,
        "high": each.high,
        "measured": each.measured,
        "within_range": each.within,
        "line": each.line,
    }
