"""What is to be forgotten: texts and players, by their right names and by wrong ones, by who may and by who may not."""

import json
import random
from urllib.parse import quote

from service.access import tokens
from service.record import people
from service.store import chain
from tests.fuzz import mutate
from tests.fuzz.targets import LOOKS, BrokenError, Service


class Erasing(Service):
    """What is erased is gone from every answer, and a call that is refused erases nothing; no log changes by it."""

    def hurl(self, rng: random.Random) -> None:
        record = rng.choice(self.at.records)
        if rng.random() < 0.5:
            self.text(rng, record)
        else:
            self.player(rng, record)

    def text(self, rng: random.Random, record: str) -> None:
        """A note is written, and something is erased."""
        text = f"told by {rng.randrange(1 << 60)}"
        version = self.at.service.log.head(record).version
        sent = json.dumps({"text": text, "for": rng.choice(("all", "judges"))}).encode()
        headers = {**self.auth(), "If-Match": "*", "Content-Type": "application/json"}
        made = self.call("POST", f"/v1/records/{record}/notes", headers, sent)
        if made.status_code != 201:
            return  # the record takes so many
        right = f"/v1/records/{record}/texts/{version + 1}/text"
        wrong = (
            f"/v1/records/{record}/texts/{rng.choice((version, 1, 0, -1, 10**20, 'x', '٣', version + 2))}/text",
            f"/v1/records/{record}/texts/{version + 1}/{rng.choice(('reason', '1.text', 'tile', rng.choice(mutate.TOKENS)))}",
            f"/v1/records/{rng.choice(self.at.records)}/texts/{version + 2}/text",
        )
        gone = self.erased(rng, right, wrong, self.at.recorder)
        self.found(rng, record, text, gone=gone)

    def player(self, rng: random.Random, record: str) -> None:
        """A player is forgotten, or not."""
        seat = rng.choice(self.at.service.lives.get(record).timeline.opening["seats"])
        known = people.profile(self.at.store, seat["player"])
        wrong = tuple(
            f"/v1/players/{quote(rng.choice((record, seat['player'] + 'x', *mutate.TOKENS)))}" for _ in range(3)
        )
        if self.erased(rng, f"/v1/players/{seat['player']}", wrong, self.at.recorder):
            told = self.call("GET", f"/v1/records/{record}", self.auth()).json.get("seats", ())  # none: asked too often
            if any(one["player"] == seat["player"] and one["name"] is not None for one in told):
                raise BrokenError("erased, and its name is told", seat)
        elif people.profile(self.at.store, seat["player"]) != known:
            raise BrokenError("refused, and the player is another", seat)

    def erased(self, rng: random.Random, right: str, wrong: tuple[str, ...], owner: str) -> bool:
        """Whether what the right path names was erased, by somebody and some path; whatever else is, its owner erases."""
        logs = {record: self.at.service.log.read(record) for record in self.at.records}
        stranger = tokens.create(self.at.store, "record")
        path, token = right, owner
        if rng.random() < 0.6:
            path = rng.choice(wrong) if rng.random() < 0.6 else mutate.text(rng, right) or "/"
        if rng.random() < 0.3:
            token = rng.choice((stranger, mutate.text(rng, owner).encode("utf-8", "replace").decode("latin-1"), ""))
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        query = rng.choice(("", "", "lang=es", "dry_run=1"))
        answer = self.call("DELETE", path, headers, query=query)
        for record, entries in logs.items():
            if self.at.service.log.read(record) != entries:
                raise BrokenError(f"{answer.status_code}, and the log of {record} is another", path)
            chain.check(entries)
        if answer.status_code != 204:
            return False
        if token.strip() not in (self.at.recorder, self.at.admin):
            raise BrokenError(f"{path} was erased, by somebody else", right)
        # A wrong path may name another text of the same owner, and another spelling the same one.
        called = self.at.app.url_map.bind("")
        return bool(called.match(path, "DELETE") == called.match(right, "DELETE"))

    def found(self, rng: random.Random, record: str, text: str, *, gone: bool) -> None:
        """Hold that a text is told by no call any more, or still by the log, as its writer reads it."""
        for look in ("/log", *rng.sample(LOOKS, 3)):
            path, _, query = look.partition("?")
            answer = self.call("GET", f"/v1/records/{record}{path}", self.auth(), query=query)
            if gone and text in answer.text:
                raise BrokenError(f"erased, and told by {look or 'the record'}", text)
            if not gone and path == "/log" and answer.status_code == 200 and text not in answer.text:
                raise BrokenError("refused, and gone from the log", text)
