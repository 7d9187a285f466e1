"""Export and import formats of the fabric of a project."""

from pathlib import Path
from typing import TYPE_CHECKING

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.derived.fabric.fabric_records import FabricRecords, fabric_records
from gpudesk.formats.fabric.cable_list import SHEET, CableList, cable_rows, links_of_graph, links_of_subnet, read_cable_list
from gpudesk.formats.tables.tables import csv_bytes, read_tables, xlsx_bytes
from gpudesk.formats.text.reader_text import kubernetes_label, renamed_remark, safe_names
from gpudesk.formats.text.written_files import write_file, write_set
from gpudesk.operations.exchange.format import Exported, Format
from gpudesk.project.snapshot import Snapshot

if TYPE_CHECKING:
    from gpudesk.formats.fabric.slurm_topology import SlurmSwitch

_CONTEXT = "formats"
_NO_LINKS = QT_TRANSLATE_NOOP("formats", "There are no cables in this project.")
_NO_INFINIBAND = QT_TRANSLATE_NOOP("formats", "There are no InfiniBand links in this project.")


def _write_ibsim(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.derived.fabric.subnet import subnet
    from gpudesk.formats.fabric.ibsim import ibsim_text

    planned_subnet = snapshot.cached(subnet)
    _demand_links(len(planned_subnet.records), _NO_INFINIBAND)
    write_file(out, ibsim_text(planned_subnet, title).encode())
    subnets = int(planned_subnet.nodes.subnet.max()) + 1
    remarks = (f"{subnets} subnets: ibsim puts the subnet manager into the first one, SIM_HOST into another",) if subnets > 1 else ()
    return Exported((out,), remarks)


def _write_dot(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.fabric.topology_dot import dot_remarks, dot_text

    links = _all_links(snapshot)
    write_file(out, dot_text(snapshot, links, title).encode())
    return Exported((out,), dot_remarks(links))


def _write_graphml(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.fabric.graphml import graphml_text

    write_file(out, graphml_text(snapshot, _all_links(snapshot), title).encode())
    return Exported((out,))


def _write_point_to_point(snapshot: Snapshot, _uid: str, _title: str, out: Path, progress: Progress) -> Exported:
    from gpudesk.formats.fabric.cable_validation import point_to_point

    write_file(out, xlsx_bytes(point_to_point(snapshot, _all_links(snapshot)), progress))
    return Exported((out,))


def _write_topology(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.derived.fabric.subnet import subnet
    from gpudesk.formats.fabric.cable_validation import adapter_map_rows, topology_names, topology_text
    from gpudesk.formats.tables.tables import csv_text

    planned_subnet = snapshot.cached(subnet)
    _demand_links(len(planned_subnet.records), _NO_INFINIBAND)
    files = {
        "fabric.topo": topology_text(planned_subnet).encode(),
        "hca_mapping.csv": csv_text(adapter_map_rows(planned_subnet.records)).encode(),
    }
    names = topology_names(planned_subnet)
    # A space is always an underscore there.
    odd = [(name, word) for name, word in names.items() if name.replace(" ", "_") != word]
    return Exported(tuple(write_set(out, files)), renamed_remark("The topology file", odd))


def _write_slurm_conf(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.fabric.slurm_topology import conf_text, renamed_nodes

    switches, others = _slurm(snapshot), renamed_nodes(snapshot, snapshot.cached(fabric_records))
    write_file(out, conf_text(switches, others).encode())
    return Exported((out,), renamed_remark("Slurm", others))


def _write_slurm_yaml(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.formats.fabric.slurm_topology import renamed_nodes, slurm_blocks, yaml_text

    records = snapshot.cached(fabric_records)
    switches, others = _slurm(snapshot), renamed_nodes(snapshot, records)
    write_file(out, yaml_text(switches, slurm_blocks(snapshot, records), others).encode())
    return Exported((out,), renamed_remark("Slurm", others))


def _write_kubernetes(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.derived.scope.device_locations import whereabouts
    from gpudesk.formats.fabric.kubernetes_topology import kubernetes_names, node_labels, topology_files
    from gpudesk.formats.fabric.slurm_topology import compute_nodes, node_names, slurm_blocks

    records, halls = snapshot.cached(fabric_records), snapshot["hall"]
    switches, nodes, own = _slurm(snapshot), node_names(snapshot, records), compute_nodes(snapshot, records)
    written = kubernetes_names(switches)
    zones = safe_names(halls["name"].tolist(), kubernetes_label)
    zone_of = dict(zip(halls.ids.tolist(), zones, strict=True))
    hall_of_device = snapshot.cached(whereabouts).hall.tolist()
    where = {name: zone_of[hall_of_device[place]] for (place, _), name in nodes.items() if hall_of_device[place] in zone_of}
    files = topology_files(node_labels(switches, slurm_blocks(snapshot, records), where))
    # Kubernetes has small letters only, and spaces are hyphens there.
    others = [(own[host], written[name]) for host, name in nodes.items()]
    others += zip(halls["name"].tolist(), zones, strict=True)
    odd = [(name, other) for name, other in others if name.lower().replace(" ", "-") != other.lower()]
    return Exported(tuple(write_set(out, files)), renamed_remark("Kubernetes", odd))


def _slurm(snapshot: Snapshot) -> "list[SlurmSwitch]":
    from gpudesk.formats.fabric.slurm_topology import slurm_switches

    switches = slurm_switches(snapshot, snapshot.cached(fabric_records))
    _demand_links(len(switches), QT_TRANSLATE_NOOP("formats", "No node of this project has a compute network link."))
    return switches


def _write_netbox_cables(snapshot: Snapshot, _uid: str, title: str, out: Path, progress: Progress) -> Exported:
    from gpudesk.formats.netbox.netbox_project import netbox_cables

    _demand_links(snapshot["cable"].rows, _NO_LINKS)
    netbox_set = netbox_cables(snapshot, title, progress)
    return Exported(tuple(write_set(out, netbox_set.files)), tuple(netbox_set.remarks), has_readme=True)


def _write_nautobot(snapshot: Snapshot, _uid: str, title: str, out: Path, progress: Progress) -> Exported:
    from gpudesk.formats.netbox.nautobot import nautobot_set
    from gpudesk.formats.netbox.netbox_project import netbox_cable_files

    _demand_links(snapshot["cable"].rows, _NO_LINKS)
    cable_files = netbox_cable_files(snapshot, title, progress)
    remarks = (
        (f"{cable_files.left_out} cables are left out: there is no port, or no device, at one of their ends",)
        if cable_files.left_out
        else ()
    )
    return Exported(tuple(write_set(out, nautobot_set(cable_files.cables))), remarks)


def _write_addresses(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.derived.fabric.address_plan import address_plan
    from gpudesk.formats.fabric.address_files import address_files, address_remarks
    from gpudesk.project.address_rules import address_rules, roce_settings

    plan = address_plan(snapshot, address_rules())
    return Exported(tuple(write_set(out, address_files(plan, roce_settings()))), address_remarks(plan))


def _write_cables_csv(snapshot: Snapshot, _uid: str, _title: str, out: Path, _progress: Progress) -> Exported:
    write_file(out, csv_bytes(cable_rows(snapshot)))
    return Exported((out,))


def _write_cables_xlsx(snapshot: Snapshot, _uid: str, _title: str, out: Path, progress: Progress) -> Exported:
    write_file(out, xlsx_bytes({SHEET: cable_rows(snapshot)}, progress))
    return Exported((out,))


def _read_cables(path: Path, _uid: str, progress: Progress) -> CableList:
    return read_cable_list(read_tables(path, progress, whole=False))


def _read_dot(path: Path, _uid: str, _progress: Progress) -> CableList:
    from gpudesk.formats.fabric.topology_dot import read_dot

    return links_of_graph(read_dot(path), path.name)


def _read_subnet(path: Path, _uid: str, progress: Progress) -> CableList:
    from gpudesk.formats.fabric.fabric_listing import read_fabric_listing

    return links_of_subnet(read_fabric_listing(path, progress), path.name)


def _all_links(snapshot: Snapshot) -> FabricRecords:
    records = snapshot.cached(fabric_records)
    _demand_links(len(records), _NO_LINKS)
    return records


def _demand_links(count: int, text: str) -> None:
    if not count:
        fix = QT_TRANSLATE_NOOP("formats", "Add a network and cable the project.")
        raise Refused(Message(_CONTEXT, text), Message(_CONTEXT, fix))


FABRIC_FORMATS = (
    Format(
        "cables-csv",
        QT_TRANSLATE_NOOP("formats", "List of cables (CSV)"),
        QT_TRANSLATE_NOOP("formats", "Every leg of a cable with both ends, type, modules and length; edit it and import it again"),
        (".csv", ".txt", ".tsv"),
        False,
        _write_cables_csv,
        _read_cables,
    ),
    Format(
        "cables-xlsx",
        QT_TRANSLATE_NOOP("formats", "List of cables (Excel)"),
        QT_TRANSLATE_NOOP("formats", "The same, as a workbook"),
        (".xlsx",),
        False,
        _write_cables_xlsx,
        _read_cables,
    ),
    Format(
        "ibsim",
        QT_TRANSLATE_NOOP("formats", "InfiniBand subnet (ibsim, ibnetdiscover)"),
        QT_TRANSLATE_NOOP("formats", "Every InfiniBand link, as printed by ibnetdiscover; ibsim can load it for a subnet manager"),
        (".net", ".txt"),
        False,
        _write_ibsim,
        _read_subnet,
    ),
    Format(
        "dot",
        QT_TRANSLATE_NOOP("formats", "Topology (DOT for PTM and NVIDIA Air)"),
        QT_TRANSLATE_NOOP("formats", "Every link with its devices and ports, as read by PTM and NVIDIA Air"),
        (".dot", ".gv"),
        False,
        _write_dot,
        _read_dot,
    ),
    Format(
        "cvt-p2p",
        QT_TRANSLATE_NOOP("formats", "Point to point (Excel for NVIDIA CVT)"),
        QT_TRANSLATE_NOOP("formats", "Every link with rack and unit, as read by the Cable Validation Tool"),
        (".xlsx",),
        False,
        _write_point_to_point,
        None,
    ),
    Format(
        "cvt-topo",
        QT_TRANSLATE_NOOP("formats", "InfiniBand topology (.topo for NVIDIA CVT and UFM)"),
        QT_TRANSLATE_NOOP("formats", "Every InfiniBand link as written by ibdiagnet, and the adapter map"),
        (".zip",),
        True,
        _write_topology,
        None,
    ),
    Format(
        "slurm-conf",
        QT_TRANSLATE_NOOP("formats", "Slurm topology (topology.conf)"),
        QT_TRANSLATE_NOOP("formats", "Nodes that share switches of the compute network"),
        (".conf",),
        False,
        _write_slurm_conf,
        None,
    ),
    Format(
        "slurm-yaml",
        QT_TRANSLATE_NOOP("formats", "Slurm topology (topology.yaml)"),
        QT_TRANSLATE_NOOP("formats", "The same, for newer Slurm versions, with blocks of NVLink domains"),
        (".yaml",),
        False,
        _write_slurm_yaml,
        None,
    ),
    Format(
        "kubernetes-topology",
        QT_TRANSLATE_NOOP("formats", "Kubernetes topology (labels of nodes, Kueue)"),
        QT_TRANSLATE_NOOP("formats", "A script that labels nodes by leaf, spine, NVLink domain and hall, and the levels for Kueue"),
        (".zip",),
        True,
        _write_kubernetes,
        None,
    ),
    Format(
        "graphml",
        QT_TRANSLATE_NOOP("formats", "Graph (GraphML)"),
        QT_TRANSLATE_NOOP("formats", "Devices and links for graph visualization and analysis"),
        (".graphml", ".xml"),
        False,
        _write_graphml,
        None,
    ),
    Format(
        "netbox-cables",
        QT_TRANSLATE_NOOP("formats", "NetBox cables (CSV)"),
        QT_TRANSLATE_NOOP("formats", "Second step, for a NetBox that already has the devices: modules, cables, bonds and addresses"),
        (".zip",),
        True,
        _write_netbox_cables,
        None,
    ),
    Format(
        "nautobot-cables",
        QT_TRANSLATE_NOOP("formats", "Nautobot cables (Ansible)"),
        QT_TRANSLATE_NOOP("formats", "A table of cables and the playbook that creates them in Nautobot"),
        (".zip",),
        True,
        _write_nautobot,
        None,
    ),
    Format(
        "addresses",
        QT_TRANSLATE_NOOP("formats", "Addresses and VLANs"),
        QT_TRANSLATE_NOOP("formats", "Hosts file, DHCP, Ansible inventory and RoCE settings"),
        (".zip",),
        True,
        _write_addresses,
        None,
    ),
)
"""In the order in which they are shown."""
