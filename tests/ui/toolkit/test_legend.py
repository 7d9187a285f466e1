"""The legend of a chart: in one line the names that fit, or all of them in several lines."""

from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.legend import Legend

NAMES = ("Weights", "KV cache", "Activations", "Driver and communication", "CUDA graphs")


def _legend(qtbot: QtBot, *, wrap: bool) -> Legend:
    legend = Legend(wrap=wrap)
    qtbot.addWidget(legend)
    legend.set_entries(NAMES)
    return legend


def test_it_is_one_line_high_where_all_names_fit(qtbot: QtBot) -> None:
    legend = _legend(qtbot, wrap=True)
    assert legend.heightForWidth(legend.sizeHint().width()) == 20


def test_names_without_room_continue_on_the_next_line(qtbot: QtBot) -> None:
    legend = _legend(qtbot, wrap=True)
    assert legend.heightForWidth(legend.sizeHint().width() // 2) > 20
    assert legend.heightForWidth(1) == 20 * len(NAMES)


def test_a_legend_in_one_line_stays_one_line_high(qtbot: QtBot) -> None:
    assert _legend(qtbot, wrap=False).heightForWidth(1) == 20
