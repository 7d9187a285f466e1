"""Everything a person can do to a project, through one door: `run`, `undo` and `redo`."""

from gpudesk.operations.as_found import record_as_found
from gpudesk.operations.auto_place import AutoPlaced, auto_place
from gpudesk.operations.bays import fill_bays, move_to_bay, place_in_bay
from gpudesk.operations.build import build, insert_plan
from gpudesk.operations.cables import NewCable, lay_cable, lay_cables, move_cable_end, pull_cables, set_cables
from gpudesk.operations.cabling import Cabled, CablingPreview, cable_project, preview_cabling
from gpudesk.operations.cooling_nodes import PLACES as COOLED_PLACES
from gpudesk.operations.cooling_nodes import (
    add_cooling_node,
    add_cooling_nodes,
    connect_cooling,
    cool_by,
    cool_places,
    power_cooling,
    stop_cooling,
)
from gpudesk.operations.cooling_proposal import Cooled, assign_cooling_devices, hang_rear_doors, propose_cooling
from gpudesk.operations.cooling_units import place_cooling_units
from gpudesk.operations.devices import (
    flip_devices,
    flip_face,
    move_device,
    move_devices,
    nudge,
    place_device,
    place_on_floor,
    swap_devices,
    take_out,
)
from gpudesk.operations.exchange import FORMATS, export_project, import_list, open_questions, preview_list, read_import
from gpudesk.operations.fabric_colours import reset_fabric_colours, set_fabric_colour
from gpudesk.operations.fields import rename, set_fields, set_fields_of
from gpudesk.operations.findings import Mended, exclude_finding, exclude_findings, include_finding, include_findings, mend_findings
from gpudesk.operations.fixes import apply_fixes
from gpudesk.operations.floor import (
    align_on_floor,
    distribute_on_floor,
    mirror_row,
    move_on_floor,
    move_row,
    move_to_hall,
    move_to_row,
    put_on_floor,
    turn_on_floor,
)
from gpudesk.operations.floor_copies import copy_on_floor, duplicate_on_floor, repeat_on_floor
from gpudesk.operations.floor_items import (
    add_floor_item,
    move_floor_item,
    move_floor_items,
    reshape_floor_item,
    resize_floor_item,
    set_floor_item_kind,
)
from gpudesk.operations.floor_new import extend_row, put_new, racks_at, row_at
from gpudesk.operations.floor_things import (
    copy_floor_items,
    copy_things,
    move_floor_items_to,
    move_things,
    move_things_to_hall,
    set_row_pitch,
    turn_floor_items,
)
from gpudesk.operations.hall_size import fit_hall
from gpudesk.operations.halls import create_hall, create_rack, create_row, delete_all, delete_objects, move_rack, set_rack_type
from gpudesk.operations.host_names import demanded_names, name_hosts, name_hosts_from, name_roles, named_hosts, role_names
from gpudesk.operations.import_cables import import_cables, preview_cables
from gpudesk.operations.import_devices import import_devices, preview_import
from gpudesk.operations.library import use_type
from gpudesk.operations.network_proposal import propose_networks
from gpudesk.operations.network_stages import accept_rate, add_stage, change_stage, move_stage, remove_stages
from gpudesk.operations.networks import add_network, change_network, remove_networks
from gpudesk.operations.onsite import (
    add_person,
    mark_not_applicable,
    note_punch,
    override_hold,
    record_deviation,
    record_value,
    record_values,
    remove_person,
    settle_deviation,
    waive_item,
    withdraw_entry,
)
from gpudesk.operations.onsite_items import disable_checklist_item, put_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.operations.onsite_packages import issue_package, merge_package
from gpudesk.operations.onsite_photos import Photo, record_photos, record_signature
from gpudesk.operations.outside_plan import set_outside_plan
from gpudesk.operations.pathways import add_pathway, change_pathways, copy_pathways, move_pathways, reshape_pathway
from gpudesk.operations.plan_it import BuiltPod, build_pod
from gpudesk.operations.plan_preview import PodPreview, preview_pod
from gpudesk.operations.power_cords import plug_in, pull_out
from gpudesk.operations.power_more import add_rack_feeds
from gpudesk.operations.power_nodes import add_power_node, add_power_nodes, delete_from_power, hang_on, hang_power_node, nodes_below
from gpudesk.operations.power_wiring import Wired, wire_power
from gpudesk.operations.rack_names import name_racks_from, rename_racks
from gpudesk.operations.remarks import add_remark
from gpudesk.operations.repeat import copied, duplicate_rack, duplicate_up, fill_pattern, fill_rack, paste
from gpudesk.operations.reservations import delete_reservation, reserve_units
from gpudesk.operations.rows import add_racks, add_row, dissolve_rows
from gpudesk.operations.run import REGISTRY, Outcome, redo, run, run_long, undo
from gpudesk.operations.settings import set_bom_figure, set_setting, set_severity
from gpudesk.operations.site import name_phase, set_baseline_value, set_site_value
from gpudesk.operations.stock import set_stock
from gpudesk.operations.structured_cabling import Structured, structure_cabling
from gpudesk.operations.structured_preview import Bought, PanelRack, StructuredPreview, preview_of, preview_structured
from gpudesk.operations.type_updates import TypeUpdate, type_updates, update_types
from gpudesk.operations.underlay import add_underlay, move_underlay, scale_underlay, set_underlay_opacity
from gpudesk.operations.versions import delete_version, restore_version, save_version
from gpudesk.operations.way_proposal import join_halls, propose_pathways
from gpudesk.operations.workload_peaks import record_measured, record_peak, record_rate
from gpudesk.operations.workloads import add_workload, change_workload, duplicate_workloads

