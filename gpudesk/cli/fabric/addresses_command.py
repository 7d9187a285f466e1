"""The command that plans addresses."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.given_paths import OUT
from gpudesk.cli.terminal.output import counted, error_line, json_option, print_json, print_table
from gpudesk.derived.fabric.address_plan import AddressPlan, address_plan
from gpudesk.formats.fabric.address_files import address_files, address_remarks
from gpudesk.formats.text.written_files import write_set
from gpudesk.project.address_rules import RoceSetting, address_rules, roce_settings

SCHEMA = "gpudesk.addresses.v2"


@click.command("addresses")
@file_argument
@click.option(
    "--write",
    "out",
    metavar="OUT",
    type=OUT,
    help="Write the files to this folder, or to an archive ending in .zip.",
)
@json_option
def addresses_command(file: Path, out: Path | None, as_json: bool) -> None:
    """Plan the subnets, VLANs and addresses of FILE: one address for every port, or bond of ports, on its networks.

    --write writes a hosts file, dnsmasq.conf, dhcpd.conf and an Ansible inventory, plus RoCE settings if the compute or
    storage network uses Ethernet. Address blocks and VLANs are defined by rules; your own addresses.yaml replaces them.
    """
    with whole(file) as document:
        plan = address_plan(document.snapshot, address_rules())
    roce = roce_settings() if plan.roce else ()
    files = write_set(out, address_files(plan, roce)) if out is not None else []
    if files:
        for remark in address_remarks(plan):
            error_line(remark)
    if as_json:
        print_json(_plain(file, plan, roce, files))
    elif files:
        for path in files:
            click.echo(str(path))
    else:
        _print(plan, roce)


def _plain(file: Path, plan: AddressPlan, roce: tuple[RoceSetting, ...], files: list[Path]) -> dict[str, Any]:
    numbers = {subnet: number for number, subnet in enumerate(plan.subnets)}
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "domain": plan.domain,
        "subnets": [
            {
                "network": subnet.network,
                "kind": subnet.kind.name.lower(),
                "part": subnet.part,
                "vlan": subnet.vlan,
                "prefix": str(subnet.prefix),
                "gateway": str(subnet.gateway),
            }
            for subnet in plan.subnets
        ],
        "addresses": [
            {
                "device": address.device,
                "role": address.role,
                "interface": address.interface,
                "ports": list(address.ports),
                "host": address.host,
                "address": str(address.address),
                "subnet": numbers[address.subnet],
            }
            for address in plan.addresses
        ],
        "ports_without_address": plan.silent,
        "roce": [
            {
                "where": roce_setting.where,
                "setting": roce_setting.setting,
                "value": roce_setting.value,
                "source": roce_setting.source,
                "confidence": str(roce_setting.confidence),
            }
            for roce_setting in roce
        ],
        "files": [str(path) for path in files],
    }


def _print(plan: AddressPlan, roce: tuple[RoceSetting, ...]) -> None:
    counts = dict.fromkeys(plan.subnets, 0)
    for address in plan.addresses:
        counts[address.subnet] += 1
    rows = [
        (
            subnet.network,
            subnet.part,
            "–" if subnet.vlan is None else str(subnet.vlan),
            str(subnet.prefix),
            str(subnet.gateway),
            f"{counts[subnet]:,}",
        )
        for subnet in plan.subnets
    ]
    print_table([("network", "part", "VLAN", "prefix", "gateway", "addresses"), *rows], right=(2, 5))
    click.echo(
        f"{counted(len(plan.addresses), 'address', 'addresses')} in {counted(len(plan.subnets), 'subnet')}; "
        f"{counted(plan.silent, 'InfiniBand port has', 'InfiniBand ports have')} none"
    )
    if roce:
        click.echo("RoCE settings:")
        print_table([(roce_setting.where, roce_setting.setting, roce_setting.value, str(roce_setting.confidence)) for roce_setting in roce])


COMMANDS = (addresses_command,)
