// @ts-check
/** Who records: where another phone does, this one says so, and takes over by a tap that both see. */
import { $, h } from "../../kit/dom.js";

/**
 * @typedef {import("./recorder-state.js").RecorderState} RecorderState
 * @typedef {{t: (key: string) => string, fail: (error: unknown) => void}} Page
 */

export class ActiveRecorder {
  constructor(/** @type {RecorderState} */ recorder, /** @type {Page} */ page) {
    this.recorder = recorder;
    this.page = page;
    this.other = false; // Whether another phone records.
  }

  /** Read who records. */
  async read() {
    const { recorder } = this;
    // A seat types its own whoever records.
    if (recorder.mine !== null) return;
    const { recorder: active } = await recorder.call(recorder.path);
    const token = recorder.own.token ?? (await recorder.store.service(recorder.own.api))?.token ?? "";
    this.other = active !== null && active.token !== token.split("_")[1];
    this.show();
  }

  /** Take over, and send what was kept meanwhile. */
  async take() {
    const { recorder } = this;
    await recorder.call(`${recorder.path}/recorder`, { method: "POST" });
    await this.read();
    await recorder.outbox.again();
  }

  /** Say that another phone records; once, where entries wait for it. */
  show() {
    const holder = $("pen");
    const shown = this.recorder.outbox.state.why === "recorder";
    holder.hidden = !this.other || shown;
    // What is typed here would be refused.
    $("enter").classList.toggle("away", this.other);
    if (holder.hidden) return;
    const button = h("button", { onclick: () => void this.take().catch(this.page.fail) }, this.page.t("take_over"));
    holder.replaceChildren(h("p", this.page.t("other_records")), h("div.ways", button));
  }
}
