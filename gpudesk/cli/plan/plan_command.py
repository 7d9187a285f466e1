"""The command that builds the plan of a stored workload, and the one that assigns workloads to the available GPUs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.amounts import quantity, sentence
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table, severity_count

if TYPE_CHECKING:
    from gpudesk.derived.cost.project_cost import ProjectCost
    from gpudesk.operations.plan.plan_preview import PodPreview
    from gpudesk.project.snapshot import Snapshot
    from gpudesk.sizing.systems.hosts import Host
    from gpudesk.sizing.systems.pod import Pod
    from gpudesk.sizing.systems.pod_rules import PodTemplate
    from gpudesk.sizing.workloads.placed import Need
    from gpudesk.sizing.workloads.saved_workload import Kept

SCHEMA = "gpudesk.plan.v2"
_COOLING = ("room", "row", "door", "none")


@click.command("plan")
@click.argument("file", type=IN)
@click.option("--workload", required=True, metavar="NAME", help="The workload of FILE; save one with gpudesk size --keep.")
@click.option("--gpu", metavar="NAME", help="The GPU to buy; by default the best one for the workload.")
@click.option("--host", metavar="KEY", help="The catalog system for the GPUs; enter an invalid KEY to list all.")
@click.option("--template", metavar="NAME", help="Use a template instead, scaled as needed; enter an invalid NAME to list all.")
@click.option(
    "--rack-kw", type=click.FloatRange(min=0, min_open=True), help="Maximum power per rack, 50 kW by default. Not with --template."
)
@click.option(
    "--cooling",
    type=click.Choice(_COOLING),
    help="Cooling of the hall, room by default. Not with --template, which defines its own cooling.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be built, without building it.")
@json_option
def plan_command(
    file: Path,
    workload: str,
    gpu: str | None,
    host: str | None,
    template: str | None,
    rack_kw: float | None,
    cooling: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Add the equipment for a workload of FILE, as one step: systems, racks, power, networks and their cables.

    Systems are placed in new halls next to the existing ones, in racks chosen by height, power and outlets. If they have
    ports for a compute network, it is planned according to the published tables. The printed figures describe the project
    after this step.
    """
    from gpudesk.operations.plan.build_pod import build_pod
    from gpudesk.operations.plan.plan_preview import preview_pod
    from gpudesk.operations.run.run import run
    from gpudesk.project.document import Document
    from gpudesk.sizing.systems.pod import PodChoice, pod, systems_needed, template_gpus
    from gpudesk.sizing.workloads.placed import need

    if template is not None and (cooling is not None or rack_kw is not None):
        raise click.UsageError("a template has its own cooling and racks; leave out --cooling and --rack-kw, or leave out --template")
    with Document.open(file, write=not dry_run) as document:
        work = kept_workload(document.snapshot, workload)
        needed, able = _needed(work, gpu)
        machine, published = _built_of(able, needed.plan.board.key, host, template)
        gpus_each = machine.gpus if machine is not None else template_gpus(published)
        # Fewer GPUs in a machine may ask for another way to share layers.
        needed = need(work, needed.plan.board.key, gpus_each) or needed
        systems = systems_needed(needed, gpus_each)
        watts = None if rack_kw is None else 1000 * rack_kw
        planned_pod = pod(PodChoice(machine, systems, published, watts, cooling=cooling or "room"))
        preview = preview_pod(planned_pod)
        if not dry_run:
            run(document, build_pod, planned_pod.plan)
    if as_json:
        print_json(_body(file, workload, needed, planned_pod, preview, built=not dry_run))
        return
    _print(needed, planned_pod, preview)
    click.echo("Nothing was built." if dry_run else f"Built into {file}.")


def kept_workload(snapshot: "Snapshot", name: str) -> "Kept":
    """The workload of a project that has a name.

    Raises:
        click.UsageError: there is none; the message lists those that there are.
    """
    from gpudesk.sizing.workloads.saved_workload import Kept

    rows = snapshot["workload"]
    known = rows.where("name", name).tolist()
    if not known:
        there = ", ".join(repr(known_name) for known_name in rows["name"].tolist()) or "none"
        raise click.UsageError(f"there is no workload {name!r} in the project; the workloads are: {there}")
    row = rows.row(known[0])
    return Kept(row["task"], row["asked"], row["model"])


