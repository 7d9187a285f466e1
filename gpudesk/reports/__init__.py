"""Reports for handover, as pages in millimeters, without Qt. `ui/printing` draws the pages to PDF, SVG, PNG and the screen.

Example of a report (see `worklist.py` for a short one):

    def make(subject: Subject, choices: Choices, wording: Wording) -> Report:
        sheet = choices.sheet or Sheet(Paper.A4)
        def bodies() -> Iterator[Page]:
            flow = Flow(sheet, part=hall_name)                  # title block: "Shows"
            flow.heading(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Rack PDUs")))
            flow.figures([(label, wording.quantity(40_800, "W")), …])
            flow.table(Table([Column(head, 20), Column(head, align=Align.RIGHT)], rows))
            flow.drawing(80.0, lambda page, room: …)
            yield from flow.pages
        return Report(title, subject, wording, bodies)

- `Subject`: snapshot (already limited to the selected phase), name of the project, named version, time of an injected clock.
  `Choices`: sheet, racks a sheet, faces, phase, halls, racks.
- `Wording`: the language of the report, which can differ from the interface: `say(context, QT_TRANSLATE_NOOP(context, text),
  **values)`, `message(Message)`, `number`, `quantity(value, unit)`, `date`. Texts are measured, so they must be translated before
  layout.
- `Sheet(Paper, landscape)`: `frame`, `body` (without title block), in mm from the top left corner, y downward.
- `Flow`: fills pages from top: `heading`, `paragraph`, `figures`, `table`, `drawing(height, draw(page, room))`, `space`, `keep`,
  `new_page`.
- `Table(columns, rows)`: rows are text sequences or `Row(cells, Weight.GROUP | Weight.TOTAL)`; `Special.TICK_BOX` is a box for a
  pen. Heads are repeated on every page, a GROUP heading too.
- `Page`: `text`, `text_in` (a rectangle), `paragraph`, `line`, `box`, `polygon`, `picture` (PNG), `hatch`, `clip`. A text with
  `within_mm` shrinks to 5 pt and is then shortened in the middle: it never overlaps its neighbor.
- `bodies` is a generator and may be called twice: only one page is in memory. For thousands of sheets yield the pages of one rack,
  panel or hall before starting the next one.
- A report is available if it has a `Kind` in `catalogue.REPORTS`: name, title, hint, `make` for pages, and `tables` for the
  sheets of a workbook.
"""
