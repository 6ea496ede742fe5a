// @ts-check
/** For screen readers: the sentence of the move in a live region, and the board as a hidden table. */

import { forEars } from "../../kit/deferred-labels.js";

/** @import { Grid } from "../../kit/board.js" */

export class LiveRegion {
  /** @param {HTMLElement} live The live region. @param {HTMLElement} holder Where the table goes. */
  constructor(live, holder) {
    this.live = live;
    this.holder = holder;
    /** By table, row and column. @type {string[][][]} */
    this.cells = [];
    this.shape = "";
    this.news = ""; // Announced before the next sentence.
  }

  /**
   * Announce a sentence and fill the table, as soon as scrubbing rests.
   * @param {string} sentence @param {() => Grid | Grid[] | null} grid One table, or several.
   */
  rest(sentence, grid) {
    forEars(this, () => {
      const said = this.news ? `${this.news} ${sentence}` : sentence;
      this.news = "";
      if (this.live.textContent !== said) this.live.textContent = said;
      const now = grid();
      this.tables(now ? [now].flat() : []);
    });
  }

  /** @param {string} sentence Announced at once. */
  now(sentence) {
    this.live.textContent = sentence;
  }

  tables(/** @type {Grid[]} */ grids) {
    const shape = JSON.stringify(grids.map((grid) => [grid.columns, grid.rows.map((row) => row.head)]));
    if (shape !== this.shape) {
      this.cells = [];
      this.holder.replaceChildren(...grids.map((grid) => this.#lay(grid)));
    }
    this.shape = shape;
    grids.forEach((grid, place) => {
      const table = /** @type {HTMLTableElement} */ (this.holder.children[place]);
      if (table.caption && table.caption.textContent !== grid.caption) table.caption.textContent = grid.caption;
      const known = this.cells[place];
      grid.rows.forEach((row, r) =>
        row.cells.forEach((cell, c) => {
          if (known[r][c] === cell) return;
          known[r][c] = cell;
          table.tBodies[0].rows[r].cells[c + 1].textContent = cell;
        }),
      );
    });
  }

  #lay(/** @type {Grid} */ grid) {
    const table = document.createElement("table");
    table.createCaption();
    const head = table.createTHead().insertRow();
    head.append(document.createElement("td"));
    for (const column of grid.columns) head.append(header(column, "col"));
    const body = table.createTBody();
    for (const row of grid.rows) {
      const line = body.insertRow();
      line.append(header(row.head, "row"));
      for (const _ of row.cells) line.insertCell();
    }
    this.cells.push(grid.rows.map((row) => row.cells.map(() => "")));
    return table;
  }
}

function header(/** @type {string} */ words, /** @type {"row" | "col"} */ scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = words;
  return cell;
}
