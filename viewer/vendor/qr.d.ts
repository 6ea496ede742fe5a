/** Of `qr.js`, what this viewer calls. */
export function encodeQR(
  text: string,
  output: "raw",
  options?: { ecc?: "low" | "medium" | "quartile" | "high"; border?: number },
): boolean[][];
