/** Of `noble-hashes.js`, what this viewer calls. */
export function sha256(message: Uint8Array): Uint8Array;
export function sha512(message: Uint8Array): Uint8Array;
