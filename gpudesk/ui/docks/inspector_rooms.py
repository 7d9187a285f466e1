"""The forms of the inspector for rows and halls."""

from gpudesk import operations
from gpudesk.ui.docks.inspector_floor import StandRows
from gpudesk.ui.docks.inspector_objects import NamedForm, add_figures
from gpudesk.ui.quantities import format_number, format_quantity, parse_number, shown_scale
from gpudesk.ui.widgets.field_rows import FieldList, LineField


class RowForm(NamedForm):
    """One row of racks and what it adds up to."""

    def subtitle(self) -> str:
        row, snapshot = self.rows()[0], self.session.snapshot
        hall = str(snapshot["hall"].row(int(row["hall_id"]))["name"])
        return self.tr("Row in {hall} · racks: {count}").format(hall=hall, count=format_number(self._racks()))

    def fill(self, rows: FieldList) -> None:
        self.group(rows, self.tr("Row"))
        rows.add_gap()
        self.name_row(rows)
        self.phase_row(rows)
        self.line(rows, self.tr("Notes"), "notes", lambda text: self.set_fields(notes=text))
        rows.add_gap()
        StandRows(self, rows)
        self.group(rows, self.tr("Totals of the row"))
        self.fact(rows, self.tr("Racks"), lambda: format_number(self._racks()))
        add_figures(self, rows, "rack_row", "id")

    def _racks(self) -> int:
        return len(self.session.snapshot["rack"].where("row_id", self.selection[0].id))


class HallForm(NamedForm):
    """One hall: its walls and what stands in it."""

    def subtitle(self) -> str:
        row = self.rows()[0]
        area = int(row["width_mm"]) * int(row["depth_mm"]) / 1e6
        return self.tr("Hall of {area}").format(area=format_quantity(area, "m²", decimals=0))

    def fill(self, rows: FieldList) -> None:
        self.group(rows, self.tr("Hall"))
        rows.add_gap()
        self.name_row(rows)
        for name, label in (("width_mm", self.tr("Width")), ("depth_mm", self.tr("Depth")), ("height_mm", self.tr("Clear height"))):
            self._length_row(rows, name, label)
        self.phase_row(rows)
        self.line(rows, self.tr("Notes"), "notes", lambda text: self.set_fields(notes=text))
        rows.add_gap()
        self.group(rows, self.tr("Totals of the hall"))
        self.fact(rows, self.tr("Racks"), lambda: format_number(len(self.session.snapshot["rack"].where("hall_id", self.selection[0].id))))
        add_figures(self, rows, "hall", "id")

    def _length_row(self, rows: FieldList, name: str, label: str) -> None:
        editor = LineField()
        unit, factor, _ = shown_scale("mm")

        def typed(text: str) -> None:
            number = parse_number(text)
            empty = not text.strip() and name == "height_mm"
            if number is None and not empty:
                self.refresh(self.selection)
            else:
                self.session.do(
                    operations.set_fields, "hall", self.selection[0].id, {name: None if number is None else round(number / factor)}
                )

        def update() -> None:
            value = self.rows()[0][name]
            editor.set_value("" if value is None else format_number(round(value * factor, 0 if factor == 1 else 2)))

        self.take_lines(editor, typed)
        self.add_editor(rows, label, editor, unit)
        self.updates.append(update)
