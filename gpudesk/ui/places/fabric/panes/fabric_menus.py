"""What the menu over the drawing of a network offers; "|" parts groups."""

IN_DRAWING = (
    "fabric.open-unit",
    "fabric.show-all",
    "fabric.show-rack",
    "edit.rename",
    "|",
    "fabric.cable",
    "cables.panels",
    "fabric.networks",
    "fabric.plan",
    "|",
    "fabric.matrix",
    "fabric.judgement",
    "fabric.save-picture",
)
