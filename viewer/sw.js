// @ts-check
/**
 * The service worker: the pages open without a network. Each version has a cache of its own, and a page gets all its
 * files from one version: a new one waits until no page of the old one is open, or until somebody asks for it.
 */

// In front of this the service writes `self.movebook`: the version, and the tag of every file.
/**
 * @type {{version: string, shell: Record<string, string>, others: Record<string, string>,
 *   boards: Record<string, Record<string, string>>}}
 */
const { version, shell, others, boards } = /** @type {any} */ (self).movebook;
const worker = /** @type {any} */ (self);

const PREFIX = "movebook-";
const CACHE = PREFIX + version;
/** Tags by path. @type {Record<string, string>} */
const tags = Object.fromEntries(
  [shell, others, ...Object.values(boards)].flatMap((files) =>
    Object.entries(files).map(([name, tag]) => [`/viewer/${name}`, tag]),
  ),
);

/** @param {Response} answer */
const tagOf = (answer) => (answer.headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");

/**
 * A file of this version, into the cache: from an earlier version that had the same, else from the service.
 * @param {Cache} cache @param {string} path @returns {Promise<Response>}
 * @throws {Error} The service has another version of it, or none.
 */
async function taken(cache, path) {
  const former = await caches.match(path);
  const same = former && tagOf(former) === tags[path];
  const answer = same ? former : await fetch(path, { cache: "no-cache", credentials: "omit" });
  if (!answer.ok || tagOf(answer) !== tags[path]) throw new Error(`${path} is of another version`);
  await cache.put(path, answer.clone());
  return answer;
}

async function keep(/** @type {string[]} */ paths) {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  await Promise.all(paths.filter((path) => !there.has(path)).map((path) => taken(cache, path)));
}

/** Marks in the cache a game that is stored whole. @param {string} game */
const mark = (game) => `/viewer/kept/${game}`;

/** All that draws a game, and its rules. @param {string} game */
async function keepGame(game) {
  await keep(Object.keys(boards[game] ?? {}).map((name) => `/viewer/${name}`));
  await (await caches.open(CACHE)).put(mark(game), new Response());
}

/** All that a version begins with; also the games that an earlier one stored for use without a network. */
async function begin() {
  await keep(Object.keys(shell).map((name) => `/viewer/${name}`));
  for (const game of Object.keys(boards)) if (await caches.match(mark(game))) await keepGame(game);
}

/** What is stored for a path; else it is fetched, and stored. @param {string} path @returns {Promise<Response>} */
async function served(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(path);
  if (found) return found;
  try {
    return await taken(cache, path);
  } catch (error) {
    // The service has gone on: a file of the new version would not fit those of the old one.
    await worker.registration.update().catch(() => {});
    return new Response(String(error), { status: 503, headers: { "Content-Type": "text/plain" } });
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(begin());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
    );
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname === "/") return event.respondWith(Response.redirect("/viewer/"));
  const path = url.pathname === "/viewer/" ? "/viewer/index.html" : url.pathname;
  if (!(path in tags)) return;
  event.respondWith(served(path));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "renew") void worker.skipWaiting();
  const game = event.data?.keep;
  if (!game) return;
  const done = keepGame(game).then(
    () => true,
    () => false,
  );
  event.waitUntil(done.then((fine) => event.ports[0]?.postMessage(fine)));
});
