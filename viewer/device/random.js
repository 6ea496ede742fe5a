// @ts-check
/** 128 random bits as 32 hex digits; `randomUUID` is there over HTTPS only, and a club's phone may come without. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A whole number from 0, each below `limit` as likely as any other. @param {number} limit At most 2 ** 32. */
export function below(limit) {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % limit;
  }
}
