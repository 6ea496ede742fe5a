// @ts-check
/** The screen stays on while a record is open; over plain HTTP, or on a nearly empty battery, it does not. */

/** Keep the screen on until released, also after the page was hidden. @returns {() => void} Releases it. */
export function keepAwake() {
  /** @type {any} */ let lock = null;
  let over = false;
  const ask = async () => {
    if (over || document.hidden || (lock && !lock.released)) return;
    try {
      lock = await /** @type {any} */ (navigator).wakeLock?.request("screen");
      if (over) lock?.release();
    } catch {
      // The phone says no: then its own time holds.
    }
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
