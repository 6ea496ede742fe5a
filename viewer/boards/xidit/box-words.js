// @ts-check
/** What the page of a box of Xidit says. */
import { speaker } from "../../kit/index.js";

/** @type {import("../../kit/words.js").Table} */
export const WORDS = {
  map: ["The map", "El mapa"],
  roads: ["Roads, city by city", "Caminos, ciudad por ciudad"],
  stand_in: [
    "Placeholder: map, values and faces are not those of a printed copy",
    "Provisional: ni el mapa, ni los valores, ni las caras son los de un ejemplar impreso",
  ],
  crossing: [
    "These roads cross where there is no city, so the map is drawn without the coordinates: {roads}.",
    "Estos caminos se cruzan donde no hay ciudad, así que el mapa se dibuja sin las coordenadas: {roads}.",
  ],
  no_places: [
    "The box has no coordinates for every city, so the map is drawn from roads and borders only.",
    "La caja no tiene coordenadas para todas las ciudades; el mapa se dibuja solo con caminos y fronteras.",
  ],
  counts: [
    "{cities} {cities:city|cities}, {roads} {roads:road|roads}, {regions} {regions:region|regions}",
    "{cities} {cities:ciudad|ciudades}, {roads} {roads:camino|caminos}, {regions} {regions:región|regiones}",
  ],
  tiles: ["Tiles {id}: {count}", "Losetas {id}: {count}"],
  recruits: ["recruits", "reclutas"],
  threat: ["threat", "amenaza"],
  titans: ["Titans", "Titanes"],
  units: ["Units: {count}", "Unidades: {count}"],
  symbols: ["Symbols on the recruitment sides", "Símbolos de las caras de reclutamiento"],
  census: ["Census", "Censo"],
  prize: ["{alone}, tied {tied}", "{alone}, en empate {tied}"],
  dummy: ["The dummy", "El jugador ficticio"],
  track: ["{name}: starts at {start}, step {step}", "{name}: empieza en {start}, paso {step}"],
  city: ["City", "Ciudad"],
  on: ["Regions", "Regiones"],
};
export const say = speaker(WORDS);
