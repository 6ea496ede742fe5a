"""A league's webhook over HTTP: where its lines of the feed are sent to, and what came of it."""

from dataclasses import replace
from datetime import timedelta

from flask import Response

from engines.kernel.game import Json
from service.access.tokens import random_id
from service.api.routes.feed import position_of
from service.api.routes.leagues import league_of, of_league
from service.api.schemas.leagues import RotateIn, WebhookIn, WebhookMade, WebhookOut
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, service
from service.api.web.problems import ProblemError
from service.record import webhooks
from service.record.derived import feed
from service.record.webhooks import Webhook, WebhookNotFoundError
from service.store.log import now
from service.texts import said

blp = Blueprint("webhooks", __name__, url_prefix="/v1/leagues", description="Webhooks of leagues")


def _shown(webhook: Webhook) -> Json:
    return webhooks.shown(service().log, webhook)


def _secret(webhook: Webhook) -> Json:
    return {"secret": webhook.secrets[0]["secret"]}


@blp.put("/<league>/webhook")
@blp.arguments(WebhookIn)
@blp.response(200, WebhookMade, description="It is sent to another place from now on")
@blp.alt_response(201, schema=WebhookMade, description="The webhook, with its secret")
@of_league
def set_webhook(given: Json, league: str) -> Response:
    """Send the league's lines of the feed to a URL.

    As messages of Standard Webhooks 1.0, one after the other: each is a line of `/v1/feed?include=result` as `data`. A
    2xx answer within 15 s takes it; anything else, a redirect too, is tried again with the same `webhook-id`: after
    5 s, 5 min, 30 min, 2, 5, 10, 14, 20 h, then every 24 h. 410, or five days of that, disable it. A message may
    come twice; `record` is the key.
    """
    found, _ = league_of(league)
    wrong = webhooks.why_not(given["url"], service().webhook_networks)
    if wrong is not None:
        raise ProblemError("invalid-request", said(f"webhook_{wrong}"))
    log, fields = service().log, {"url": given["url"], **webhooks.enabled()}
    if "after" in given:
        epoch = feed.epoch(log)
        fields |= {"epoch": epoch, "position": position_of(epoch, given["after"])}
    new = False

    def make(known: Webhook | None) -> Webhook:
        nonlocal new
        new = known is None
        return replace(known or Webhook(given["url"], [webhooks.new_secret()], now()), **fields)

    made = webhooks.change(log.store, found.id, make)
    document = _shown(made) | (_secret(made) if new else {})
    headers = {"Location": f"/v1/leagues/{found.id}/webhook"} if new else {}
    return answer(document, 201 if new else 200, headers={**headers, "Cache-Control": "no-store"})


@blp.get("/<league>/webhook")
@blp.response(200, WebhookOut, description="The webhook")
@of_league
def show_webhook(league: str) -> Response:
    """Show the league's webhook.

    Its position, the result of the last attempt, and whether it is disabled.
    """
    found, _ = league_of(league)
    webhook = webhooks.get(service().log.store, found.id)
    if webhook is None:
        raise WebhookNotFoundError(found.id)
    return answer(_shown(webhook))


@blp.delete("/<league>/webhook")
@blp.response(204, description="There is none any more; a second time nothing happens")
@of_league
def remove_webhook(league: str) -> Response:
    """Remove the league's webhook.

    Its position is deleted: store `cursor` to continue from there later.
    """
    webhooks.change(service().log.store, league_of(league)[0].id, lambda _: None)
    return Response(status=204)


@blp.post("/<league>/webhook/test")
@blp.response(202, WebhookOut, description="A message of type `test` is sent soon; see `last`")
@of_league
def test_webhook(league: str) -> Response:
    """Send a message of type `test`.

    A disabled webhook gets it, too. The result is in `last` about a second later. If it arrives, lines that wait for
    another attempt are sent at once; a disabled webhook still needs `resume`.
    """
    made = webhooks.update(service().log.store, league_of(league)[0].id, test=random_id())
    return answer(_shown(made), 202, headers={"Retry-After": "1"})


@blp.post("/<league>/webhook/resume")
@blp.response(200, WebhookOut, description="It is enabled, and the next attempt is due at once")
@of_league
def resume_webhook(league: str) -> Response:
    """Resume sending at once.

    It continues where it stopped; nothing is lost.
    """
    return answer(_shown(webhooks.update(service().log.store, league_of(league)[0].id, **webhooks.enabled())))


@blp.post("/<league>/webhook/rotate")
@blp.arguments(RotateIn)
@blp.response(200, WebhookMade, description="The webhook, with its new secret")
@blp.refuses({404: "The league has no webhook"})
@of_league
def rotate_webhook(given: Json, league: str) -> Response:
    """Make a new secret for the league's webhook.

    Until the overlap ends, messages are also signed with the previous secret.
    """
    found, _ = league_of(league)

    def make(known: Webhook | None) -> Webhook:
        if known is None:
            raise WebhookNotFoundError(found.id)
        return replace(known, secrets=webhooks.rotated(known, timedelta(hours=given["overlap_h"])))

    made = webhooks.change(service().log.store, found.id, make)
    return answer(_shown(made) | _secret(made), headers={"Cache-Control": "no-store"})
