// @ts-check
/** Light or dark: as the system has it, or as somebody chose. */
import { storeChoice } from "./storage.js";

/** @param {string} theme `light`, `dark`, or `auto`. */
export function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  storeChoice("theme", theme);
}

/** Choose the other one; which it is then. */
export function otherTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (document.documentElement.dataset.theme ?? system) === "dark" ? "light" : "dark";
  setTheme(next === system ? "auto" : next);
  return next;
}
