"""What a hand writes at the table: the short forms of Architects, and the full forms that the page shows."""

from engines import architects
from tests.contract import games
from tests.engines.architects.table import drafted

SEATS = ["red", "green", "blue", "yellow"]


def test_every_short_form_stands_on_the_page() -> None:
    page = games.page("architects")
    typed = page.split("## What a hand may type")[1].split("## 1 ")[0]
    missing = [head for head in architects.shorthand.heads if f"`{head}" not in typed and head != "prison"]
    assert missing == []


def test_a_line_is_played_as_it_is_read() -> None:
    t = drafted(4).have(0, silver=20).stand(1, forest=2)
    t.after("town green@forest", "quarry", "mines clay", "y draw", "hire top 2 A22")
    assert t.captives(0) == {1: 2}
    assert t.seat(0)["apprentices"] == ["A06"]
