// What the recorder's page calls the units of Rise of Empires, which its box has no names for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { name } from "../../../viewer/boards/rise_of_empires/seat.js";

test("each unit that pays has a name in both languages, and what the box names is left to it", () => {
  const units = ["gold", "cube", "resource", "food", "vp"];
  assert.deepEqual(
    units.map((unit) => name(unit, "es")),
    ["oro", "cubo", "recurso", "alimento", "PV"],
  );
  assert.deepEqual(
    units.map((unit) => name(unit, "en")),
    ["gold", "cube", "resource", "food", "VP"],
  );
  assert.equal(name("P1-10", "en"), null);
  assert.equal(name(3, "en"), null);
});
