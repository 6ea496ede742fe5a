"""A phone at a table, below its pages' buttons: what `viewer/device` keeps and sends, driven in a real browser."""

from typing import Any

from playwright.sync_api import Page

OPEN = """async ([own, token, rest_ms]) => {
  const { openStore, newOwn } = await import("/viewer/device/database.js");
  const { openOutbox } = await import("/viewer/device/outbox.js");
  window.words = await import("/viewer/device/words.js");
  window.store = await openStore();
  if (token) await store.keepService({ api: "", token });
  const key = typeof own === "string" ? own : (await store.keepOwn(newOwn(own))).own;
  const rest = (ms) => (rest_ms === null ? ms : Math.min(ms, rest_ms));
  window.outbox = await openOutbox(store, key, { rest });
  return key;
}"""
ENTER = """async (entries) => {
  for (const entry of entries) await outbox.hold(entry);
  await outbox.release();
}"""
REFUSED = """async (entry) => {
  try {
    await outbox.hold(entry);
  } catch (error) {
    return [error.why, words.unkept("en", error), words.unkept("es", error)];
  }
}"""
UNTIL = """async (wanted) => {
  const fits = () => (wanted === "sent" ? outbox.state.unsent === 0 : outbox.state.doing === wanted);
  while (!fits()) {
    if (wanted === "sent" && ["clash", "refused", "stopped"].includes(outbox.state.doing))
      throw new Error(JSON.stringify(outbox.state));
    await new Promise((done, failed) => {
      outbox.addEventListener("change", done, { once: true });
      setTimeout(() => failed(new Error(JSON.stringify(outbox.state))), 120_000);
    });
  }
  const [en, es] = ["en", "es"].map((lang) => words.said(lang, outbox.state));
  return { count: en.count, en: en.line, es: es.line, does: en.does, state: structuredClone(outbox.state) };
}"""


class Phone:
    """A page that keeps the entries of one record and sends them."""

    def __init__(
        self, page: Page, url: str, own: dict[str, Any] | str, token: str | None = None, rest_ms: int | None = None
    ) -> None:
        self.page = page
        page.goto(f"{url}/viewer/pair.html")
        self.own: str = page.evaluate(OPEN, [own, token, rest_ms])

    def enter(self, *moves: Any, **entry: Any) -> None:
        """Keep entries and let them be sent: moves, or one entry of another ``call`` with its ``body``."""
        self.page.evaluate(ENTER, [entry] if entry else [{"body": move} for move in moves])

    def refused(self, move: Any) -> list[str]:
        """Why the phone cannot keep a move: the reason, and the sentence in both languages."""
        told: list[str] = self.page.evaluate(REFUSED, {"body": move})
        return told

    def until(self, doing: str) -> dict[str, Any]:
        """Wait until the outbox does something, or all is ``sent``; what the page says then, and the state."""
        told: dict[str, Any] = self.page.evaluate(UNTIL, doing)
        return told

    def again(self) -> None:
        """Try again now."""
        self.page.evaluate("outbox.again()")

    def record(self) -> str:
        """The id of the record."""
        return str(self.page.evaluate("async () => (await store.own(outbox.own)).record"))

    def entries(self) -> list[dict[str, Any]]:
        """Everything that this phone keeps of the record."""
        kept: list[dict[str, Any]] = self.page.evaluate("store.entries(outbox.own)")
        return kept

    def file(self) -> str:
        """What *Save to file* gives."""
        return str(self.page.evaluate("async () => (await outbox.file()).text"))

    def released(self) -> None:
        """Let what is held be sent."""
        self.page.evaluate("outbox.release()")
