// @ts-check
/** Who records: where another phone does, this one says so, and takes over by a tap that both see. */
import { $, h } from "../../kit/dom.js";

/**
 * @typedef {import("./recorder-state.js").Desk} Desk
 * @typedef {{t: (key: string) => string, fail: (error: unknown) => void}} Page
 */

export class Pen {
  /** @param {Desk} desk @param {Page} page */
  constructor(desk, page) {
    this.desk = desk;
    this.page = page;
    /** Whether another phone records. */
    this.other = false;
  }

  /** Read who records. */
  async read() {
    const { desk } = this;
    // A seat types its own whoever records.
    if (desk.mine !== null) return;
    const { recorder } = await desk.call(desk.path);
    const token = desk.own.token ?? (await desk.store.service(desk.own.api))?.token ?? "";
    this.other = recorder !== null && recorder.token !== token.split("_")[1];
    this.show();
  }

  /** Take over, and send what was kept meanwhile. */
  async take() {
    const { desk } = this;
    await desk.call(`${desk.path}/recorder`, { method: "POST" });
    await this.read();
    await desk.outbox.again();
  }

  /** Say that another phone records; once, where entries wait for it. */
  show() {
    const holder = $("pen");
    const told = this.desk.outbox.state.why === "recorder";
    holder.hidden = !this.other || told;
    if (holder.hidden) return;
    const button = h("button", { type: "button" }, this.page.t("take_over"));
    button.addEventListener("click", () => void this.take().catch(this.page.fail));
    holder.replaceChildren(h("p", null, this.page.t("other_records")), h("div", { className: "ways" }, button));
  }
}
