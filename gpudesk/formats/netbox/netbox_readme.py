"""README of a set of NetBox files: import instructions."""

from collections.abc import Collection, Sequence

from gpudesk.formats.netbox.netbox_comment import MARK

_STEPS = {
    "01-manufacturers": "Devices > Manufacturers > Import",
    "02-types": "Devices > Device Types > Import (device-types) and Module Types > Import (module-types), one YAML file at a time",
    "03-device-roles": "Devices > Device Roles > Import",
    "04-sites": "Organization > Sites > Import",
    "05-locations": "Organization > Locations > Import",
    "06-rack-types": "Racks > Rack Types > Import",
    "07-racks": "Racks > Racks > Import",
    "08-devices": "Devices > Devices > Import",
    "09-modules": "Devices > Modules > Import",
    "10-interfaces": "Devices > Interfaces > Import (parts of split ports, and ports that the type in NetBox lacks)",
    "10-power-ports": "Devices > Power Ports > Import (ports that the type in NetBox lacks)",
    "10-power-outlets": "Devices > Power Outlets > Import (outlets that the type in NetBox lacks)",
    "11-cable-bundles": "Connections > Cable Bundles > Import",
    "12-cables": "Connections > Cables > Import",
    "13-power-panels": "Power > Power Panels > Import",
    "14-power-feeds": "Power > Power Feeds > Import",
    "15-power-cords": "Connections > Cables > Import",
    "16-vlans": "IPAM > VLANs > Import",
    "16-vrfs": "IPAM > VRFs > Import (a table of addresses of this site, because another one may have the same addresses)",
    "17-prefixes": "IPAM > Prefixes > Import",
    "18-bonds": "Devices > Interfaces > Import (bonds; their description says which ports they join)",
    "19-ip-addresses": "IPAM > IP Addresses > Import",
    "20-bond-members": "Devices > Interfaces > Import (the bond of each member; this file changes interfaces that are there)",
}


def readme_of(files: Collection[str], remarks: Sequence[str]) -> str:
    """Return the text: the destination of each file, in import order, and objects that NetBox cannot accept unchanged."""
    lines = ["Files for NetBox 4.6, to be imported in this order:", ""]
    for start, where in _STEPS.items():
        step_files = sorted(file for file in files if file.startswith(start))
        if step_files:
            shown = f"{start}/ ({len(step_files)} files)" if "/" in step_files[0] else ", ".join(step_files)
            lines.append(f"{start[:2]}  {shown}: {where}")
    if any("second step" in remark for remark in remarks):
        lines += [
            "",
            "Second step, once NetBox has the devices: there, Export > All Data of Devices > Devices, of Devices > Interfaces (with a",
            "filter for the site), of Connections > Cables and of IPAM > IP Addresses; here, import these files (gpudesk import FILE",
            "netbox FOLDER) and export the cables (gpudesk export FILE netbox-cables OUT). The project then knows the IDs that NetBox",
            "gave, and rows about parts of devices name them by ID: no other device has it.",
        ]
    lines += [
        "",
        "Import a file only if the one before it was taken in. NetBox refuses a manufacturer, a type or a role that it has. If it has",
        "some: there, Export > All Data of Devices > Manufacturers, Device Types, Module Types and Device Roles and of Racks > Rack",
        "Types; here, import these files and export again, or name them (File > Export, or --skip NAME of gpudesk export). All other rows",
        "name the site, an asset tag or an ID, so that none of them can change a device of another site.",
        "NetBox refuses the VRF of the site if it has it: go on with the next file then.",
        "Each file is taken in whole or not at all, so files of several parts are imported one after the other.",
        "A text that begins with = + - @ has an apostrophe before it, so that no spreadsheet takes it for a formula.",
        "NetBox refuses devices that overlap or reach beyond their rack: fix such findings before exporting.",
        "Devices mounted next to the rack units and devices in bays have no position. Ordered items are written as planned.",
        f"The last line of comments, '{MARK}{{...}}', says what NetBox has no column for: side, unit, phase, status, and holder and bay.",
        "GPU Desk reads it back; it may be removed or left.",
    ]
    if remarks:
        lines += ["", "What NetBox cannot take as it is:", "", *(f"- {remark}" for remark in remarks)]
    return "\n".join(lines) + "\n"
