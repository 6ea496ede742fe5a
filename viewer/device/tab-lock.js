// @ts-check
/** Lets one tab at a time do the work: by a Web Lock, or over plain HTTP by a lease in the store. */
import { randomKey } from "./random.js";

const LEASE_MS = 6000; // A lease expires when it is not renewed for this time (ms).

/**
 * Do something in this tab alone, as soon as no other tab does it.
 * @param {string} name Of the work. @param {import("./database.js").Store} store
 * @param {AbortSignal} over Releases the lock. @param {() => void} begin Called when it is this tab's turn.
 */
export async function asOnlyTab(name, store, over, begin) {
  if (typeof navigator !== "undefined" && navigator.locks) {
    const held = () => {
      begin();
      return new Promise((done) => over.addEventListener("abort", () => done(null), { once: true }));
    };
    await navigator.locks.request(`movebook ${name}`, { signal: over }, held).catch(() => {});
    return;
  }
  const me = randomKey();
  let mine = false;
  /** Ends the wait between two looks. */
  let wake = () => {};
  over.addEventListener("abort", () => wake(), { once: true });
  while (!over.aborted) {
    const lease = await store.kept(`lease ${name}`);
    if (!lease || lease.holder === me || lease.until < Date.now() || lease.until > Date.now() + 2 * LEASE_MS) {
      await store.keep(`lease ${name}`, { holder: me, until: Date.now() + LEASE_MS });
      if (!mine) begin();
      mine = true;
    }
    await new Promise((done) => {
      const timer = setTimeout(done, LEASE_MS / 3);
      wake = () => done(clearTimeout(timer));
    });
  }
  if (mine) await store.keep(`lease ${name}`, null);
}
