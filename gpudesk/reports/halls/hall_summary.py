"""The hall summary: of each hall its racks, power by row, cooling, weight, floor and problems."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.findings.finding import SHOWN, Finding, Severity
from gpudesk.core.cooling.heat import cooling_tons, heat_btu_per_h
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.derived.floor.floor_limits import hall_limits
from gpudesk.derived.racks.loads import floor_loads
from gpudesk.derived.totals.hall_sums import HallSums, RowSums, hall_sums, problem_halls
from gpudesk.derived.totals.totals import rack_totals
from gpudesk.project.site_sheet import site_sheet
from gpudesk.reports.halls.finding_counts import INKS, problem_rows, severities
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Cell, Column, Row, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_COOLINGS = {
    "air": QT_TRANSLATE_NOOP("reports", "Air"),
    "liquid": QT_TRANSLATE_NOOP("reports", "Liquid"),
}


def summary(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """A sheet or more for each hall."""
    subject = subject.of_places(choices)
    snapshot = subject.snapshot
    sheet = choices.sheet or Sheet(Paper.A4)

    def bodies() -> Iterator[Page]:
        halls = snapshot.cached(hall_sums)
        if not halls:
            flow = Flow(sheet)
            flow.paragraph(wording.say("reports", QT_TRANSLATE_NOOP("reports", "There is no hall yet.")), 9.0)
            yield from flow.pages
            return
        places = problem_halls(snapshot)
        findings: dict[int, list[Finding]] = {}
        for finding in findings_of(snapshot):
            findings.setdefault(places.get(finding.place.table, {}).get(finding.place.id, ABSENT), []).append(finding)
        for hall in halls:
            yield from _Hall(subject, sheet, wording, hall, findings.get(hall.hall, [])).pages()

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Hall summary"))
    return Report(title, subject, wording, bodies, phase=phase_words(choices.phase, wording))


def _mark(missing: int) -> str:
    return " +" if missing else ""


KIND = Kind(
    "hall-summary",
    QT_TRANSLATE_NOOP("reports", "Hall summary"),
    QT_TRANSLATE_NOOP("reports", "Racks, power by row, cooling, weight, floor and problems of each hall"),
    summary,
)


class _Hall:
    """Writes one hall."""

    def __init__(self, subject: Subject, sheet: Sheet, wording: Wording, hall: HallSums, findings: Sequence[Finding]) -> None:
        self._snapshot = subject.snapshot
        self._wording = wording
        self._hall = hall
        self._problems = problem_rows(findings)
        self._flow = Flow(sheet, hall.name)
        self._power = self._snapshot.cached(site_sheet).text("power_for_limits")

    def pages(self) -> list[Page]:
        """Its sheets."""
        flow = self._flow
        flow.heading(self._hall.name, 14.0)
        flow.figures(self._figures(), 4 if flow.sheet.body.width_mm < 220 else 8)
        flow.space(2)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Rows")), remark=self._say(POWER_WORDS.get(self._power, POWER_WORDS["max"])))
        flow.table(self._rows())
        if any(row.power_missing for row in self._hall.rows):
            flow.paragraph(self._say(QT_TRANSLATE_NOOP("reports", "+ Devices of unknown power are not included.")), 7.5, ink=SOFT)
        flow.space(5)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Heat and cooling")))
        flow.table(self._cooling())
        for text in self._cooling_remarks():
            flow.paragraph(text, 7.5, ink=SOFT)
        flow.space(5)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Weight and floor")))
        flow.table(self._floor())
        flow.space(5)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Problems")), remark=self._counts())
        flow.table(self._problem_table())
        return flow.pages

    def _say(self, text: str) -> str:
        return self._wording.say("reports", text)

    def _watts(self, value: float, missing: int) -> str:
        """A sum of power; with a mark where something is not in it."""
        return self._wording.total(value, "W") + _mark(missing) if value or not missing else "–"

    def _figures(self) -> list[tuple[str, str]]:
        hall, wording, totals = self._hall, self._wording, self._hall.totals
        power = totals.power_w[self._power]
        things = sum(row.things for row in hall.rows)
        missing = totals.power_missing[self._power]
        a_rack = self._watts(power / things, missing) if things else "–"
        return [
            (self._say(QT_TRANSLATE_NOOP("reports", "Racks and machines on the floor")), wording.number(things)),
            (self._say(QT_TRANSLATE_NOOP("reports", "GPUs")), wording.number(totals.gpus)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Power drawn")), self._watts(power, missing)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Mean power each")), a_rack),
            (self._say(QT_TRANSLATE_NOOP("reports", "Floor area")), wording.quantity(hall.area_m2, "m²", decimals=0)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Power by area")), self._by_area(power, missing)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Mass")), self._mass(totals.mass_kg, totals.mass_missing)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Problems")), wording.number(sum(severities(self._problems).values()))),
        ]

    def _mass(self, mass_kg: float, missing: int) -> str:
        """A sum of masses; with a mark where something is not in it."""
        return self._wording.total(mass_kg, "kg") + _mark(missing) if mass_kg or not missing else "–"

    def _by_area(self, power_w: float, missing: int) -> str:
        """Power by the unit of area of the hall; marked if it is incomplete."""
        if missing and not power_w:
            return "–"
        area = self._hall.area_m2 * self._wording.style.written("m²").factor
        return f"{self._wording.quantity(power_w / max(area, 1e-9), 'W')}/{self._wording.unit('m²')}{_mark(missing)}"

    def _rows(self) -> Table:
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Row")), share=1.4),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Count")), 13, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "GPUs")), 15, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Power, kW")), 19, right, strong=True),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Each, kW")), 17, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Highest power")), share=1.6),
            Column(self._wording.say("reports", QT_TRANSLATE_NOOP("reports", "Mass, {unit}"), unit=self._wording.unit("kg")), 18, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Heaviest")), share=1.6),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Used, U")), 15, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Free, U")), 15, right),
        ]
        rows: list[Row | Sequence[Cell]] = [self._row(row) for row in self._hall.rows]
        if len(rows) > 1:
            rows.append(self._sum())
        return Table(columns, rows, empty=self._say(QT_TRANSLATE_NOOP("reports", "Nothing is placed here yet")))

    def _row(self, row: RowSums) -> list[Cell]:
        wording = self._wording
        return [
            row_words(row, wording),
            wording.number(row.things),
            wording.number(row.gpus),
            self._kilowatts(row.power_w, row.power_missing),
            wording.number(row.power_w / row.things / 1000, 1),
            self._named(row.busiest, wording.quantity(row.busiest_w, "W")),
            wording.amount(row.mass_kg, "kg", 0),
            self._named(row.heaviest, wording.quantity(row.heaviest_kg, "kg", decimals=0)),
            "–" if row.on_floor else wording.number(row.used_u),
            "–" if row.on_floor else wording.number(row.free_u),
        ]

    def _kilowatts(self, power_w: float, missing: int) -> str:
        text = self._wording.number(power_w / 1000, 1)
        return f"{text} +" if missing else text

    @staticmethod
    def _named(name: str, value: str) -> str:
        return f"{name}: {value}" if name else "–"

    def _sum(self) -> Row:
        rows, wording = self._hall.rows, self._wording
        power, count = sum(row.power_w for row in rows), sum(row.things for row in rows)
        cells = [
            self._say(QT_TRANSLATE_NOOP("reports", "All rows")),
            wording.number(count),
            wording.number(sum(row.gpus for row in rows)),
            self._kilowatts(power, sum(row.power_missing for row in rows)),
            wording.number(power / count / 1000, 1),
            "",
            wording.amount(sum(row.mass_kg for row in rows), "kg", 0),
            "",
            wording.number(sum(row.used_u for row in rows)),
            wording.number(sum(row.free_u for row in rows)),
        ]
        return Row(cells, Weight.TOTAL)

    def _cooling(self) -> Table:
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Heat to")), share=2.0),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Heat, kW")), 26, right),
            Column("BTU/h", 30, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Tons of refrigeration")), 34, right),
        ]
        rows: list[Row | Sequence[Cell]] = [self._heat(self._say(_COOLINGS[word]), heat) for word, heat in self._hall.heat_w.items()]
        if len(rows) > 1:
            everything = self._heat(self._say(QT_TRANSLATE_NOOP("reports", "All")), sum(self._hall.heat_w.values()))
            rows.append(Row(everything, Weight.TOTAL))
        return Table(columns, rows)

    def _heat(self, title: str, heat_w: float) -> list[Cell]:
        wording = self._wording
        return [title, wording.number(heat_w / 1000, 1), self._british(heat_btu_per_h(heat_w)), wording.number(cooling_tons(heat_w), 1)]

    def _british(self, heat_btu_per_h: float) -> str:
        """The number of British thermal units per hour, with three significant digits."""
        if heat_btu_per_h < 1_000_000:
            return self._wording.style.rounded(heat_btu_per_h, "")[0]
        text = QT_TRANSLATE_NOOP("reports", "{value} million")
        return self._wording.say("reports", text, value=self._wording.style.rounded(heat_btu_per_h / 1_000_000, "")[0])

    def _cooling_remarks(self) -> Iterator[str]:
        hall, wording = self._hall, self._wording
        if hall.guessed:
            text = QT_TRANSLATE_NOOP("reports", "For {count} of the devices, the share of heat removed by liquid is the site sheet value.")
            yield wording.say("reports", text, count=hall.guessed)
        if hall.airflow_cfm:
            text = QT_TRANSLATE_NOOP("reports", "Known airflow {airflow}; {count} {count|device has|devices have} no airflow data.")
            yield wording.say("reports", text, airflow=wording.quantity(hall.airflow_cfm, "CFM"), count=hall.airflow_missing)
        if not hall.coolers:
            yield self._say(
                QT_TRANSLATE_NOOP("reports", "This hall has no cooling unit or CDU yet: its heat rejection is not planned here.")
            )
        else:
            text = QT_TRANSLATE_NOOP("reports", "Cooling units and CDUs: {count}. They remove {all}; without the largest, {rest}.")
            yield wording.say(
                "reports",
                text,
                count=hall.coolers,
                all=wording.total(hall.cooling_w, "W"),
                rest=wording.total(hall.spare_cooling_w, "W"),
            )

    def _floor(self) -> Table:
        wording, snapshot = self._wording, self._snapshot
        racks = np.concatenate([np.empty(0, np.int64), *(row.racks for row in self._hall.rows)])
        loads, devices = snapshot.cached(rack_totals).loads, snapshot["device"]
        machines = floor_devices(devices, snapshot.types)
        machines = machines[devices["hall_id"][machines] == self._hall.hall]
        on_floor = floor_loads(snapshot, machines)
        names = [*snapshot["rack"]["name"][racks].tolist(), *devices["name"][machines].tolist()]
        halls = np.array([self._hall.hall])
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Floor load")), share=2.4),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Maximum")), 30, Align.RIGHT),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Rack or machine")), share=1.2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Limit")), 30, Align.RIGHT),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Share")), 20, Align.RIGHT),
        ]
        rows: list[Row | Sequence[Cell]] = []
        spread, foot = (
            np.concatenate([of_racks[racks], of_machines])
            for of_racks, of_machines in zip((loads.spread_kg_per_m2, loads.foot_kg), on_floor, strict=True)
        )
        for text, known, limit, unit in (
            (QT_TRANSLATE_NOOP("reports", "Spread over half of the aisles"), spread, "uniform_limit_kg_per_m2", "kg/m²"),
            (QT_TRANSLATE_NOOP("reports", "At the most heavily loaded foot"), foot, "point_limit_kg", "kg"),
        ):
            most = float(hall_limits(snapshot, halls, limit)[0])
            if not len(known) or np.isnan(known).all():
                rows.append([self._say(text), "–", "", wording.quantity(most, unit, decimals=0), "–"])
                continue
            worst = int(np.nanargmax(known))
            share = float(known[worst]) / most
            rows.append(
                [
                    self._say(text),
                    wording.quantity(float(known[worst]), unit, decimals=0),
                    str(names[worst]),
                    wording.quantity(most, unit, decimals=0),
                    wording.quantity(100 * share, "%", decimals=0),
                ]
            )
        return Table(columns, rows)

    def _counts(self) -> str:
        counts = severities(self._problems)
        text = QT_TRANSLATE_NOOP("reports", "Errors: {errors} · warnings: {warnings} · notes: {infos}")
        errors, warnings, infos = (counts[severity] for severity in SHOWN)
        return self._wording.say("reports", text, errors=errors, warnings=warnings, infos=infos)

    def _problem_table(self) -> Table:
        wording = self._wording
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Severity")), 22),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Problem")), share=3.0, wrap=True, most_lines=3),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Frequency")), 18, Align.RIGHT),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "First of them")), share=1.0),
        ]
        rows = [
            Row(
                (row.severity_words(wording), row.words(wording), wording.number(row.count), row.place_label(wording)),
                ink=_ink(row.severity),
            )
            for row in self._problems
        ]
        return Table(columns, rows, empty=self._say(QT_TRANSLATE_NOOP("reports", "No findings here.")))


def row_words(row: RowSums, wording: Wording) -> str:
    """Name of a row."""
    if row.on_floor:
        return wording.say("reports", QT_TRANSLATE_NOOP("reports", "on the floor"))
    return row.name or wording.say("reports", QT_TRANSLATE_NOOP("reports", "in no row"))


def _ink(severity: Severity) -> str:
    return INKS[severity]


POWER_WORDS: Mapping[str, str] = {
    "nameplate": QT_TRANSLATE_NOOP("reports", "Nameplate power"),
    "max": QT_TRANSLATE_NOOP("reports", "Maximum power"),
    "provisioned": QT_TRANSLATE_NOOP("reports", "Provisioned power"),
    "average": QT_TRANSLATE_NOOP("reports", "Average power"),
    "peak": QT_TRANSLATE_NOOP("reports", "Peak power"),
}
"""Names of the four power values."""
