// @ts-check
/** A second touch right after one that wrote something is the same touch, and writes nothing. */

/** A touch within this time after the last one that wrote something belongs to it (ms). */
export const SAME_TOUCH_MS = 300;
let clicked = -Infinity; // When the last click was.
let wrote = -Infinity; // When the last click was that wrote something.
let finger = false; // Whether a finger was used last; of a mouse only a double click is a mistake.

/** Whether an event is a second touch of what the last one wrote. @param {MouseEvent} event */
export function again({ timeStamp }) {
  return timeStamp - wrote < SAME_TOUCH_MS;
}

/** The last touch writes something. */
export function writes() {
  wrote = clicked;
}

addEventListener("pointerdown", ({ pointerType }) => (finger = pointerType !== "mouse"), { capture: true });
addEventListener(
  "click",
  (event) => {
    // A key press is no touch.
    if (!event.detail) return;
    if (again(event) && (finger || event.detail > 1)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else clicked = event.timeStamp;
  },
  { capture: true },
);
