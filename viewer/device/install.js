// @ts-check
/** The service worker, from a page's side: it is installed, keeps a game's pictures, and is renewed. */

/**
 * Have the pages open without a network. Over plain HTTP there is no service worker: then nothing happens.
 * @param {{renewed?: () => void}} [how] `renewed`: called when a new version waits for the pages to be loaded again.
 * @returns {Promise<boolean>} Whether it is there.
 */
export async function install(how = {}) {
  if (!("serviceWorker" in navigator)) return false;
  const controlled = navigator.serviceWorker.controller !== null;
  let again = controlled;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first one takes over a page that has the same files; any later one brings others.
    if (again) location.reload();
    again = true;
  });
  try {
    const there = await navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
    const renewed = () => there.waiting && controlled && how.renewed?.();
    renewed();
    there.addEventListener("updatefound", () => there.installing?.addEventListener("statechange", renewed));
    return true;
  } catch {
    return false;
  }
}

/** Store a game's files. @param {string} game Its slug. @returns {Promise<boolean>} Whether all of it is stored now. */
export async function keepGame(game) {
  const there = await navigator.serviceWorker?.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((done) => (port1.onmessage = (event) => done(event.data === true)));
  if (!there?.active) return false;
  there.active.postMessage({ keep: game }, [port2]);
  return answer;
}

/** Let the version that waits take over: every open page is loaded again, and what was entered is in the store. */
export async function renew() {
  const there = await navigator.serviceWorker?.getRegistration();
  there?.waiting?.postMessage("renew");
}