__all__ = [
    "COOLED_PLACES",
    "FORMATS",
    "REGISTRY",
    "AutoPlaced",
    "Bought",
    "BuiltPod",
    "Cabled",
    "CablingPreview",
    "Cooled",
    "Mended",
    "NewCable",
    "Outcome",
    "PanelRack",
    "Photo",
    "PodPreview",
    "Structured",
    "StructuredPreview",
    "TypeUpdate",
    "Wired",
    "accept_rate",
    "add_cooling_node",
    "add_cooling_nodes",
    "add_floor_item",
    "add_network",
    "add_pathway",
    "add_person",
    "add_power_node",
    "add_power_nodes",
    "add_rack_feeds",
    "add_racks",
    "add_remark",
    "add_row",
    "add_stage",
    "add_underlay",
    "add_workload",
    "align_on_floor",
    "apply_fixes",
    "assign_cooling_devices",
    "auto_place",
    "build",
    "build_pod",
    "cable_project",
    "change_network",
    "change_pathways",
    "change_stage",
    "change_workload",
    "connect_cooling",
    "cool_by",
    "cool_places",
    "copied",
    "copy_floor_items",
    "copy_on_floor",
    "copy_pathways",
    "copy_things",
    "create_hall",
    "create_rack",
    "create_row",
    "delete_all",
    "delete_from_power",
    "delete_objects",
    "delete_reservation",
    "delete_version",
    "demanded_names",
    "disable_checklist_item",
    "dissolve_rows",
    "distribute_on_floor",
    "duplicate_on_floor",
    "duplicate_rack",
    "duplicate_up",
    "duplicate_workloads",
    "exclude_finding",
    "exclude_findings",
    "export_project",
    "extend_row",
    "fill_bays",
    "fill_pattern",
    "fill_rack",
    "fit_hall",
    "flip_devices",
    "flip_face",
    "hang_on",
    "hang_power_node",
    "hang_rear_doors",
    "import_cables",
    "import_devices",
    "import_list",
    "include_finding",
    "include_findings",
    "insert_plan",
    "issue_package",
    "join_halls",
    "lay_cable",
    "lay_cables",
    "mark_not_applicable",
    "mend_findings",
    "merge_package",
    "mirror_row",
    "move_cable_end",
    "move_device",
    "move_devices",
    "move_floor_item",
    "move_floor_items",
    "move_floor_items_to",
    "move_on_floor",
    "move_pathways",
    "move_rack",
    "move_row",
    "move_stage",
    "move_things",
    "move_things_to_hall",
    "move_to_bay",
    "move_to_hall",
    "move_to_row",
    "move_underlay",
    "name_hosts",
    "name_hosts_from",
    "name_phase",
    "name_racks_from",
    "name_roles",
    "named_hosts",
    "nodes_below",
    "note_punch",
    "nudge",
    "open_questions",
    "override_hold",
    "paste",
    "place_cooling_units",
    "place_device",
    "place_in_bay",
    "place_on_floor",
    "plug_in",
    "power_cooling",
    "preview_cables",
    "preview_cabling",
    "preview_import",
    "preview_list",
    "preview_of",
    "preview_pod",
    "preview_structured",
    "propose_cooling",
    "propose_networks",
    "propose_pathways",
    "pull_cables",
    "pull_out",
    "put_checklist_item",
    "put_new",
    "put_on_floor",
    "racks_at",
    "read_import",
    "record_as_found",
    "record_deviation",
    "record_measured",
    "record_peak",
    "record_photos",
    "record_rate",
    "record_signature",
    "record_value",
    "record_values",
    "redo",
    "remove_checklist_item",
    "remove_networks",
    "remove_person",
    "remove_stages",
    "rename",
    "rename_racks",
    "repeat_on_floor",
    "reserve_units",
    "reset_fabric_colours",
    "reshape_floor_item",
    "reshape_pathway",
    "resize_floor_item",
    "restore_version",
    "role_names",
    "row_at",
    "run",
    "run_long",
    "save_version",
    "scale_underlay",
    "set_baseline_value",
    "set_bom_figure",
    "set_cables",
    "set_fabric_colour",
    "set_fields",
    "set_fields_of",
    "set_floor_item_kind",
    "set_outside_plan",
    "set_rack_type",
    "set_row_pitch",
    "set_setting",
    "set_severity",
    "set_site_value",
    "set_stock",
    "set_underlay_opacity",
    "settle_deviation",
    "stop_cooling",
    "structure_cabling",
    "swap_devices",
    "take_checklist_items",
    "take_out",
    "turn_floor_items",
    "turn_on_floor",
    "type_updates",
    "undo",
    "update_types",
    "use_type",
    "waive_item",
    "wire_power",
    "withdraw_entry",
]