def _needed(work: "Kept", gpu: str | None) -> "tuple[Need, tuple[Host, ...]]":
    """The GPUs that the workload needs, of the named type or of the best one; and the machines that contain them."""
    from gpudesk.sizing.gpus.boards import boards, find_board, planned_boards
    from gpudesk.sizing.systems.hosts import hosts
    from gpudesk.sizing.workloads.placed import need, plan_preference
    from gpudesk.sizing.workloads.saved_workload import asked_of, order_of

    only, order = asked_of(work).gpu, order_of(asked_of(work))
    named = find_board(gpu).key if gpu else only
    if only and named != only:
        raise click.UsageError(f"the workload is saved for {boards()[only].title} only; save it again with gpudesk size --keep")
    board_keys = [named] if named else [board.key for board in planned_boards()]
    candidates = []
    for board in board_keys:
        able = hosts(board)
        if able:
            needed = need(work, board, max(host.gpus for host in able))
            if needed is not None:
                candidates.append((plan_preference(needed.plan, order), board, needed, able))
    if not candidates:
        unheld = named and not hosts(named)
        raise click.UsageError(
            f"no system in the catalog has {boards()[named].title}"
            if unheld
            else "the workload fits no GPU for which the catalog has a system"
        )
    *_, needed, able = min(candidates, key=lambda candidate: candidate[:2])
    if not needed.plan.fits:
        raise click.UsageError(f"no number of {needed.plan.board.title} meets the request; see gpudesk size")
    return needed, able


def _built_of(able: "tuple[Host, ...]", board: str, host: str | None, template: str | None) -> "tuple[Host | None, PodTemplate | None]":
    from gpudesk.sizing.systems.pod_rules import pod_rules

    if host is not None and template is not None:
        raise click.UsageError("give either --host or --template")
    if template is not None:
        known = {pod_template.template: pod_template for pod_template in pod_rules().templates_of(board)}
        if template not in known:
            text = f"no template {template!r} has this GPU; the templates are: {', '.join(known) or 'none'}"
            raise click.BadParameter(text, param_hint="--template")
        return None, known[template]
    if host is None:
        return able[0], None
    chosen_host = next((able_host for able_host in able if able_host.key == host), None)
    if chosen_host is None:
        text = f"no system {host!r} has this GPU; the systems are: {', '.join(able_host.key for able_host in able)}"
        raise click.BadParameter(text, param_hint="--host")
    return chosen_host, None


def _body(file: Path, workload: str, needed: "Need", pod: "Pod", preview: "PodPreview", *, built: bool) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "workload": workload,
        "built": built,
        "gpu": needed.plan.board.key,
        "gpus_needed": needed.plan.gpus,
        "name": pod.plan.name,
        "totals": preview.totals.to_plain(),
        "cabling": preview.cables.to_plain(),
        "cost": {
            "currency": preview.cost.currency,
            "capital": None if preview.cost.capital is None else round(preview.cost.capital.value, 2),
            "pieces_without_price": preview.cost.unknown_pieces,
            "yearly": round(preview.cost.yearly.value, 2),
        },
        "types": [
            {"key": hardware_type.key, "title": hardware_type.title, "count": hardware_type.count} for hardware_type in preview.types
        ],
        "networks": [{"name": name, "rate_gbps": rate} for name, rate in preview.networks],
        "findings": {str(severity): count for severity, count in preview.problems.items()},
        "omitted": [message.plain() for message in pod.left_out],
    }


def _print(needed: "Need", pod: "Pod", preview: "PodPreview") -> None:
    totals = preview.totals
    click.echo(f"{pod.plan.name}: requires {needed.plan.gpus:,} × {needed.plan.board.title}")
    rows = [
        ("GPUs", f"{totals.gpus:,}"),
        ("systems", f"{totals.systems:,}"),
        ("racks", f"{totals.racks:,}"),
        ("power, max", quantity(totals.power_w["max"], "W") + _lacking(totals.power_missing["max"])),
        ("mass", quantity(totals.mass_kg, "kg") + _lacking(totals.mass_missing)),
        ("links", f"{preview.cables.links:,}"),
        ("capital", "not known" if preview.cost.capital is None else _money(preview.cost)),
        ("yearly cost", f"{preview.cost.yearly.value:,.0f} {preview.cost.currency}"),
        ("networks", ", ".join(f"{name} {rate} Gb/s" for name, rate in preview.networks) or "none"),
        ("findings", ", ".join(severity_count(count, severity) for severity, count in preview.problems.items())),
    ]
    print_table(rows)
    for message in pod.left_out:
        click.echo(sentence(message))


def _money(cost: "ProjectCost") -> str:
    assert cost.capital is not None  # noqa: S101 - narrows the type
    unknown = f" and {counted(cost.unknown_pieces, 'item')} of unknown price" if cost.unknown_pieces else ""
    return f"{cost.capital.value:,.0f} {cost.currency}{unknown}"


def _lacking(count: int) -> str:
    return f" and {counted(count, 'device')} of unknown value" if count else ""


COMMANDS = (plan_command,)
