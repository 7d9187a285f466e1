"""Tables of prices and rates, those of a person's own, and what a person says over them."""

from pathlib import Path

import pytest

from gpudesk.catalog.cost_files import own_cost_folder
from gpudesk.catalog.cost_inputs import CHOICES, EXTRA, CostInputs, choices, limits
from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.core.cost.account import site_pue
from gpudesk.core.cost.contract import AllIn, Metered, OwnSite
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.locate import resource


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path))
    cost_tables.cache_clear()
    folder = own_cost_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cost_tables.cache_clear()


def test_every_figure_has_a_source_and_lies_within_its_limits() -> None:
    for key, entry in cost_tables().figures.items():
        assert entry.figure.source, key
        assert entry.source_es, key
        assert entry.minimum <= entry.figure.low <= entry.figure.value <= entry.figure.high <= entry.maximum, key
        assert entry.group in cost_tables().groups, key
        assert limits(cost_tables(), key) == (entry.minimum, entry.maximum)


def test_every_price_has_a_day_and_a_source() -> None:
    tables = cost_tables()
    for price in tables.clouds:
        assert price.per_gpu_hour.date, price.gpu
        assert price.per_gpu_hour.source, price.gpu
    for tariff in tables.tariffs.values():
        assert tariff.date
        assert tariff.source
    assert tables.rates_date


def test_without_a_word_the_tables_hold() -> None:
    inputs = CostInputs()
    assert isinstance(inputs.contract(), Metered)
    assert inputs.assumptions().currency == "USD"
    assert inputs.figure("interest").value == pytest.approx(0.08)


def test_the_contract_has_its_own_figures_alone() -> None:
    assert isinstance(CostInputs({"contract": "all-in", "all_in_rent": 300.0}).contract(), AllIn)
    own = CostInputs({"contract": "own-site", "pue": 1.2}).contract()
    assert isinstance(own, OwnSite)
    assert own.pue.value == 1.2


def test_cooling_share_stands_for_the_pue() -> None:
    assert site_pue(CostInputs({"cooling_share": 35}).contract()) == pytest.approx(1.35)
    with pytest.raises(Refused, match="PUE and cooling share express the same thing"):
        CostInputs({"cooling_share": 35, "pue": 1.3})


def test_a_price_of_energy_takes_the_place_of_the_bands_not_of_the_charge() -> None:
    tariff = CostInputs({"tariff": "three-periods", "energy_price": 0.1, "currency": "EUR"}).tariff()
    assert tariff.mean_price() == pytest.approx(0.1)
    assert tariff.demand_per_kw_month.value == pytest.approx(3.5)
    assert CostInputs({"tariff": "three-periods", "demand": 0}).tariff().demand_per_kw_month.value == 0


def test_the_three_periods_are_those_of_the_spanish_tariff() -> None:
    bands = CostInputs({"tariff": "three-periods"}).tariff().band_of_hours().reshape(-1, 24)
    assert bands[0].tolist() == [2] * 8 + [1] * 2 + [0] * 4 + [1] * 4 + [0] * 4 + [1] * 2
    assert bands[5].tolist() == [2] * 24


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"interrest": 5}, "interrest"),
        ({"interest": -1}, "interest"),
        ({"interest": "much"}, "interest"),
        ({"contract": "barter"}, "contract"),
        ({"currency": "DOGE"}, "currency"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(values: dict[str, float | str], named: str) -> None:
    with pytest.raises(Refused, match=named):
        CostInputs(values)


def test_choices_are_words_and_the_rest_numbers() -> None:
    for key in CHOICES:
        assert choices(cost_tables(), key)
    assert set(EXTRA).isdisjoint(cost_tables().figures)


def test_a_file_of_ones_own_takes_the_place(own_folder: Path) -> None:
    shipped = resource("cost", "currencies.yaml").read_text("utf-8")
    (own_folder / "currencies.yaml").write_text(shipped.replace("EUR: 0.86", "EUR: 0.5"), "utf-8")
    assert cost_tables().per_usd["EUR"] == 0.5
    assert cost_tables().own == ("currencies.yaml",)


def test_all_faults_of_a_file_are_told_at_once_with_their_lines(own_folder: Path) -> None:
    (own_folder / "tariffs.yaml").write_text(
        "tariffs:\n"
        "  eu-average:\n"
        "    title: Mine\n"
        "    currency: XYZ\n"
        "    source: me\n"
        "    bands:\n"
        "      - {price: -1}\n"
        "      - {price: 1, low: 2, high: 3}\n"
        "      - {price: 1, hours: [25-30], days: [someday]}\n"
        "      - {price: 1, confidence: sure}\n",
        "utf-8",
    )
    with pytest.raises(InvalidData) as caught:
        cost_tables()
    told = str(caught.value)
    for line, word in ((7, "price"), (8, "low and high"), (9, "25-30"), (9, "someday"), (10, "confidence")):
        assert any(f"line {line}:" in part and word in part for part in told.splitlines()), (line, word, told)
    assert "XYZ" in told


@pytest.mark.parametrize("content", ["", "[]", "tariffs: 3", "tariffs: {eu-average: {bands: []}}", "\x00", "a: &a [*a]"])
def test_nonsense_is_refused(own_folder: Path, content: str) -> None:
    (own_folder / "tariffs.yaml").write_text(content, "utf-8")
    with pytest.raises(InvalidData):
        cost_tables()


@pytest.mark.parametrize("name", ["tariffs", "carbon", "currencies"])
@pytest.mark.parametrize("content", ["", "- a list\n", "nonsense: ["])
def test_a_file_of_ones_own_that_is_wrong_as_a_whole_is_the_one_that_is_named(own_folder: Path, name: str, content: str) -> None:
    """The other files name entries of it; that these are not there is no error of theirs."""
    (own_folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidData) as refused:
        cost_tables()
    assert str(own_folder / f"{name}.yaml") in refused.value.message.plain()
