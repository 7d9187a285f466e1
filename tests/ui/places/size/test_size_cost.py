"""The money of sizing: what is said of costs, what a result costs, owning next to renting, and what matters most."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpudesk.catalog.cost_files import own_cost_folder
from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.core.messages.errors import DeskError
from gpudesk.locate import resource
from gpudesk.sizing.gpus.board_costs import usual_costing
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.docks.cost_fields import CostFields
from gpudesk.ui.places.size.panes.caps_picture import CapsPicture
from gpudesk.ui.places.size.panes.cost_bars import CostBars
from gpudesk.ui.places.size.panes.size_cost import OwnOrRentPicture, SwingsPicture
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, Hand
from tests.ui.size_hand import SizeHand

pytestmark = pytest.mark.usefixtures("few")


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


def choose(size: SizeHand, board: str) -> ServingPlan:
    plan = next(plan for plan in size.place.plans if plan.board.key == board and isinstance(plan, ServingPlan))
    size.place.choose((plan.board.key, plan.form.key))
    size.rest()
    return plan


def say(size: SizeHand, key: str, text: str) -> None:
    box = size.place.form.costs.numbers[key]
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Tab)
    size.rest()


def offered(size: SizeHand, key: str) -> bool:
    """Whether the row of a figure is shown."""
    row = size.place.form.costs.numbers[key].parentWidget()
    return row is not None and row.isVisibleTo(size.place)


def test_a_figure_that_is_said_changes_every_plan_and_is_remembered(size: SizeHand) -> None:
    before = choose(size, "nvidia.h100-sxm5-80gb").cost.per_million.value
    say(size, "years", "2")
    after = choose(size, "nvidia.h100-sxm5-80gb").cost.per_million.value
    assert after > before
    assert size.place.form.asked().costs == (("years", 2.0),)
    assert '"years"' in size.place.asked_text()
    say(size, "years", "1")
    assert choose(size, "nvidia.h100-sxm5-80gb").cost.per_million.value > after


def test_the_fields_are_filled_after_the_form_is_shown_and_kept_figures_at_once(open_desk: Callable[[], Hand]) -> None:
    place = open_desk().desk.window.size_place
    place.prepare()
    assert not place.form.costs.numbers
    assert place.form.asked().costs == ()
    place.ask_for(replace(place.form.asked(), costs=(("years", 2.0),)))
    assert place.form.costs.numbers["years"].value() == 2.0
    assert place.form.asked().costs == (("years", 2.0),)


def test_an_own_price_file_with_errors_is_reported_and_the_kept_figures_are_shown_once_it_is_fixed(
    open_desk: Callable[[], Hand], own_rates: Path
) -> None:
    hand = open_desk()
    crashes: list[BaseException] = []
    hand.desk.jobs.crashed.connect(crashes.append)
    place = hand.desk.window.size_place
    refused: list[DeskError] = []
    place._asking.refused.connect(refused.append)
    size = SizeHand(hand)
    costs = place.form.costs
    costs.offer()
    costs.show_said((("years", 2.0),))
    assert costs.numbers == {}
    assert costs.said() == ()
    assert any("currencies.yaml" in str(error) for error in refused)
    assert crashes == []
    own_rates.unlink()
    with hand.qtbot.waitSignal(costs.changed, timeout=PATIENCE_MS):
        costs.offer()
    size.rest()
    assert costs.said() == (("years", 2.0),)
    assert place.form.asked().costs == (("years", 2.0),)
    assert place.plans


def test_kept_figures_that_were_replaced_before_the_price_file_is_fixed_are_not_shown(qtbot: QtBot, own_rates: Path) -> None:
    costs = CostFields()
    qtbot.addWidget(costs)
    costs.show_said((("years", 2.0),))
    costs.show_said(())
    own_rates.unlink()
    cost_tables.cache_clear()
    costs.offer()
    assert costs.numbers["years"].value() == costs.numbers["years"].minimum()
    assert costs.said() == ()


@pytest.fixture
def own_rates(gpudesk_home: Path) -> Iterator[Path]:
    """A price file of the user that cannot be used."""
    path = own_cost_folder() / "currencies.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(resource("cost", "currencies.yaml").read_text("utf-8").replace("EUR: 0.86", "EUR: -1"), "utf-8")
    for kept in (cost_tables, usual_costing):
        kept.cache_clear()
    yield path
    path.unlink(missing_ok=True)
    for kept in (cost_tables, usual_costing):
        kept.cache_clear()


def test_the_rows_appear_together(qtbot: QtBot) -> None:
    costs = CostFields()
    qtbot.addWidget(costs)
    costs.show()
    costs.offer()
    assert costs.contract.isVisible()
    assert costs.numbers["years"].isVisible()
    assert not costs.numbers["building"].isVisible()


def test_each_contract_offers_its_own_figures(size: SizeHand) -> None:
    costs = size.place.form.costs
    costs.contract.setCurrentIndex(costs.contract.findData("own-site"))
    size.rest()
    assert offered(size, "building")
    assert not offered(size, "metered_rent")
    assert "building" in {term.name for term in choose(size, "nvidia.h100-sxm5-80gb").cost.yearly.terms}
    costs.contract.setCurrentIndex(costs.contract.findData("all-in"))
    size.rest()
    assert not offered(size, "energy_price")


def test_a_figure_of_another_contract_is_kept_but_not_said(size: SizeHand) -> None:
    costs = size.place.form.costs
    say(size, "metered_rent", "150")
    costs.contract.setCurrentIndex(costs.contract.findData("own-site"))
    size.rest()
    assert costs.said() == (("contract", "own-site"),)
    costs.contract.setCurrentIndex(0)
    size.rest()
    assert costs.said() == (("metered_rent", 150.0),)


def test_bars_of_a_result_add_up_and_name_what_has_no_price(size: SizeHand) -> None:
    QTest.keyClick(size.place, Qt.Key.Key_5, ALT)
    size.rest()
    bars = size.place.pictures.page()
    assert isinstance(bars, CostBars)
    assert bars.legend() == ["Capital", "Maintenance", "Location", "Energy", "Staff"]
    for bar in bars.bars:
        assert sum(value for _, value in bar.parts) == pytest.approx(bar.total)
    unknown = [plan for plan in size.place.plans if isinstance(plan, ServingPlan) and not plan.cost.priced]
    size.place.choose((unknown[0].board.key, unknown[0].form.key))
    size.rest()
    assert "no price" in bars.accessibleDescription()


def test_owning_beside_renting(size: SizeHand) -> None:
    QTest.keyClick(size.place, Qt.Key.Key_6, ALT)
    choose(size, "nvidia.h100-sxm5-80gb")
    picture = size.place.pictures.page()
    assert isinstance(picture, OwnOrRentPicture)
    say(size, "cloud_price", "12.29")
    found = picture.found
    assert found is not None
    assert found.lines is not None
    # AWS asked 98.32 $ for eight in May 2025: owning pays within a year.
    assert found.lines.crossing_year is not None
    assert found.lines.crossing_year < 1
    assert "Owning is cheaper after" in picture.accessibleDescription()
    say(size, "cloud_price", "0.5")
    assert picture.found is not None
    assert picture.found.lines is not None
    assert picture.found.lines.crossing_year is None
    assert "Renting is cheaper" in picture.accessibleDescription()


@pytest.mark.usefixtures("every_board")
def test_what_cannot_be_compared_says_what_is_missing(size: SizeHand) -> None:
    QTest.keyClick(size.place, Qt.Key.Key_6, ALT)
    choose(size, "nvidia.h100-pcie-80gb")
    assert "No cloud price is known for this GPU; enter one under Cost." in size.place.pictures.page().accessibleDescription()
    say(size, "cloud_price", "3")
    assert "No cloud price is known for this GPU; enter one under Cost." not in size.place.pictures.page().accessibleDescription()
    choose(size, "nvidia.gb300-gpu")
    assert "No price is known" in size.place.pictures.page().accessibleDescription()


@pytest.mark.usefixtures("every_board")
def test_what_matters_most_stands_at_the_top(size: SizeHand) -> None:
    QTest.keyClick(size.place, Qt.Key.Key_7, ALT)
    choose(size, "nvidia.h100-sxm5-80gb")
    picture = size.place.pictures.page()
    assert isinstance(picture, SwingsPicture)
    widths = [abs(each.at_high - each.at_low) for each in picture.swings]
    assert widths == sorted(widths, reverse=True)
    assert {"speed", "utilisation", "years", "price"} <= {each.name for each in picture.swings}
    say(size, "years", "4")
    assert "years" not in {each.name for each in picture.swings}
    assert "gives" in picture.accessibleDescription()
    assert "not in it" not in picture.accessibleDescription()
    choose(size, "nvidia.gb300-gpu")
    assert "price" not in {each.name for each in picture.swings}
    assert "hardware purchase cost is unknown and not included" in picture.accessibleDescription()


def test_the_working_of_a_year_has_its_terms_and_sources(size: SizeHand) -> None:
    plan = choose(size, "nvidia.h100-sxm5-80gb")
    told = size.why()
    assert "Annual cost" in told
    for term in plan.cost.yearly.terms:
        assert term.title.plain() in told
        assert term.source.split("; ")[0] in told
    assert "Per million output tokens" in told


def test_amounts_are_shown_in_the_currency_that_is_chosen(size: SizeHand) -> None:
    costs = size.place.form.costs
    assert "USD" in costs.numbers["metered_rent"].text()
    costs.currency.setCurrentIndex(costs.currency.findData("EUR"))
    size.rest()
    assert "186.9" in costs.numbers["metered_rent"].text()
    assert "EUR" in costs.numbers["metered_rent"].text()
    assert choose(size, "nvidia.h100-sxm5-80gb").cost.currency == "EUR"


def test_caps_and_clocks_of_a_plan_by_hours_of_the_tariff(size: SizeHand) -> None:
    costs = size.place.form.costs
    costs.tariff.setCurrentIndex(costs.tariff.findData("three-periods"))
    size.rest()
    choose(size, "nvidia.h100-sxm5-80gb")
    QTest.keyClick(size.place.table, Qt.Key.Key_8, ALT)
    picture = size.place.pictures.page()
    assert isinstance(picture, CapsPicture)
    saved = {each.key: each.year.kwh[0] for each in picture.caps}
    assert set(saved) == {"cap-compute", "cap-decode", "clocks-compute", "clocks-decode"}
    assert "arXiv" in picture.accessibleDescription()
    picture.fields.hours.setCurrentIndex(picture.fields.hours.count() - 1)
    assert all(each.year.kwh[0] > saved[each.key] for each in picture.caps if saved[each.key])
    costs.contract.setCurrentIndex(costs.contract.findData("all-in"))
    size.rest()
    assert not picture.caps
    assert "included in the rent" in picture.accessibleDescription()
