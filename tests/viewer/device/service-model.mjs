// @ts-check
/** What the service answers to writes, kept to what its contract says, and a bad way to it. */

/** @param {string} slug @param {number} status @param {any} [more] */
function problem(slug, status, more = {}) {
  return { status, body: { type: `urn:movebook:problem:${slug}`, title: slug, status, detail: slug, ...more } };
}

/** One record of a service. Its rules: a move with `wrong` is illegal, and so is a tile that lies there already. */
export class ServiceModel {
  /** @type {any[]} */
  log = [];
  /** @type {Map<string, {mac: string, first: number, last: number, refused: any}>} */
  keys = new Map();
  closed = false;
  token = "good";
  opened = 0;
  /** Keys by which records were opened. @type {Map<string, string>} */
  openings = new Map();

  constructor() {
    this.append({ type: "opened", body: {} }, "");
  }

  get version() {
    return this.log.length;
  }

  get base() {
    return this.log.findLast((entry) => entry.ordered)?.version ?? 1;
  }

  /** @param {any} entry @param {string} by @param {boolean} [ordered] */
  append(entry, by, ordered = true) {
    this.log.push({ ...entry, by, ordered, version: this.log.length + 1 });
  }

  get moves() {
    return this.log.filter((entry) => entry.type === "move");
  }

  /** @param {any} body */
  refusal(body) {
    const twice = body.tile !== undefined && this.moves.some((entry) => entry.body.tile === body.tile);
    return body.wrong || twice ? problem("illegal-move", 422, { rule: "TOY-1.1" }) : null;
  }

  /**
   * @param {string} url
   * @param {any} init
   */
  answer(url, { method = "GET", headers = {}, body = "" }) {
    const [path, query] = url.slice("/v1".length).split("?");
    if (method === "GET") {
      const after = Number(new URLSearchParams(query).get("after"));
      return { status: 200, body: { entries: this.log.slice(after), version: this.version, secrets: {} } };
    }
    if (headers.Authorization !== `Bearer ${this.token}`) return problem("no-token", 401);
    const call = path.split("/").at(-1) ?? "";
    const key = headers["Idempotency-Key"];
    if (call === "records") {
      if (!this.openings.has(key)) this.opened += 1;
      this.openings.set(key, body);
      return { status: 201, body: { id: "r1", version: 1, seats: [], status: "running" } };
    }
    const mac = `${call} ${body}`;
    const known = this.keys.get(key);
    if (known && known.mac !== mac) return problem("key-reused", 422, { version: known.first });
    if (known) return this.told(known);
    const match = headers["If-Match"];
    if (match !== "*" && Number(match.slice(1, -1)) < this.base)
      return problem("version-conflict", 412, {
        version: this.version,
        since: this.log.slice(Number(match.slice(1, -1)), Number(match.slice(1, -1)) + 100),
      });
    if (this.closed && call !== "notes") return problem("record-closed", 409);
    const first = this.version + 1;
    const ordered = match !== "*";
    let refused = null;
    if (call === "import") {
      for (const [place, line] of body.split("\n").entries()) {
        const { occurred_at, zone, ...move } = JSON.parse(line);
        const no = this.refusal(move);
        if (no && !place) return { ...no, body: { ...no.body, line: 1 } };
        if (no) {
          refused = { ...no.body, line: place + 1 };
          break;
        }
        this.append({ type: "move", body: move, occurred_at, zone }, key);
      }
    } else if (call === "moves") {
      const { occurred_at, zone, ...move } = JSON.parse(body);
      const no = this.refusal(move);
      if (no) return no;
      this.append({ type: "move", body: move, occurred_at, zone }, key, ordered);
    } else if (call === "signatures" && this.log.some((entry) => JSON.stringify(entry.body) === body))
      return problem("twice", 409);
    else this.append({ type: call, body: JSON.parse(body) }, key, ordered);
    const written = { mac, first, last: this.version, refused };
    this.keys.set(key, written);
    return this.told(written);
  }

  /** @param {{first: number, last: number, refused: any}} written */
  told({ first, last, refused }) {
    const entries = this.log.slice(first - 1, last);
    const says = { en: `move ${last}` };
    const moves = entries.map((entry) => ({ name: String(entry.version), says: { en: `move ${entry.version}` } }));
    return {
      status: 201,
      body: {
        version: last,
        entry: entries.at(-1),
        says,
        ...(moves.length > 1 ? { moves } : {}),
        ...(refused ? { refused } : {}),
      },
    };
  }
}

/** Numbers in [0, 1), the same for the same seed. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} status @param {any} body @param {Record<string, string>} [headers] */
export function jsonAnswer(status, body, headers = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * A `fetch` with a bad way: answers are lost, requests come twice, late and out of order, and what stands between
 * answers for itself.
 * @param {(url: string, init: any) => Promise<Response>} service
 * @param {() => number} random
 * @param {number} share Of the requests that something happens to.
 */
export function badWay(service, random, share) {
  /** Requests that come late. @type {(() => Promise<any>)[]} */
  const late = [];
  /** @param {string} url @param {any} init */
  return async (url, init) => {
    while (late.length && random() < 0.3) await late.splice(Math.floor(random() * late.length), 1)[0]();
    if (random() >= share) return service(url, init);
    const send = () => service(url, { ...init, signal: undefined });
    switch (Math.floor(random() * 9)) {
      case 0: // never came
        throw new TypeError("network");
      case 1: // came, and its answer was lost
        await send();
        throw new TypeError("network");
      case 2: // comes later, when others have come
        late.push(send);
        throw new TypeError("network");
      case 3: // comes now, and once more later
        late.push(send);
        return send();
      case 4: // comes twice at once
        await send();
        return send();
      case 5:
        return jsonAnswer(429, { type: "urn:movebook:problem:too-many", status: 429 }, { "Retry-After": "3" });
      case 6: // the store is out of reach, and the write stands all the same
        await send();
        return jsonAnswer(
          503,
          { type: "urn:movebook:problem:store-out-of-reach", status: 503 },
          { "Retry-After": "2" },
        );
      case 7:
        return new Response("<h1>502 Bad Gateway</h1>", { status: 502 });
      default: // the hall's network wants to be logged in to
        return new Response("<h1>Welcome</h1>", { status: 200 });
    }
  };
}
