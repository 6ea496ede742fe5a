// @ts-check
/**
 * Offers where nobody can say what the rules allow: every type of move, with the fields that the game declares. Pure.
 */

/**
 * @param {any} game As `GET /v1/games/{game}` tells it.
 * @param {number} seats How many sit at the table.
 * @param {any} [partial] Part of a move; the answer is then its next field.
 * @returns {any} As the service tells offers; `exact` is false, for the domains are wider than the rules.
 */
export function declaredOffers(game, seats, partial) {
  if (partial) {
    const fields = game.moves[partial.type]?.fields ?? {};
    const name = Object.keys(fields).find((each) => !(each in partial));
    return name ? { field: name, domain: domainOf(fields[name], seats) } : { field: null, domain: null };
  }
  const moves = Object.entries(game.moves).flatMap(([type, kind]) => {
    const fields = Object.fromEntries(
      Object.entries(kind.fields).map(([name, shape]) => [name, domainOf(shape, seats)]),
    );
    const whose = kind.seated ? Array.from({ length: seats }, (_, seat) => seat) : [null];
    return whose.map((seat) => ({ type, seat, fields }));
  });
  return { exact: false, moves };
}

/**
 * What a field may be, as far as the game declares it.
 * @param {any} shape
 * @param {number} seats
 * @returns {any}
 */
function domainOf(shape, seats) {
  const beside = { exact: false, ...(shape.optional ? { optional: true } : {}) };
  if (shape.seat) return { kind: "range", low: 0, high: seats - 1, ...beside };
  switch (shape.kind) {
    case "choice":
      return { kind: "choice", of: shape.choices, ...beside };
    case "list":
      return { kind: "list", of: domainOf(shape.of, seats), least: shape.low ?? 0, most: shape.high, ...beside };
    case "map": {
      const keys = shape.keys === "seat" ? Array.from({ length: seats }, (_, seat) => String(seat)) : shape.keys;
      return { kind: "map", keys, of: domainOf(shape.of, seats), ...beside };
    }
    case "group": {
      const fields = Object.entries(shape.fields).map(([name, inner]) => [name, domainOf(inner, seats)]);
      return { kind: "group", fields: Object.fromEntries(fields), ...beside };
    }
    case "flag":
      return { kind: "flag", ...beside };
    case "text":
      return { kind: "free", ...beside };
    default:
      return { kind: "range", low: shape.low, high: shape.high, ...beside };
  }
}
