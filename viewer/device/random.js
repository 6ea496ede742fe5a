// @ts-check
/** 128 random bits as 32 hex digits; `randomUUID` is there over HTTPS only, and a club's phone may come without. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
