"""The under of leaves is called the Pharaoh where it is one."""

from __future__ import annotations

import pytest

from faraon.lang.library import read_book
from faraon.server.table.showing import knows_pharaoh


@pytest.mark.parametrize("rulebook", ["classic", "family", "formal", "formal-repaired", "draft"])
def test_where_any_card_fits_on_it_it_has_its_own_name(rulebook: str) -> None:
    assert knows_pharaoh(read_book(rulebook), {})


@pytest.mark.parametrize("rulebook", ["prsi", "mau", "crazy"])
def test_elsewhere_it_is_a_card_like_others(rulebook: str) -> None:
    assert not knows_pharaoh(read_book(rulebook), {})


def test_options_take_its_power_and_its_name() -> None:
    assert not knows_pharaoh(read_book("classic"), {"pharaoh": "off"})
    assert knows_pharaoh(read_book("prsi"), {"pharaoh": "on"})
