// @ts-check
/**
 * JSON Patch (RFC 6902), applied without touching what was there: a new value shares every part that the patch did not
 * name, so `before.board[0] === after.board[0]` says that the row did not change.
 */

/** @typedef {{op: string, path: string, from?: string, value?: any}} Operation */

/** A patch that does not fit its document; `message` says which operation and why. */
export class PatchError extends Error {}

/** The keys of a JSON Pointer (RFC 6901). @param {string} path Empty for the whole document. @returns {string[]} */
export function keysOf(path) {
  if (path === "") return [];
  if (path[0] !== "/") throw new PatchError(`"${path}" is no JSON Pointer: it must begin with "/"`);
  const keys = path.slice(1).split("/");
  return path.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}

/** @param {any[]} list @param {string} key @param {number} most The greatest index allowed. */
function indexOf(list, key, most) {
  if (!/^(0|[1-9]\d*)$/.test(key)) throw new PatchError(`"${key}" is no index of a list`);
  const index = Number(key);
  if (index > most) throw new PatchError(`index ${key} is beyond a list of ${list.length}`);
  return index;
}

function child(/** @type {any} */ holder, /** @type {string} */ key) {
  if (Array.isArray(holder)) return holder[indexOf(holder, key, holder.length - 1)];
  if (holder === null || typeof holder !== "object" || !Object.hasOwn(holder, key)) {
    throw new PatchError(`nothing is at "${key}"`);
  }
  return holder[key];
}

/** The value at a pointer. @param {any} document @param {string} path */
export function valueAt(document, path) {
  return keysOf(path).reduce(child, document);
}

/**
 * A copy of `holder` in which the item at `keys[depth...]` is changed by `change`.
 * @param {any} holder @param {string[]} keys At least one. @param {number} depth
 * @param {(holder: any, key: string) => any} change Gets the holder of the last key, gives a new one. @returns {any}
 */
function rebuild(holder, keys, depth, change) {
  const key = keys[depth];
  if (depth === keys.length - 1) return change(holder, key);
  return put(holder, key, rebuild(child(holder, key), keys, depth + 1, change));
}

/** A copy with another value at a key, old or new. @param {any} holder @param {string} key @param {any} value */
function put(holder, key, value) {
  if (Array.isArray(holder)) return holder.with(indexOf(holder, key, holder.length - 1), value);
  const copy = { ...holder };
  // A plain assignment would take "__proto__" for the prototype.
  if (key === "__proto__")
    Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
  else copy[key] = value;
  return copy;
}

function add(/** @type {any} */ document, /** @type {string} */ path, /** @type {any} */ value) {
  const keys = keysOf(path);
  if (!keys.length) return value;
  return rebuild(document, keys, 0, (holder, key) => {
    if (Array.isArray(holder)) {
      return holder.toSpliced(key === "-" ? holder.length : indexOf(holder, key, holder.length), 0, value);
    }
    if (holder === null || typeof holder !== "object") throw new PatchError(`"${path}" leads into a plain value`);
    return put(holder, key, value);
  });
}

function remove(/** @type {any} */ document, /** @type {string} */ path) {
  const keys = keysOf(path);
  if (!keys.length) return null;
  return rebuild(document, keys, 0, (holder, key) => {
    child(holder, key);
    if (Array.isArray(holder)) return holder.toSpliced(Number(key), 1);
    const copy = { ...holder };
    delete copy[key];
    return copy;
  });
}

function replace(/** @type {any} */ document, /** @type {string} */ path, /** @type {any} */ value) {
  const keys = keysOf(path);
  if (!keys.length) return value;
  return rebuild(document, keys, 0, (holder, key) => {
    child(holder, key);
    return put(holder, key, value);
  });
}

/** Whether two JSON values are equal. @param {any} one @param {any} other @returns {boolean} */
function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

function applyOne(/** @type {any} */ document, /** @type {Operation} */ operation) {
  const { op, path } = operation;
  switch (op) {
    case "add":
      return add(document, path, operation.value);
    case "remove":
      return remove(document, path);
    case "replace":
      return replace(document, path, operation.value);
    case "move": {
      const from = operation.from ?? "";
      if (path.startsWith(`${from}/`)) throw new PatchError(`"${from}" cannot be moved into itself`);
      return add(remove(document, from), path, valueAt(document, from));
    }
    case "copy":
      return add(document, path, valueAt(document, operation.from ?? ""));
    case "test":
      if (!same(valueAt(document, path), operation.value)) throw new PatchError(`the value at "${path}" is another`);
      return document;
    default:
      throw new PatchError(`unknown operation "${op}"`);
  }
}

/**
 * The document after the patch; the one before is left as it is.
 * @param {any} document @param {Operation[]} patch @returns {any}
 * @throws {PatchError} An operation does not fit; nothing is half applied.
 */
export function applyPatch(document, patch) {
  let after = document;
  patch.forEach((operation, place) => {
    try {
      after = applyOne(after, operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(`operation ${place} (${operation.op} ${operation.path}): ${error.message}`);
    }
  });
  return after;
}
