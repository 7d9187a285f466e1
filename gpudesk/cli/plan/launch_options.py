"""Options and output of the commands that write launch files."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from gpudesk.sizing.launch.launching import LaunchWishes
    from gpudesk.sizing.serving.serving import ServingPlan
    from gpudesk.sizing.training.training import TrainingPlan

Command = TypeVar("Command", bound=Callable[..., Any])
NAMES = ("uuids", "system_gpus", "numa", "model_path", "storage", "train_script", "node_labels", "listen")
"""Of the options that `launch_options` adds."""
OPTIONS = (
    click.option("--uuid", "uuids", multiple=True, metavar="UUID", help="UUID of a GPU or MIG instance to use; may be repeated."),
    click.option(
        "--gpus-per-system",
        "system_gpus",
        type=click.IntRange(1, 1024),
        help="GPUs per machine; by default the number in the usual system with this GPU.",
    ),
    click.option(
        "--numa",
        metavar="0,0,1,1",
        help="NUMA node of each GPU of a system, in PCI address order; the program is bound to the nodes of its GPUs.",
    ),
    click.option("--model-path", metavar="PATH", help="Path or name of the weights to load; by default their known location."),
    click.option(
        "--listen",
        metavar="ADDRESS",
        help="Listen address of the server; by default 127.0.0.1, reachable only from this machine. Other addresses require an API key.",
    ),
    click.option(
        "--storage",
        type=click.FloatRange(min=0, min_open=True),
        metavar="GB/s",
        help="Rate at which one system reads weights from storage.",
    ),
    click.option("--train-script", metavar="COMMAND", help="The training script, with its arguments. [default: train.py]"),
    click.option("--node-label", "node_labels", multiple=True, metavar="KEY=VALUE", help="Label of the Kubernetes nodes to use."),
)


def launch_options(command: Command) -> Command:
    """Add the options for values that a plan does not contain."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def wishes_of(values: dict[str, Any], plan: "ServingPlan | TrainingPlan") -> "LaunchWishes":
    """The given options, checked; defaults of the plan for the others.

    Raises:
        click.UsageError: a value is not valid.
    """
    import shlex

    from gpudesk.core.serving.launch_values import GPUS_OF_A_SYSTEM, LOOPBACK, Machine, is_address
    from gpudesk.sizing.launch.launching import LaunchWishes, gpus_together
    from gpudesk.sizing.systems.hosts import machine_gpus

    numa = values["numa"]
    board = plan.board.part_of or plan.board.key
    gpus = values["system_gpus"] or machine_gpus(board, GPUS_OF_A_SYSTEM, gpus_together(plan))
    try:
        nodes = tuple(int(part) for part in numa.split(",")) if numa else ()
        script = tuple(shlex.split(values["train_script"] or "train.py"))
    except ValueError as error:
        raise click.UsageError(f"--numa needs whole numbers, and --train-script a shell command line: {error}") from error
    if nodes and (len(nodes) != gpus or min(nodes) < 0):
        raise click.UsageError(f"--numa needs one node for each of the {gpus} GPUs of a system")
    for uuid in values["uuids"]:
        if not uuid.startswith(("GPU-", "MIG-")) or not uuid.replace("-", "").replace("/", "").isalnum():
            raise click.UsageError(f"{uuid!r} is not the UUID of a GPU (GPU-…) or MIG instance (MIG-…); nvidia-smi -L lists them")
    labels = [tuple(node_label.split("=", 1)) for node_label in values["node_labels"]]
    if any(len(label) != 2 or not label[0] for label in labels):
        raise click.UsageError("--node-label needs KEY=VALUE")
    machine = Machine(gpus, tuple(values["uuids"]), nodes, tuple((label[0], label[1]) for label in labels))
    listen = values["listen"] or LOOPBACK
    if not is_address(listen):
        raise click.UsageError(f"--listen needs an address or a name of this machine, not {listen!r}")
    return LaunchWishes(machine, values["model_path"] or "", values["storage"], script, listen)


def write_launch(key: str, plan: "ServingPlan | TrainingPlan", wishes: "LaunchWishes", out: Path) -> list[Path]:
    """Write the files of a format: one file as `out`, several into the folder or ZIP archive `out`; scripts can be run.

    Raises:
        InvalidData: the format does not go with the plan.
        NotWritten: the disk does not take it.
    """
    from gpudesk.formats.launch.launch_save import save_files
    from gpudesk.sizing.launch.launching import launch_files

    return save_files(launch_files(key, plan, wishes), out)
