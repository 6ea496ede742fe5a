// @ts-check
/** The rules, asked of the service that the record is kept by. */

/** @typedef {import("../form/shape.js").Json} Json */

/** @param {import("./record-desk.js").Desk} desk */
export async function openRules(desk) {
  const read = () => desk.call(`${desk.path}/state`);
  return {
    where: "service",
    /** @param {Json} [partial] */
    offers: (partial) =>
      desk.call(`${desk.path}/offers${partial ? `?move=${encodeURIComponent(JSON.stringify(partial))}` : ""}`),
    /** @param {Json} body @param {Record<string, number>} [query] @param {string} [call] */
    dry: (body, query = {}, call = "moves") =>
      desk.call(`${desk.path}/${call}?${spelled({ ...query, dry_run: 1, lang: "en,es" })}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "If-Match": `"${desk.outbox.state.version}"` },
        body: JSON.stringify(body),
      }),
    view: async () => (await read()).view,
  };
}

/** @param {Record<string, number | string>} query */
function spelled(query) {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
