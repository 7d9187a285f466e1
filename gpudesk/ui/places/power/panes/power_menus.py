"""What the menus over the pages of power offer; "|" parts groups."""

IN_CHAIN = (
    "power.add",
    "power.hang",
    "edit.rename",
    "power.delete",
    "|",
    "power.fail",
    "power.show-diagram",
    "power.show-rack",
    "place.wire-power",
    "power.copy-rows",
    "power.schedule",
    "|",
    "power.unfold",
    "power.fold-banks",
    "power.fold",
)
IN_DIAGRAM = (
    "power.fail",
    "power.fail-too",
    "power.end-drill",
    "|",
    "power.show-rack",
    "place.wire-power",
    "|",
    "power.schedule",
    "power.export-diagram",
)
IN_FAILURES = ("power.fail", "power.fail-too", "|", "power.show-rack", "power.export-failures")
