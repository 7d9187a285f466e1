"""The command that lists models that run on the GPUs of this machine, or on others."""

from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.monitor.driver_start import started
from gpudesk.cli.size.fit_case import CaseAsked
from gpudesk.cli.size.fit_text import SCHEMA, plain_device, plain_process, print_device, print_head, print_no_more_room, print_processes
from gpudesk.cli.terminal.exits import UNREADABLE
from gpudesk.cli.terminal.output import error_line, json_option, print_json


@click.command("fit")
@click.option("--gpu", "gpus_named", multiple=True, metavar="NAME", help="A GPU from the catalog, or a MIG slice of one; may be repeated.")
@click.option("--gpus", "count", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of each GPU given with --gpu.")
@click.option(
    "--local", is_flag=True, help="The GPUs of this machine, with their currently free memory. This is the default without --gpu."
)
@click.option("--model", "models", multiple=True, metavar="NAME", help="Only this model; may be repeated. By default well-known models.")
@click.option("--context", type=click.IntRange(2, 4_194_304), help="Context length: tokens of a whole conversation; 8,192 by default.")
@click.option(
    "--ram-gb-per-s", type=click.FloatRange(min=0, min_open=True), help="Bandwidth of the system memory, which the driver does not report."
)
@click.option(
    "--case",
    "case_words",
    multiple=True,
    metavar="KEY|NAME=VALUE",
    help="Check the card against a case: a workstation from the catalog, or your own values "
    "(places, slot_width, length_mm, height_mm, supply_w, rest_w, efficiency_percent, lanes, plugs, supply=atx3|atx2, air=desk|server); "
    "may be repeated.",
)
@click.option("--circuit", metavar="KEY", default="", help="With --case: the wall circuit; enter an invalid KEY to list all.")
@json_option
def fit_command(
    gpus_named: tuple[str, ...],
    count: int,
    local: bool,
    models: tuple[str, ...],
    context: int | None,
    ram_gb_per_s: float | None,
    case_words: tuple[str, ...],
    circuit: str,
    as_json: bool,
) -> None:
    """List which models run on a GPU, in which format and how fast for one user, and why other models do not run.

    For this machine, the GPU memory that is currently free is used; the processes that use the rest are listed, with the models that
    would run without them. A GPU that is not in the catalog is evaluated by memory only. Sleeping GPUs are not woken.

    With --case, a card is also checked against the case it would be installed in: space, airflow, connectors, power supply,
    PCIe lanes, wall circuit.
    """
    if local and gpus_named:
        raise click.UsageError("--local and --gpu exclude each other")
    if (case_words or circuit) and not gpus_named:
        raise click.UsageError("--case and --circuit need --gpu")
    if circuit and not case_words:
        raise click.UsageError("--circuit needs --case")
    if gpus_named:
        _asked(gpus_named, count, models, context, ram_gb_per_s, CaseAsked(case_words, circuit), as_json=as_json)
        return
    if click.get_current_context().get_parameter_source("count") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError("--gpus needs --gpu")
    _here(models, context, ram_gb_per_s, as_json=as_json)


def _asked(
    named: tuple[str, ...],
    count: int,
    models: tuple[str, ...],
    context: int | None,
    ram_gb_per_s: float | None,
    case: CaseAsked,
    *,
    as_json: bool,
) -> None:
    from gpudesk.sizing.fit.model_fit import Device, fits_of, host_range
    from gpudesk.sizing.gpus.mig_slices import find_board_or_slice

    host = host_range(ram_gb_per_s)
    plain_devices: list[dict[str, Any]] = []
    for word in named:
        board = find_board_or_slice(word)
        device = Device(board.title, board, True, board.usable_gib, count)
        # What cannot be understood of the case is said before anything is printed.
        checked = case.plain(board, count)
        fits = fits_of(device, models, context, host)
        if as_json:
            plain_devices.append(plain_device(device, fits, (), checked))
        else:
            print_device(device, fits, host, whole=bool(models))
            case.show(board, count)
    if as_json:
        _print(plain_devices, models, context, host, source="catalog")


def _here(models: tuple[str, ...], context: int | None, ram_gb_per_s: float | None, *, as_json: bool) -> None:
    from gpudesk.core.serving.serving_memory import GIB
    from gpudesk.monitor.nvml.fit_devices import bears_no_more, local_devices
    from gpudesk.monitor.nvml.memory_watch import MemoryWatch
    from gpudesk.monitor.nvml.nvml_library import NoNvml
    from gpudesk.sizing.fit.model_fit import fits_of, host_range

    watch = MemoryWatch()
    try:
        machine = started(watch.look)
    except NoNvml as error:
        error_line(f"{error.message.plain()} For any other GPU: gpudesk fit --gpu NAME")
        click.get_current_context().exit(UNREADABLE)
    finally:
        watch.close()
    host = host_range(ram_gb_per_s, None if machine.ram_free_bytes is None else machine.ram_free_bytes / GIB)
    devices = local_devices(machine)
    plain_devices: list[dict[str, Any]] = []
    if not as_json:
        print_head(machine)
    singles = {}
    for device in devices:
        fits = fits_of(device.device, models, context, host)
        if len(device.gpus) == 1:
            singles.update({(device.gpus[0].facts.name, device.gpus[0].total_bytes): (device.device, fits)})
        if as_json:
            plain_devices.append(plain_device(device.device, fits, device.gpus))
        elif bears_no_more(device, devices):
            print_no_more_room(device.device, device.gpus)
        else:
            print_device(device.device, fits, host, whole=bool(models), gpus=device.gpus)
    if not as_json:
        print_processes(machine, singles)
        return
    processes = [plain_process(gpu, process, singles) for gpu in machine.gpus for process in gpu.running.processes]
    _print(plain_devices, models, context, host, source="nvml", machine=machine, processes=processes)


def _print(
    devices: list[dict[str, Any]],
    models: tuple[str, ...],
    context: int | None,
    host: Any,
    *,
    source: str,
    machine: Any = None,
    processes: list[dict[str, Any]] | None = None,
) -> None:
    from gpudesk.cli.size.fit_text import plain_cuda
    from gpudesk.sizing.fit.fitting_table import precisions_source, usual_context

    print_json(
        {
            "schema": SCHEMA,
            "program": {"name": "gpudesk", "version": __version__},
            "source": source,
            "request": {"models": list(models), "context": context or usual_context()},
            "driver": machine.driver if machine is not None else None,
            "cuda": plain_cuda(machine) if machine is not None and machine.cuda else None,
            "system_memory": {
                "gb_per_s": host.low.gb_per_s if host.is_known else None,
                "assumed_gb_per_s": None if host.is_known else [host.low.gb_per_s, host.high.gb_per_s],
                "free_gib": host.free_gib,
                "source": host.low.source,
            },
            "devices": devices,
            "processes": processes or [],
            "unreachable": [
                {
                    "index": at,
                    "reason": why.published,
                    **({"unresponsive_s": round(machine.silent_s[at], 1)} if at in machine.silent_s else {}),
                }
                for at, why in sorted(machine.unreachable.items())
            ]
            if machine is not None
            else [],
            "precisions_source": precisions_source(),
        }
    )


COMMANDS = (fit_command,)
