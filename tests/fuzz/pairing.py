"""One-time codes: who asks for one, who claims one, and what is claimed; typed in every way, and damaged."""

import json
import random

from service.access import codes, tokens
from tests.fuzz import mutate
from tests.fuzz.mutate import Json
from tests.fuzz.targets import BrokenError, Service

SEATS = (0, 1, 2, None, -1, 10**30, "0")


class Pairing(Service):
    """A code is worth one token, of what it was made for; no other text is worth any."""

    def hurl(self, rng: random.Random) -> None:
        # Each time from another network, else most wrong codes would meet the limit of one.
        self.address = f"2001:db8:{rng.randrange(1 << 16):x}:{rng.randrange(1 << 16):x}::1"
        record = rng.choice(self.at.records)
        made = self.code(rng, record)
        claimed: dict[str, str] = {}
        for _ in range(3):
            self.claim(rng, made, claimed)
        shown = self.call("GET", f"/v1/records/{record}/codes", self.auth())
        if made is not None and (made["code"] in shown.text or codes.normalize(made["code"]) in shown.text):
            raise BrokenError("a code is told again", shown.text)
        self.take_over(rng, record)

    def take_over(self, rng: random.Random, record: str) -> None:
        """Somebody takes over recording, or may not; then the recorder does, whom all else here is written by."""
        stranger = tokens.create(self.at.store, "record")
        who, query = (
            rng.choice((stranger, self.at.admin, mutate.text(rng, self.at.admin))),
            rng.choice(("", "lang=es", "x")),
        )
        answer = self.call("POST", f"/v1/records/{record}/recorder", self.auth(who), b"", query)
        if answer.status_code == 201 and who != self.at.admin:
            raise BrokenError("a stranger took over", answer.text)
        back = self.call("POST", f"/v1/records/{record}/recorder", self.auth(self.at.recorder))
        if back.status_code not in (201, 409, 429):
            raise BrokenError("the recorder cannot take over again", back.text)

    def code(self, rng: random.Random, record: str) -> Json | None:
        """A code that somebody asked for; None where there is none to be had."""
        wanted: Json = {"scope": rng.choice(("seat", "seat", "record")), "again": rng.random() < 0.3}
        if wanted["scope"] == "seat":
            wanted["seat"] = rng.choice(SEATS) if rng.random() < 0.3 else rng.randrange(2)
        sent = mutate.spelled(mutate.tree(rng, wanted) if rng.random() < 0.3 else wanted)
        stranger = tokens.create(self.at.store, "record")
        who = stranger if rng.random() < 0.1 else rng.choice((self.at.recorder, self.at.admin))
        headers = {**self.auth(who), "Content-Type": "application/json"}
        query = rng.choice(("", "", "", "lang=es", "dry_run=1"))
        answer = self.call("POST", f"/v1/records/{record}/codes", headers, sent, query)
        if answer.status_code != 201:
            return None
        if who == stranger:
            raise BrokenError("a stranger made a code", sent)
        made: Json = answer.json
        return made

    def claim(self, rng: random.Random, made: Json | None, claimed: dict[str, str]) -> None:
        """Claim a code, mostly the one that was made."""
        good = made["code"] if made is not None else "0000-0000"
        typed = rng.choice((good, good, good.lower().replace("-", " "), mutate.text(rng, good)))
        body: Json = {"code": typed}
        sent = mutate.spelled(mutate.tree(rng, body) if rng.random() < 0.2 else body)
        headers = {"Content-Type": "application/json"}
        once = rng.choice(("", "a phone", "another phone", mutate.text(rng, "a phone")))
        once = once.encode("utf-8", "replace").decode("latin-1").translate({0: None, 10: None, 13: None})
        if once:
            headers["Idempotency-Key"] = once
        answer = self.call("POST", "/v1/claims", headers, sent, rng.choice(("", "", "", "lang=es", "code=1")))
        if answer.status_code != 201:
            return
        if made is None or codes.normalize(json.loads(sent)["code"]) != codes.normalize(good):
            raise BrokenError("a token for a code that nobody made", sent)
        token: Json = answer.json
        if any(token[name] != made[name] for name in ("record", "scope", "seat")):
            raise BrokenError(f"a token of something else: {token}", made)
        if claimed and claimed.get(once) != token["token"]:
            raise BrokenError("a second token for a code", (claimed, once, token))
        claimed[once] = token["token"]
        if self.call("GET", f"/v1/records/{made['record']}", self.auth(token["token"])).status_code != 200:
            raise BrokenError("a token that opens nothing", token)
