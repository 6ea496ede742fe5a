// @ts-check
/** Hands on the replay: press and hold, the wheel, a swipe. */

const FIRST_MS = 380;
const START_MS = 140;
const LEAST_MS = 35;

/**
 * Act once on a press and, while it is held, again and again, faster and faster.
 * @param {HTMLElement} button @param {() => boolean} act Returns whether there is more.
 */
export function hold(button, act) {
  /** @type {any} */ let timer = null;
  let pressed = false;
  const stop = () => {
    clearTimeout(timer);
    timer = null;
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pressed = true;
    let pause = START_MS;
    const again = () => {
      if (!act()) return stop();
      pause = Math.max(LEAST_MS, pause * 0.93);
      timer = setTimeout(again, pause);
    };
    act();
    stop();
    timer = setTimeout(again, FIRST_MS);
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(type, stop);
  button.addEventListener("contextmenu", (event) => {
    if (timer !== null) event.preventDefault();
  });
  button.addEventListener("click", () => {
    // The press has acted already; a click without one comes from the keyboard or from assistive technology.
    if (!pressed) act();
    pressed = false;
  });
}

/**
 * Turn the wheel's way into steps; at the ends, and with Ctrl (zoom), the page has the wheel.
 * @param {HTMLElement} element @param {(way: 1 | -1) => boolean} act Returns whether it did.
 */
export function wheel(element, act) {
  let turned = 0;
  let last = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      if (event.timeStamp - last > 250 || Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
      last = event.timeStamp;
      turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
      let could = true;
      while (Math.abs(turned) >= 40 && could) {
        const way = turned > 0 ? 1 : -1;
        could = act(way);
        // A click of a mouse wheel is one step, whatever its size.
        turned = Math.abs(event.deltaY) >= 60 || event.deltaMode !== 0 ? 0 : turned - way * 40;
      }
      if (could) event.preventDefault();
    },
    { passive: false },
  );
}

/**
 * A sideways swipe is a step: to the left goes on, to the right goes back. In a part that scrolls sideways it scrolls.
 * @param {HTMLElement} element @param {(way: 1 | -1) => void} act
 */
export function swipe(element, act) {
  /** @type {{x: number, y: number} | null} */ let from = null;
  element.addEventListener(
    "touchstart",
    (event) => {
      const free = event.touches.length === 1 && !scrolls(event.target, element);
      from = free ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
    },
    { passive: true },
  );
  element.addEventListener(
    "touchend",
    (event) => {
      if (!from) return;
      const dx = event.changedTouches[0].clientX - from.x;
      const dy = event.changedTouches[0].clientY - from.y;
      from = null;
      if (Math.abs(dx) > 45 && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? 1 : -1);
    },
    { passive: true },
  );
}

/** Whether a part scrolls sideways where touched. @param {EventTarget | null} target @param {HTMLElement} element */
function scrolls(target, element) {
  for (let one = /** @type {Element | null} */ (target); one && one !== element; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}
