/** Of `noble-ed25519.js`, what this viewer calls. */
export const hashes: { sha512?: (message: Uint8Array) => Uint8Array };
export function verify(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
  options?: { zip215?: boolean },
): boolean;
