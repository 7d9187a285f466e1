"""The card that one thinks of buying against the case, on the command line."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.terminal.output import figure, print_table

if TYPE_CHECKING:
    from gpudesk.core.power.card_room import Case
    from gpudesk.sizing.gpus.boards import Board
    from gpudesk.sizing.systems.case_check import CaseLine

_WORDS = {
    "places": ("Positions", "cards", "positions"),
    "width": ("Width", "slots of the card", "slots per position"),
    "length": ("Length", "the card", "the case fits"),
    "height": ("Height", "the card", "the case fits"),
    "bend": ("Room for plug", "card and cable", "the case fits"),
    "air": ("Airflow", "cooling of the card", "airflow of the case"),
    "connectors": ("Connectors", "the cards need", "available"),
    "supply": ("Power supply", "the machine draws", "rated"),
    "advice": ("Recommended supply", "recommended", "rated"),
    "peak": ("Power peaks", "for microseconds", "supply limit"),
    "lanes": ("PCIe lanes", "the cards need", "the CPUs have"),
    "circuit": ("Wall circuit", "at the wall", "continuous limit"),
}
_HOLDS = {True: "ok", False: "NO", None: "not known"}


@dataclass(frozen=True, slots=True)
class CaseAsked:
    """Options for a case: catalog keys and custom values, and the wall circuit."""

    words: tuple[str, ...]
    circuit: str

    def _lines(self, board: "Board", count: int) -> "tuple[Case, list[CaseLine]]":
        """Raises:
        InvalidData: the case or the circuit cannot be understood, or the GPU is no card.
        UsageError: two cases are named.
        """
        from gpudesk.catalog.catalog import open_catalog
        from gpudesk.sizing.systems.case_check import case_lines, case_of, own_case, with_figures

        keys = [word for word in self.words if "=" not in word]
        if len(keys) > 1:
            raise click.UsageError(f"--case takes one case, not several: {', '.join(keys)}")
        case = case_of(keys[0]) if keys else own_case()
        case = with_figures(case, dict(word.split("=", 1) for word in self.words if "=" in word))
        return case, case_lines(open_catalog().get(board.part_of or board.key), count, case, self.circuit)

    def plain(self, board: "Board", count: int) -> dict[str, Any] | None:
        """The lines as an object; None if no case is specified."""
        from gpudesk.core.power.card_room import verdict
        from gpudesk.sizing.systems.case_check import usual_wall

        if not self.words:
            return None
        case, lines = self._lines(board, count)
        return {
            "title": case.title,
            "circuit": self.circuit or usual_wall(),
            "passes": verdict([line.judged for line in lines]),
            "lines": [
                {
                    "line": str(line.judged.line),
                    "passes": line.judged.holds,
                    "actual": line.judged.found,
                    "limit": line.judged.limit,
                    "unit": line.judged.unit,
                    "source": line.source,
                    "note": None if line.note is None else line.note.plain(),
                }
                for line in lines
            ],
        }

    def show(self, board: "Board", count: int) -> None:
        """Print the lines, if a case is specified."""
        from gpudesk.core.power.card_room import verdict

        if not self.words:
            return
        case, lines = self._lines(board, count)
        verdict_text = {True: "fits", False: "does not fit", None: "fits based on known data"}[
            verdict([case_line.judged for case_line in lines])
        ]
        but = [
            _WORDS[case_line.judged.line][0] for case_line in lines if case_line.judged.holds is False and not case_line.judged.keeps_out
        ]
        verdict_text += f", but check: {', '.join(but)}" if but else ""
        many = f"{count} × " if count > 1 else ""
        click.echo(f"\n{many}{board.title} in {case.title or 'your own case'}: {verdict_text}")
        rows = []
        for line in lines:
            title, of_card, of_case = _WORDS[line.judged.line]
            rows.append(
                (
                    "but" if line.judged.holds is False and not line.judged.keeps_out else _HOLDS[line.judged.holds],
                    title,
                    f"{of_card} {_value(line.judged.found, line.judged.unit)}",
                    f"{of_case} {_value(line.judged.limit, line.judged.unit)}",
                    " ".join(filter(None, ("" if line.note is None else line.note.plain(), line.source))),
                )
            )
        print_table(rows)


def _value(value: float | str | None, unit: str) -> str:
    return "not known" if value is None or value == "" else figure(round(value, 1) if isinstance(value, float) else value, unit)
