"""Leagues: tables from a list, links, people, and what only the league may say."""

from collections.abc import Callable
from typing import Any

import pytest

from service.access import tokens
from service.api.web.http import Service
from service.record import leagues
from service.record.derived import removal
from service.store.keys import key
from tests.service.conftest import Api, As, Json, Project, Record
from tests.service.record.backup.test_backup import empty, export, holds, restore_file, second

__all__ = ["empty", "second"]


def made(admin: Api, as_: As, league: str = "castilla", **more: Any) -> Api:
    answer = admin.post("/leagues", {"id": league, "name": f"Liga {league}", **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return as_(answer.json["token"])


@pytest.fixture
def league(admin: Api, as_: As) -> Api:
    return made(admin, as_)


def table(ref: str = "t1", **more: Any) -> Json:
    seats = [{"ref": "17", "name": "Ana"}, {"ref": "18", "name": "Ben"}]
    return {"ref": ref, "game": "kingdoms", "seats": seats, "occasion": {"event": "cup", "round": "1"}, **more}


def post(league: Api, *rows: Any, name: str = "castilla") -> list[Json]:
    answer = league.post(f"/leagues/{name}/tables", {"tables": list(rows)})
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json["tables"]
    return found


def test_a_list_opens_its_tables_and_again_finds_them(league: Api, anyone: Api, service: Service) -> None:
    wanted = ["seats", "record", "judge"]
    first = post(league, table("a", links=wanted), table("b"))
    assert [one["answer"] for one in first] == ["opened", "opened"]
    again = post(league, table("a", links=wanted), table("b", links=["record"]), table("c"))
    assert [one["answer"] for one in again] == ["known", "known", "opened"]
    assert again[0] == first[0] | {"answer": "known"}, "the same links"
    assert len(again[0]["links"]["seats"]) == 2
    shown = anyone.get(f"/records/{first[0]['record']}").json
    assert shown["league"] == {"id": "castilla", "ref": "a"}
    assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Ben"]
    assert shown["occasion"] == {"event": "cup", "round": "1"}
    log = anyone.get(f"/records/{first[0]['record']}/log").json["entries"]
    assert sorted(entry["type"] for entry in log) == ["appointed", "opened", "seated", "seated"]
    assert '"17"' not in str(log), "no site's id of a person enters a log"


def test_a_list_that_was_broken_off_is_finished(league: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    issue = tokens.issue

    def killed(*args: Any, **fields: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return issue(*args, **fields)

    rows = [table(str(number), links=["seats", "record"]) for number in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(tokens, "issue", killed)
        with pytest.raises(KeyboardInterrupt):
            post(league, *rows)
    done = post(league, *rows)
    assert [one["answer"] for one in done] == ["known", "known", "opened"]
    assert all(len(one["links"]["seats"]) == 2 and one["links"]["record"] for one in done)
    for one in done:
        log = league.get(f"/records/{one['record']}/log").json["entries"]
        assert [entry["type"] for entry in log] == ["opened", "seated", "seated"]


def test_links_do_what_they_say_and_a_revoked_one_stays_revoked(league: Api, as_: As) -> None:
    links = post(league, table(links=["seats", "record"]))[0]
    recorder = as_(links["links"]["record"].partition("#t=")[2])
    record = Record(recorder, links["record"], 3)
    assert record.move(type="choose_start_player", player=0).status_code == 201
    seat = as_(links["links"]["seats"][1].partition("#t=")[2])
    assert seat.get("/token").json["seat"] == 1
    assert league.delete(f"{record.path}/tokens/{seat.get('/token').json['id']}").status_code == 204
    assert post(league, table(links=["seats"]))[0]["links"]["seats"][1] is None
    mine = Record(league, record.id, 4)
    assert mine.move(type="deal_starting_tile", seat=0).status_code == 403, "a league records no move"


def test_links_of_open_tables_are_those_of_their_list(league: Api, admin: Api, as_: As) -> None:
    made_of = {"seats": 2, "record": 1, "judge": 1}
    first = post(league, *(table(ref, links=list(made_of)) for ref in ("a", "b")))
    body = {"records": [one["record"] for one in reversed(first)], "links": list(made_of)}
    answer = league.post("/leagues/castilla/links", body)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["tables"] == [{"record": one["record"], "links": one["links"]} for one in reversed(first)]
    other = made(admin, as_, "leon")
    foreign = post(other, table("a"), name="leon")[0]["record"]
    body["records"].append(foreign)
    for caller, name in ((league, "castilla"), (other, "castilla"), (other, "leon")):
        assert caller.post(f"/leagues/{name}/links", body).status_code == 404


def test_a_league_says_where_its_standings_are(league: Api, admin: Api, as_: As) -> None:
    def put(who: Api, body: Json) -> Any:
        return who.client.put("/v1/leagues/castilla", json=body, headers={"Authorization": f"Bearer {who.token}"})

    assert league.get("/leagues/castilla").json["site"] is None
    changed = put(league, {"name": "Liga", "site": "https://liga.example/standings"})
    assert (changed.json["name"], changed.json["site"]) == ("Liga", "https://liga.example/standings")
    assert league.get("/leagues/castilla").json["tables_a_day"] == 2000
    for site in ("javascript:alert(1)", "https://", "https://a b", "ftp://x"):
        assert put(league, {"name": "Liga", "site": site}).status_code == 400
    assert put(made(admin, as_, "leon"), {"name": "Mine"}).status_code == 404
    assert league.get("/leagues/castilla").json["site"] == "https://liga.example/standings"


@pytest.mark.parametrize(("change", "differs"), [
    ({"game": "xidit", "seats": [{"ref": str(one)} for one in range(3)]}, ["game", "seats", "policies", "box"]),
    ({"seats": [{"ref": "18"}, {"ref": "17"}]}, ["seats"]),
    ({"seats": [{"ref": "17"}, {"ref": "18"}, {"ref": "19"}]}, ["seats", "policies"]),
    ({"occasion": {"event": "cup", "round": "2"}}, ["occasion"]),
    ({"visibility": "public"}, ["visibility"]),
    ({"policies": {"undo": "none"}}, ["policies"]),
])  # fmt: skip
def test_a_table_that_is_open_otherwise_differs(league: Api, change: Json, differs: list[str]) -> None:
    record = post(league, table())[0]["record"]
    found = post(league, table(**change))[0]
    assert (found["answer"], found["record"]) == ("differs", record)
    assert set(found["differs"]) - {"policies", "box"} == set(differs) - {"policies", "box"}
    assert set(differs) >= set(found["differs"])


def test_a_name_that_changed_is_not_another_table(league: Api) -> None:
    record = post(league, table())[0]["record"]
    renamed = league.client.put(
        "/v1/leagues/castilla/people/17",
        json={"name": "Ana María"},
        headers={"Authorization": f"Bearer {league.token}"},
    )
    assert renamed.status_code == 200, renamed.text
    assert post(league, table())[0]["answer"] == "known"
    assert [seat["name"] for seat in league.get(f"/records/{record}").json["seats"]] == ["Ana María", "Ben"]
    assert league.delete("/leagues/castilla/people/17").status_code == 204
    assert league.get("/leagues/castilla/people/17").json["name"] is None
    assert [seat["name"] for seat in league.get(f"/records/{record}").json["seats"]] == [None, "Ben"]
    assert post(league, table("other"))[0]["answer"] == "opened"
    assert league.get("/leagues/castilla/people/17").json["name"] is None, "who was erased stays so"


@pytest.mark.parametrize("row", [
    {}, 7, {"ref": "x"}, table(game="chess"), table(seats=[{"ref": "17"}]),
    table(seats=[{"ref": "17"}, {"ref": "17"}]), table(seats=[{"ref": "17", "player": "p"}, {}]),
    table(options={"no": 1}), table(occasion={"league": "other"}), table(ref="\u202ex"), table(links=["admin"]),
    table(again=0), table(unknown=1),
])  # fmt: skip
def test_a_wrong_table_is_refused_alone(league: Api, row: Any) -> None:
    found = post(league, row, table("good"))
    assert [one["answer"] for one in found] == ["refused", "opened"]
    assert found[0]["record"] is None or row.get("ref") == "t1"
    assert found[0]["problem"]["detail"]


def test_a_removed_table_says_so_and_is_opened_anew_on_request(league: Api, service: Service) -> None:
    first = post(league, table())[0]["record"]
    removal.remove(service.log, service.dispatcher.connection, first)
    assert [(one["answer"], one["record"]) for one in post(league, table())] == [("removed", first)]
    other = post(league, table(again=2))[0]
    assert other["answer"] == "opened"
    assert other["record"] != first


def test_too_many_tables_a_day_or_in_a_list_are_refused(admin: Api, as_: As) -> None:
    small = made(admin, as_, "small", tables_a_day=2)
    found = post(small, table("a"), table("a"), table("b"), table("c"), name="small")
    assert [one["answer"] for one in found] == ["opened", "known", "opened", "refused"]
    assert found[3]["problem"]["type"].endswith(":quota-reached")
    answer = small.post("/leagues/small/tables", {"tables": [table(str(one)) for one in range(501)]})
    assert answer.status_code == 400


def test_a_list_as_csv(league: Api) -> None:
    text = (
        "ref,game,event,round,seat1,seat1_ref,seat2,seat2_ref,seat2_colour,links,option.random_start\r\n"
        "a,kingdoms,cup,1,=Ana,17,Ben,18,red,seats record,\r\n"
        'b,kingdoms,"cup, north",1,Cleo,19,,20,,,\r\n'
    )
    answer = league.post("/leagues/castilla/tables", text.encode(), {"Content-Type": "text/csv"})
    assert answer.status_code == 200, answer.text
    assert [one["answer"] for one in answer.json["tables"]] == ["opened", "opened"]
    first, second = (league.get(f"/records/{one['record']}").json for one in answer.json["tables"])
    assert [(seat["name"], seat["colour"]) for seat in first["seats"]][1] == ("Ben", "red")
    assert second["occasion"] == {"event": "cup, north", "round": "1"}
    wrong = (b"", b"ref,nonsense\na,b\n", b"\xff\xfe", b"ref,game\n", "ref,seat1\na,Iñaki\n".encode("latin-1"))
    answers = [league.post("/leagues/castilla/tables", file, {"Content-Type": "text/csv"}) for file in wrong]
    assert {answer.status_code for answer in answers} == {400}
    assert answers[-1].json["detail"] == "line 2 is not in UTF-8: save the file as CSV UTF-8"


def test_a_refused_row_of_a_csv_names_its_line_and_columns(league: Api) -> None:
    """With semicolons, as a Spanish spreadsheet saves it."""
    text = (
        "\ufeffref;game;table;seat1;seat1_ref;seat2;seat2_ref;option.epochs\r\n"
        "a;kingdoms;1;Iñaki;17;Ben, Jr.;18;\r\n"
        "b;kingdoms;2;Ana;p8;Ben;p8;\r\n"
        ";kingdoms;3;Cleo;19;Dan;20;\r\n"
        "d;kingdoms;4;Cleo;19;Dan;20;many\r\n"
    )
    answer = league.post("/leagues/castilla/tables", text.encode(), {"Content-Type": "text/csv"})
    assert answer.status_code == 200, answer.text
    opened, *refused = answer.json["tables"]
    assert (opened["ref"], opened["answer"]) == ("a", "opened")
    problems = [one["problem"] for one in refused]
    assert [(one["line"], one["title"], list(one["errors"])) for one in problems] == [
        (3, "Invalid request", ["seat2_ref"]),
        (4, "Invalid request", ["ref"]),
        (5, "Invalid request", ["option.epochs"]),
    ]
    assert problems[0]["detail"] == "line 3: seat2_ref: p8 already has a seat"


def test_a_league_reads_its_own_tables_whatever_their_visibility_and_no_others(
    admin: Api, as_: As, league: Api, recorder: Api, anyone: Api, project: Project
) -> None:
    other = made(admin, as_, "other")
    mine = [post(league, table(how, visibility=how))[0]["record"] for how in ("public", "unlisted", "private")]
    theirs = post(other, table("x", visibility="private"), name="other")[0]["record"]
    claim = recorder.open("yellow", "red", visibility="public", occasion={"league": "castilla", "event": "cup"}).id
    for record in (*mine, theirs, claim):
        project(record)
    for path in ("/feed", "/records"):
        key, member = ("lines", "record") if path == "/feed" else ("records", "id")

        def seen(api: Api, **query: str) -> set[str]:
            answer = api.get(path, **query)  # noqa: B023
            assert answer.status_code == 200, answer.text
            return {one[member] for one in answer.json[key]}  # noqa: B023 - called in this round

        assert seen(league, league="castilla") == set(mine)
        assert seen(other, league="castilla") == {mine[0]}
        assert seen(anyone, league="castilla") == {mine[0]}, "a claim never reaches the league's own"
        assert seen(anyone, **{"occasion.league": "castilla"}) == {claim}
        assert seen(league) == {*mine, claim}
    assert league.get(f"/records/{mine[2]}/replay", eyes="public").status_code in (200, 202)
    assert league.get(f"/records/{mine[2]}/state", eyes="recorder").status_code == 403
    assert other.get(f"/records/{mine[2]}").status_code == 404
    assert league.get(f"/records/{theirs}").status_code == 404


def test_who_may_not_open_tables_is_refused(admin: Api, as_: As, league: Api, recorder: Api, anyone: Api) -> None:
    other = made(admin, as_, "other")
    body = {"tables": [table()]}
    for api, status in ((anyone, 401), (recorder, 403), (other, 404)):
        assert api.post("/leagues/castilla/tables", body).status_code == status
        assert api.get("/leagues/castilla").status_code == status
    assert admin.post("/leagues/none/tables", body).status_code == 404
    for api, status in ((anyone, 401), (recorder, 403), (league, 403)):
        assert api.post("/leagues", {"id": "mine", "name": "Mine"}).status_code == status
    assert admin.post("/leagues", {"id": "castilla", "name": "again"}).status_code == 409
    for wrong in ("", "A", "a b", "x" * 41, "../a"):
        assert admin.post("/leagues", {"id": wrong, "name": "x"}).status_code == 400
    assert league.post("/records", {"game": "kingdoms", "seats": [{}, {}]}).status_code == 403


def test_a_token_is_rotated_with_an_overlap_and_revoked(league: Api, as_: As, ahead: Callable[[float], None]) -> None:
    fresh = league.post("/leagues/castilla/tokens", {"label": "site 2", "overlap_h": 2})
    assert fresh.status_code == 201, fresh.text
    later = as_(fresh.json["token"])
    first = post(league, table())[0]["record"]
    assert post(later, table())[0] == {"ref": "t1", "answer": "known", "record": first}, "whichever token asks"
    assert len(later.get("/leagues/castilla").json["tokens"]) == 2
    ahead(2 * 3600 + 1)
    assert league.get("/leagues/castilla").status_code == 401
    assert later.get("/leagues/castilla").status_code == 200
    assert later.delete(f"/leagues/castilla/tokens/{fresh.json['id']}").status_code == 204
    assert later.get("/leagues/castilla").status_code == 401


def test_conditions_say_which_games_count(league: Api, recorder: Api, anyone: Api, as_: As, project: Project) -> None:
    opened = post(league, table(visibility="public"))[0]["record"]
    other = recorder.open("yellow", "red", visibility="public").id
    for record in (opened, other):
        project(record)
    before = anyone.get("/feed").json
    by_record = {line["record"]: line["summary"]["counts"] for line in before["lines"]}
    assert by_record[other] is None
    assert [reason["code"] for reason in by_record[opened]["reasons"]] == ["running"]
    given = {"players": {"least": 3}, "dates": {"from": "2026-01-01"}, "signed": "own_link"}
    assert league.put("/leagues/castilla/conditions", given).json == given
    assert anyone.get("/leagues/castilla/conditions").json == given
    (line,) = anyone.get("/feed", after=before["cursor"]).json["lines"]
    assert (line["record"], line["changes"]) == (opened, ["counts"])
    assert line["summary"]["counts"] == league.get(f"/records/{opened}").json["counts"]
    assert [reason["code"] for reason in line["summary"]["counts"]["reasons"]] == ["players", "running"]
    unknown = league.put("/leagues/castilla/conditions", {"games": ["kingdms"]})
    assert (unknown.status_code, "kingdoms, mage_knight" in unknown.json["detail"]) == (400, True)
    for wrong in ({"players": {"least": 5, "most": 4}}, {"dates": {"from": "2026-02-30"}}, {"signed": "x"}, {"no": 1}):
        assert league.put("/leagues/castilla/conditions", wrong).status_code == 400
    assert recorder.put("/leagues/castilla/conditions", given).status_code == 403


def test_links_end_a_week_after_the_table_was_closed(
    league: Api, as_: As, project: Project, ahead: Callable[[float], None], service: Service, redis: Any
) -> None:
    opened = post(league, table(links=["seats", "record"]))[0]
    record = Record(as_(opened["links"]["record"].partition("#t=")[2]), opened["record"], 3)
    owner = league.get("/token").json["id"]
    assert record.api.post(f"{record.path}/close", {"reason": "abandoned"}, {"If-Match": '"3"'}).status_code == 201
    assert redis.zcount(key("made", owner), 0, 10**11) == 0, "none of them ends"
    project(record.id)
    assert {one["answer"] for one in post(league, table(links=["seats"]))} == {"known"}
    assert redis.zcount(key("made", owner), 0, 10**11) == 3
    ahead(7 * 86_400 - 60)
    assert record.api.get("/token").status_code == 200
    ahead(7 * 86_400 + 60)
    service.tokens.clear()  # a process looks a token up again after a second
    assert record.api.get("/token").status_code == 401


def test_a_backup_has_leagues_their_people_and_their_tables(league: Api, redis: Any, empty: Any) -> None:
    post(league, table(links=["seats"]))
    raw = export(redis)
    restore_file(raw, empty)
    assert holds(empty) == {name: value for name, value in holds(redis).items() if ":league-day:" not in name}
    assert leagues.get(empty, "castilla").name == "Liga castilla"


def refs_of(league: Api, record: str) -> list[tuple[str, str | None, str]]:
    """By seat: the player, the name and the person that everybody is shown."""
    return [(seat["player"], seat["name"], seat["person"]) for seat in league.get(f"/records/{record}").json["seats"]]


def join(league: Api, ref: str, to: str, name: str = "castilla") -> Any:
    return league.put(f"/leagues/{name}/people/{ref}/joined", {"to": to})


def test_two_refs_of_one_person_are_joined_and_parted_and_the_feed_follows(league: Api, project: Project) -> None:
    record = post(league, table())[0]["record"]
    project(record)
    other = post(league, table("t2", seats=[{"ref": "20", "name": "Ana M."}, {"ref": "19"}]))[0]["record"]
    project(other)
    cursor = league.get("/feed", league="castilla").json["cursor"]
    ana, ben = (player for player, _, _ in refs_of(league, record))
    again, cleo = (player for player, _, _ in refs_of(league, other))
    assert join(league, "20", "17").json == {"ref": "20", "player": again, "name": "Ana", "joined": "17", "person": ana}
    assert refs_of(league, other) == [(again, "Ana", ana), (cleo, None, cleo)]
    assert refs_of(league, record) == [(ana, "Ana", ana), (ben, "Ben", ben)]
    lines = league.get("/feed", league="castilla", after=cursor).json["lines"]
    assert {line["record"] for line in lines} == {record, other}
    assert all(line["changes"] == ["people"] for line in lines)
    assert league.put("/leagues/castilla/people/20", {"name": "Ana María"}).json["name"] == "Ana María"
    assert refs_of(league, record)[0] == (ana, "Ana María", ana), "one person, one name"
    assert join(league, "19", "20").json["person"] == ana, "by way of another"
    assert [league.delete("/leagues/castilla/people/20/joined").status_code for _ in range(2)] == [204, 204]
    assert refs_of(league, other) == [(again, "Ana M.", again), (cleo, "Ana M.", again)]
    assert refs_of(league, record)[0] == (ana, "Ana María", ana)


def test_who_is_erased_is_erased_under_every_ref(league: Api) -> None:
    first = post(league, table())[0]["record"]
    other = post(league, table("t2", seats=[{"ref": "20", "name": "Ana M."}, {}]))[0]["record"]
    assert join(league, "20", "17").status_code == 200
    assert league.delete("/leagues/castilla/people/20").status_code == 204
    assert (refs_of(league, first)[0][1], refs_of(league, other)[0][1]) == (None, None)
    assert league.delete("/leagues/castilla/people/20/joined").status_code == 204
    assert refs_of(league, other)[0][1] is None


def test_who_cannot_be_joined_is_refused(admin: Api, as_: As, league: Api) -> None:
    post(league, table(), table("t2", seats=[{"ref": "19"}, {"ref": "20"}]))
    other = made(admin, as_, "aragon")
    post(other, table(seats=[{"ref": "99"}, {}]), name="aragon")
    assert join(league, "18", "17").status_code == 200
    assert join(league, "19", "18").status_code == 200
    for ref, to in (("17", "17"), ("17", "18"), ("17", "19"), ("18", "19")):
        answer = join(league, ref, to)
        assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:joined-in-a-circle"), (ref, to)
    for ref, to in (("17", "99"), ("99", "17"), ("20", "none")):
        assert join(league, ref, to).status_code == 404
    assert league.get("/leagues/castilla/people/17").json["joined"] is None
    same = post(league, table("t3", seats=[{"ref": "17"}, {"ref": "19"}]))[0]
    assert (same["answer"], same["problem"]["errors"]) == ("refused", {"seats.1.ref": "19 is the same person as 17"})


def test_bringer_league_or_admin_seat_a_player(admin: Api, as_: As, league: Api, recorder: Api, redis: Any) -> None:
    record = post(league, table(links=["record"]))[0]
    ana = league.get("/leagues/castilla/people/17").json["player"]
    seats = [{"player": ana}, {"name": "Eve"}]
    stranger = recorder.post("/records", {"game": "kingdoms", "seats": seats})
    assert (stranger.status_code, "its league or an admin" in stranger.json["detail"]) == (403, True)
    other = made(admin, as_, "aragon")
    assert post(other, table(seats=seats), name="aragon")[0]["problem"]["status"] == 403
    rotated = as_(league.post("/leagues/castilla/tokens", {}).json["token"])
    assert post(rotated, table("t2", seats=seats))[0]["answer"] == "opened", "a later token of the same league"
    assert admin.post("/records", {"game": "kingdoms", "seats": seats}).status_code == 201
    mine = recorder.open("yellow", "red")
    own = mine.get("").json["seats"][0]["player"]
    assert recorder.post("/records", {"game": "kingdoms", "seats": [{"player": own}, {}]}).status_code == 201
    change = {"changes": [{"op": "opening", "seats": [{"seat": 1, "player": ana}]}]}
    answer = recorder.post(f"{mine.path}/corrections", change, {"If-Match": '"1"'})
    assert answer.status_code == 403, answer.text
    helper = as_(record["links"]["record"].partition("#t=")[2])
    eve = league.get(f"/records/{post(rotated, table('t2', seats=seats))[0]['record']}").json["seats"][1]["player"]
    at = Record(helper, record["record"]).get("").json["version"]
    change = {"changes": [{"op": "opening", "seats": [{"seat": 1, "player": eve}]}]}
    answer = helper.post(f"/records/{record['record']}/corrections", change, {"If-Match": f'"{at}"'})
    assert answer.status_code == 201, answer.text


def test_recorders_of_one_owner_seat_each_others_players(recorder: Api, as_: As) -> None:
    first, second = recorder.open("yellow", "red"), recorder.open("yellow", "red")
    hands = [
        one.by(as_(recorder.post(f"{one.path}/tokens", {"scope": "record"}).json["token"])) for one in (first, second)
    ]

    def seat(hand: Record, **who: str) -> Any:
        change = {"changes": [{"op": "opening", "seats": [{"seat": 1, **who}]}]}
        version = hand.get("").json["version"]
        return hand.api.post(f"{hand.path}/corrections", change, {"If-Match": f'"{version}"'})

    assert seat(hands[0], name="Eve").status_code == 201
    eve = first.get("").json["seats"][1]["player"]
    assert seat(hands[1], player=eve).status_code == 201
    assert second.get("").json["seats"][1]["name"] == "Eve"


def test_a_league_erases_whom_its_tables_named_without_a_ref(admin: Api, as_: As, league: Api) -> None:
    record = post(league, table(seats=[{"name": "Ana"}, {"name": "Ben"}]))[0]["record"]
    player = league.get(f"/records/{record}").json["seats"][0]["player"]
    assert made(admin, as_, "aragon").delete(f"/players/{player}").status_code == 404
    rotated = as_(league.post("/leagues/castilla/tokens", {}).json["token"])
    assert rotated.delete(f"/players/{player}").status_code == 204
    assert [seat["name"] for seat in league.get(f"/records/{record}").json["seats"]] == [None, "Ben"]


def test_a_league_voids_a_table_opened_by_mistake_and_opens_it_anew(league: Api, admin: Api, as_: As) -> None:
    record = post(league, table())[0]["record"]
    match = {"If-Match": f'"{league.get(f"/records/{record}").json["version"]}"'}
    assert made(admin, as_, "aragon").post(f"/records/{record}/void", {"reason": "no"}, match).status_code == 403
    assert league.post(f"/records/{record}/void", {"reason": "twice in the list"}, match).status_code == 201
    assert league.get(f"/records/{record}").json["status"] == "void"
    refused = league.post(f"/records/{record}/moves", {"type": "choose_start_player"}, match)
    assert refused.status_code == 403
    assert (
        "a seat's link, a recorder's link, the token that opened it or an admin's token can" in refused.json["detail"]
    )
    assert post(league, table())[0]["record"] == record
    assert post(league, table(again=2))[0]["answer"] == "opened"


def test_the_last_use_of_a_token_is_shown(league: Api, as_: As, recorder: Api) -> None:
    second = league.post("/leagues/castilla/tokens", {}).json
    used = {token["id"]: token["used_at"] for token in league.get("/leagues/castilla").json["tokens"]}
    assert used.pop(second["id"]) is None
    assert all(used.values())
    as_(second["token"]).get("/leagues/castilla")
    assert all(token["used_at"] for token in league.get("/leagues/castilla").json["tokens"])
    record = recorder.open("yellow", "red")
    as_(record.seat_token(0)).get("/token")
    assert [bool(token["used_at"]) for token in record.get("/tokens").json["tokens"]] == [True]
