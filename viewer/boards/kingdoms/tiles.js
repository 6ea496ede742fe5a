// @ts-check
/** What is drawn on the tiles of Kingdoms, each 100 by 100. */

const INK = "#33261a";
export const LINE = `stroke="${INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;
export const THIN = `stroke="${INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"`;

/** A tile: a framed picture. @param {"good" | "bad" | "special"} frame @param {string} sky @param {string} body */
function tile(frame, sky, body) {
  const rim = { good: ["#f6e7b4", "#8a6a1f"], bad: ["#5b2a2c", "#2a1113"], special: ["#c9b27a", "#3b3263"] }[frame];
  return `<rect x="3" y="3" width="94" height="94" rx="9" fill="${rim[1]}"/><rect x="4.5" y="4.5" width="91" height="91"
    rx="8" fill="${rim[0]}"/><g clip-path="url(#k-clip)"><rect width="100" height="100" fill="${sky}"/>${body}</g><rect
    x="8" y="8" width="84" height="84" rx="5" fill="none" stroke="${rim[1]}" stroke-width="1.4"/>`;
}

/** A cottage; (x, y): lower left corner. @param {number} x @param {number} y @param {number} w @param {string} roof */
function cottage(x, y, w, roof) {
  const h = w * 0.52;
  return `<rect x="${x}" y="${y - h}" width="${w}" height="${h}" fill="#f5e6c4" ${LINE}/><path d="M${x - 5} ${y - h}
    L${x + w / 2} ${y - h - w * 0.62} L${x + w + 5} ${y - h}Z" fill="${roof}" ${LINE}/><path d="M${x + w / 2}
    ${y - h - w * 0.62} L${x + w + 5} ${y - h} H${x + w * 0.62}Z" fill="#000" opacity=".14"/><rect x="${x + w * 0.16}"
    y="${y - h * 0.78}" width="${w * 0.22}" height="${h * 0.36}" fill="#7fb2c4" ${THIN}/><path d="M${x + w * 0.56} ${y}
    v-${h * 0.62} a${w * 0.12} ${w * 0.12} 0 0 1 ${w * 0.24} 0 v${h * 0.62}Z" fill="#6d4527" ${THIN}/>`;
}

/** A round tree standing on (x, y). @param {number} x @param {number} y @param {number} r */
function tree(x, y, r) {
  return `<path d="M${x} ${y} v-${r * 1.2}" stroke="#5a3a20" stroke-width="${r * 0.32}" stroke-linecap="round"/><circle
    cx="${x}" cy="${y - r * 1.7}" r="${r}" fill="#5f9138" ${THIN}/><path d="M${x - r * 0.5} ${y - r * 2.1} a${r * 0.6}
    ${r * 0.6} 0 0 1 ${r * 0.8} -${r * 0.2}" fill="none" stroke="#a9cf6c" stroke-width="2" stroke-linecap="round"/>`;
}

const GROUND = `<path d="M0 70 Q24 60 52 66 T100 62 V100 H0Z" fill="#9cc063"/><path d="M0 82 Q34 72 62 79 T100 76
  V100 H0Z" fill="#7da848"/>`;

const VILLAGE = `${GROUND}<path d="M44 100 Q50 86 46 78 L56 78 Q60 88 64 100Z" fill="#e4cf9a"/>
    ${tree(16, 72, 9)}${cottage(22, 80, 28, "#c4572f")} <path d="M75 44 q-6 -6 0 -11 q6 -5 1 -11" fill="none"
    stroke="#fff" stroke-width="3.4" stroke-linecap="round" opacity=".85"/><rect x="71" y="46" width="7" height="12"
    fill="#a08264" ${THIN}/>${cottage(57, 76, 24, "#d98a3d")}`;

const FARM = `<circle cx="77" cy="25" r="9" fill="#ffd75e" stroke="#e0a526" stroke-width="1.5"/>${GROUND} <path d="M0 78
    L100 70 V100 H0Z" fill="#b07b41"/><path d="M-6 100 L40 75 M16 102 L54 74 M40 102 L66 73 M64 102 L80 72 M88 102 L94
    71" stroke="#7f5326" stroke-width="3"/><path d="M4 97 L46 75 M28 101 L60 74 M53 101 L73 73 M77 101 L87 72"
    stroke="#8fbe4f" stroke-width="2.6" stroke-dasharray="3 4"/> ${tree(84, 72, 9)} <path d="M24 74 V48 L32 36 L48 29
    L64 36 L72 48 V74Z" fill="#b23a2c" ${LINE}/><path d="M20 50 L30 35 L48 26 L66 35 L76 50 L72 52 L63 39 L48 32 L33 39
    L24 52Z" fill="#6b4a35" ${LINE}/><rect x="37" y="53" width="22" height="21" fill="#8d2a20" stroke="#f7ead0"
    stroke-width="2"/><path d="M37 53 L59 74 M59 53 L37 74 M48 53 V74" stroke="#f7ead0" stroke-width="2"/><rect x="43.5"
    y="39" width="9" height="8" fill="#3b2418" stroke="#f7ead0" stroke-width="1.6"/>`;

const CITY = `<path d="M0 74 Q50 60 100 74 V100 H0Z" fill="#8fb65a"/><g fill="#efe2c6" ${THIN}><rect x="20" y="42"
    width="16" height="34"/><rect x="64" y="44" width="17" height="32"/><rect x="34" y="50" width="15" height="26"/>
    <rect x="52" y="52" width="14" height="24"/></g><g ${THIN}><path d="M18 42 L28 26 L38 42Z" fill="#3f6f94"/><path
    d="M62 44 L72.5 29 L83 44Z" fill="#c65a30"/><path d="M32 50 L41 39 L51 50Z" fill="#d58a3c"/><path d="M50 53 L59 44
    L68 53Z" fill="#4b7d5e"/></g><rect x="43" y="34" width="13" height="40" fill="#f8efd9" ${THIN}/><path d="M41 35
    L49.5 12 L58 35Z" fill="#7d4a8a" ${THIN}/><path d="M49.5 12 V6 M46.8 8.4 H52.2" stroke="${INK}" stroke-width="1.6"/>
    <rect x="47" y="40" width="5" height="9" rx="2.5" fill="#5d4a3a"/><path d="M10 92 V68 h6 v5 h6 v-5 h7 v5 h6 v-5 h7
    v5 h4 v-3 h8 v3 h4 v-5 h7 v5 h6 v-5 h7 v5 h6 v-5 h6 V92Z" fill="#d2c09a" ${LINE}/><path d="M14 80 h10 M28 86 h10 M64
    80 h10 M76 86 h10 M18 88 h6 M66 88 h6" stroke="#a5906a" stroke-width="1.8" stroke-linecap="round"/><path d="M41 92
    V82 a9 9 0 0 1 18 0 V92Z" fill="#4a3220" ${THIN}/><path d="M45 92 V77 M50 92 V74 M55 92 V77 M42 84 H58"
    stroke="#876644" stroke-width="1.2"/><path d="M28 26 V17 l8 3 -8 3" fill="#f2c53d" ${THIN}/><path d="M72.5 29 V20 l8
    3 -8 3" fill="#f2c53d" ${THIN}/>`;

const SAIL = `<path d="M0 0 L3 -34 L-9 -34 L-5 -2Z" fill="#fbf3df" ${THIN}/><path d="M-7 -26 H2 M-6.4 -18 H1.6 M-5.6
  -10 H1" stroke="#a58a5b" stroke-width="1.3"/><path d="M0 0 L3 -36" stroke="#5a3a20" stroke-width="2.6"
  stroke-linecap="round"/>`;
const WINDMILL = `<path d="M0 76 Q46 52 100 74 V100 H0Z" fill="#a4c56a"/><path d="M0 86 Q50 72 100 84 V100 H0Z"
    fill="#83ab4c"/><path d="M6 84 q10 -4 18 0 M70 88 q10 -4 20 0" stroke="#e6cf63" stroke-width="4" fill="none"
    stroke-linecap="round" stroke-dasharray="1 6"/><path d="M37 84 L43 42 H61 L67 84Z" fill="#f5ead0" ${LINE}/><path
    d="M55 42 H61 L67 84 H57Z" fill="#000" opacity=".1"/><path d="M40 43 Q52 22 64 43Z" fill="#8e4a2c" ${LINE}/><path
    d="M47 84 V72 a5 5 0 0 1 10 0 V84Z" fill="#6d4527" ${THIN}/><rect x="48.5" y="54" width="7" height="8" rx="3.5"
    fill="#7fb2c4" ${THIN}/><g transform="translate(52 41)"><g transform="rotate(24)">${SAIL}</g><g
    transform="rotate(114)">${SAIL}</g><g transform="rotate(204)">${SAIL}</g><g transform="rotate(294)">${SAIL}</g>
    <circle r="4" fill="#5a3a20" ${THIN}/></g>`;

const KNIGHT = `<path d="M0 80 Q50 70 100 80 V100 H0Z" fill="#8fb65a"/><path d="M20 96 L24 18" stroke="#6b4526"
    stroke-width="3.4" stroke-linecap="round"/><path d="M24 17 L21.4 27 L27 27Z" fill="#cdd5da" ${THIN}/><path d="M24 29
    L47 32 L38 37 L46 43 L23.4 43Z" fill="#c0392b" ${THIN}/><path d="M24 98 Q26 72 44 68 H64 Q80 72 82 98Z"
    fill="#9fb0bb" ${LINE}/><path d="M34 98 Q36 82 46 76 M72 98 Q70 84 62 76" fill="none" stroke="#5f717d"
    stroke-width="2"/><path d="M55 25 Q56 6 78 9 Q90 12 91 28 Q82 18 74 24 Q66 28 60 27Z" fill="#c0392b" ${LINE}/><path
    d="M62 22 Q68 14 80 16" fill="none" stroke="#ef8b7d" stroke-width="2" stroke-linecap="round"/><path d="M36 66 V42
    Q36 22 55 22 Q74 22 74 42 V66 Q66 73 55 73 Q44 73 36 66Z" fill="#cfd8de" ${LINE}/><path d="M58 22 Q74 24 74 42 V66
    Q70 70 62 72Z" fill="#000" opacity=".12"/><path d="M36 43 H74 V50 H36Z" fill="#232a2f" ${THIN}/><path d="M53 24 H57
    V71 H53Z" fill="#d8ab3a" ${THIN}/><g fill="#4a565e"><circle cx="43" cy="57" r="1.6"/><circle cx="48" cy="57"
    r="1.6"/><circle cx="43" cy="63" r="1.6"/><circle cx="48" cy="63" r="1.6"/><circle cx="62" cy="57" r="1.6"/><circle
    cx="67" cy="57" r="1.6"/><circle cx="62" cy="63" r="1.6"/><circle cx="67" cy="63" r="1.6"/></g><path d="M60 74 H88
    V84 Q88 96 74 102 Q60 96 60 84Z" fill="#2f6aa8" ${LINE}/><path d="M74 75 V101 M61 85 H87" stroke="#f2e3b5"
    stroke-width="4"/>`;

const ear = (/** @type {number} */ angle) =>
  `<g transform="rotate(${angle} 50 74)"><path d="M50 74 V34" stroke="#c08a22" stroke-width="2.6"/><g fill="#f1bd3a"
    stroke="#8a5c10" stroke-width="1"><ellipse cx="50" cy="22" rx="3.4" ry="6"/><ellipse cx="45.6" cy="29" rx="3"
    ry="5.4" transform="rotate(-24 45.6 29)"/><ellipse cx="54.4" cy="29" rx="3" ry="5.4" transform="rotate(24 54.4
    29)"/><ellipse cx="45.6" cy="37" rx="3" ry="5.4" transform="rotate(-24 45.6 37)"/><ellipse cx="54.4" cy="37"
    rx="3" ry="5.4" transform="rotate(24 54.4 37)"/></g></g>`;
const HARVEST = `<g fill="#ffe9a3"><path d="M50 56 L-10 30 V44Z M50 56 L-8 -6 L14 -14Z M50 56 L34 -20 L64 -20Z M50 56
    L92 -14 L112 0Z M50 56 L112 28 V46Z"/></g><circle cx="50" cy="52" r="27" fill="#ffd968"/><path d="M0 78 Q50 66 100
    78 V100 H0Z" fill="#c79a3c"/><path d="M0 88 Q50 78 100 88 V100 H0Z" fill="#a97d2b"/>
    ${[-46, 46, -33, 33, -19, 19, -7, 8].map(ear).join("")} <path d="M38 92 Q46 74 41 64 H59 Q54 74 62 92 Q50 97 38 92Z"
    fill="#d8a234" ${LINE}/><path d="M43 90 Q48 76 46 66 M50 92 V66 M57 90 Q52 76 54 66" stroke="#8a5c10"
    stroke-width="1.4" fill="none"/><path d="M39 68 Q50 74 61 68 V74 Q50 80 39 74Z" fill="#b23a2c" ${LINE}/><g ${LINE}>
    <circle cx="76" cy="86" r="9" fill="#e0702b"/><path d="M76 77 V95 M70 79 Q67 86 70 93 M82 79 Q85 86 82 93"
    fill="none" stroke="#a84a12" stroke-width="1.4"/><path d="M76 77 q1 -5 5 -5" fill="none" stroke="#54702b"
    stroke-width="3"/><circle cx="24" cy="88" r="7" fill="#c0392b"/><path d="M24 81 q1 -4 4 -4" fill="none"
    stroke="#54702b" stroke-width="2.4"/></g>`;

const SWAMP = `<circle cx="72" cy="26" r="10" fill="#d9dfae" opacity=".75"/><path d="M0 52 Q20 42 40 50 T100 46 V100
    H0Z" fill="#47553a"/><path d="M4 66 Q50 50 96 66 Q104 92 50 96 Q-4 92 4 66Z" fill="#5f7d52" ${LINE}/><path d="M14 72
    Q50 62 84 70 M24 82 q16 -4 32 0 M58 88 q12 -3 22 0" fill="none" stroke="#9ab982" stroke-width="2.2"
    stroke-linecap="round"/><path d="M60 74 Q62 52 54 36 Q50 27 42 24 Q52 24 57 31 Q58 22 66 17 Q62 27 62 34 Q70 28 80
    32 Q68 35 65 43 Q69 60 72 74 Q66 78 60 74Z" fill="#4d3a2b" ${LINE}/><g stroke="#2f3a22" stroke-width="2.2"
    stroke-linecap="round"><path d="M20 80 Q21 60 17 42 M27 82 Q28 66 31 50 M13 78 Q11 66 7 58"/></g><g fill="#7a4a22"
    ${THIN}><ellipse cx="17" cy="40" rx="3.2" ry="8"/><ellipse cx="31.4" cy="48" rx="3" ry="7"/></g><path d="M36 88 a7
    3.4 0 1 1 9 -4Z M80 80 a6 3 0 1 1 8 -3Z" fill="#8fbf5c" ${THIN}/><g fill="none" stroke="#cfe3b6" stroke-width="1.4">
    <circle cx="47" cy="72" r="2.6"/><circle cx="52" cy="67" r="1.7"/></g>`;

const GRAVES = `<circle cx="70" cy="28" r="13" fill="#f3e9c4"/><circle cx="65" cy="25" r="12" fill="#574468"/><path
    d="M16 82 Q22 58 17 40 Q14 32 8 28 M18 54 Q26 44 34 42 M17 44 Q22 34 21 24 M27 46 Q30 40 29 34 M12 36 Q8 36 5 39"
    fill="none" stroke="#21151a" stroke-width="3" stroke-linecap="round"/><path d="M0 80 Q30 66 56 74 T100 70 V100 H0Z"
    fill="#4f5a3c"/><path d="M0 90 Q40 80 100 88 V100 H0Z" fill="#3d472f"/><g ${LINE}><path d="M40 84 V58 a11 11 0 0 1
    22 0 V84Z" fill="#a9a8ab"/><path d="M56 48 a11 11 0 0 1 6 10 V84 H56Z" fill="#000" opacity=".16" stroke="none"/>
    <path d="M51 56 V70 M46 61 H56" stroke="#54525a" stroke-width="3"/><path d="M70 84 V62 H66 V55 H70 V48 H77 V55 H82
    V62 H77 V84Z" fill="#8d8b91"/><path d="M22 88 L24 70 a9 9 0 0 1 17 4 L38 90Z" fill="#929097"/></g><path d="M28 76 h7
    M27 80 h7" stroke="#54525a" stroke-width="1.8"/><path d="M8 92 q3 -7 5 -1 q3 -8 5 0 M60 92 q3 -7 5 -1 q3 -8 5 0 M84
    90 q3 -7 5 -1" fill="none" stroke="#7d8c58" stroke-width="2" stroke-linecap="round"/>`;

const WOLVES = `<circle cx="50" cy="34" r="27" fill="#e9d9a5" opacity=".9"/><path d="M0 60 L10 40 L18 62 L27 44 L36 66
    L66 66 L74 42 L83 62 L92 40 L100 58 V100 H0Z" fill="#2c2430"/><g fill="#ffd34d"><path d="M8 73 l8 3 -7 2Z M24 73 l-6
    3 5 2Z M77 73 l8 3 -7 2Z M93 73 l-6 3 5 2Z"/></g><path d="M27 20 L42 36 Q50 33 58 36 L73 20 Q78 40 74 51 L82 60 L74
    63 L78 72 L68 72 Q62 84 50 92 Q38 84 32 72 L22 72 L26 63 L18 60 L26 51 Q22 40 27 20Z" fill="#77767f" ${LINE}/><path
    d="M31 28 L39 37 Q34 41 32 46Z M69 28 L61 37 Q66 41 68 46Z" fill="#3a3340"/><path d="M50 40 Q46 50 42 56 Q34 60 30
    56 Q34 72 40 77 L50 90 L60 77 Q66 72 70 56 Q66 60 58 56 Q54 50 50 40Z" fill="#c9c7cc"/><path d="M33 51 L45 56 L37
    59Z M67 51 L55 56 L63 59Z" fill="#ffcf3a" ${THIN}/><path d="M44 68 Q50 65 56 68 L50 75Z" fill="#1f181c" ${THIN}/>
    <path d="M50 75 V79 M39 76 Q44 82 50 79 Q56 82 61 76" fill="none" ${LINE}/><path d="M43 79 l2 6 2.4 -5 M57 79 l-2 6
    -2.4 -5" fill="#fff" ${THIN}/>`;

const STORM = `<path d="M0 78 Q40 66 100 76 V100 H0Z" fill="#4c5a3d"/><path d="M0 88 Q50 78 100 90 V100 H0Z"
    fill="#39452f"/><path d="M20 56 L12 74 M36 58 L27 78 M74 56 L66 76 M88 54 L80 72" stroke="#a9c0d8"
    stroke-width="2.4" stroke-linecap="round" stroke-dasharray="7 5"/><path d="M56 42 L38 66 L49 66 L40 90 L68 58 L56 58
    L66 42Z" fill="#ffdf5a" ${LINE}/><path d="M18 52 Q6 52 8 40 Q10 30 21 31 Q24 16 40 18 Q50 8 63 17 Q78 14 81 28 Q94
    28 93 41 Q92 52 80 52Z" fill="#6f7286" ${LINE}/><path d="M18 52 Q6 52 8 40 Q16 46 28 42 Q40 50 54 43 Q70 50 92 42
    Q92 52 80 52Z" fill="#3f4154"/><path d="M25 32 Q28 23 37 24 M54 20 Q62 18 66 23" fill="none" stroke="#b9bccb"
    stroke-width="2.4" stroke-linecap="round"/><path d="M72 94 V80 L68 72 L76 76 L80 68 L81 80 L80 94Z" fill="#54382a"
    ${THIN}/><path d="M20 92 l10 -9 10 9 v4 h-20Z" fill="#7a4a30" ${THIN}/>`;

const RAIDER = `<path d="M0 74 Q50 62 100 74 V100 H0Z" fill="#3d2b26"/><path d="M4 76 Q6 62 14 60 Q12 66 18 66 Q18 54 26
    46 Q24 58 32 62 Q34 70 28 78Z" fill="#f28a2c" opacity=".9"/><path d="M74 76 Q74 66 80 62 Q80 68 85 68 Q85 58 92 52
    Q92 64 98 68 Q98 76 94 78Z" fill="#f28a2c" opacity=".9"/><path d="M80 98 L73 34" stroke="#6b4526" stroke-width="4.4"
    stroke-linecap="round"/><path d="M70 38 Q62 22 74 18 L79 24 Q94 18 95 34 Q96 44 90 48 Q84 40 76 42Z" fill="#bfc9cf"
    ${LINE}/><path d="M92 26 Q95 36 90 46" fill="none" stroke="#f2f6f8" stroke-width="2"/><path d="M14 100 Q16 78 34 74
    H56 Q72 78 74 100Z" fill="#6a4a34" ${LINE}/><path d="M18 92 l6 -8 5 7 5 -9 5 8 6 -9 5 9 6 -8 5 9 6 -7 4 8 V100 H16Z"
    fill="#a58a6a" ${THIN}/><path d="M27 52 Q26 74 34 80 Q39 92 45 94 Q52 92 57 80 Q65 74 63 52Z" fill="#b5552a"
    ${LINE}/><path d="M30 50 H60 V60 Q58 68 45 68 Q32 68 30 60Z" fill="#e3b48c" ${THIN}/><path d="M33 55 h9 M48 55 h9"
    stroke="${INK}" stroke-width="3" stroke-linecap="round"/><circle cx="38" cy="59" r="2" fill="${INK}"/><circle
    cx="52" cy="59" r="2" fill="${INK}"/><path d="M45 58 L43 66 H47Z" fill="#c98f66"/><path d="M34 70 Q45 64 56 70 Q50
    74 45 71 Q40 74 34 70Z" fill="#8a3d1c"/><path d="M40 77 q5 2.4 10 0 M38 82 q7 4 14 0" fill="none" stroke="#7d3717"
    stroke-width="1.6"/><path d="M26 51 Q25 26 45 24 Q65 26 64 51 Q45 43 26 51Z" fill="#8f9aa1" ${LINE}/><path d="M26 51
    Q45 42 64 51 L63 56 Q45 48 27 56Z" fill="#d1a23a" ${THIN}/><path d="M43 25 H47 V46 H43Z" fill="#d1a23a" ${THIN}/>
    <path d="M28 40 Q12 40 9 22 Q18 32 30 31Z M62 40 Q78 40 80 24 Q72 32 60 31Z" fill="#f2e7cd" ${LINE}/>`;

const TROLL = `<path d="M0 70 L20 52 L36 66 L60 50 L84 68 L100 56 V100 H0Z" fill="#3a3138"/><path d="M83 100 Q76 66 80
    36 Q80 24 88 24 Q97 25 96 38 Q96 70 92 100Z" fill="#7a5230" ${LINE}/><g fill="#d9d3c3" ${THIN}><path d="M80 40 l-7
    -3 7 -5Z M96 46 l6 -4 -6 -4Z M79 56 l-7 -3 7 -4Z"/></g><path d="M8 100 Q8 80 26 75 H66 Q84 80 84 100Z"
    fill="#5a7048" ${LINE}/><path d="M22 46 Q6 38 4 48 Q6 60 24 60Z M70 46 Q86 38 88 48 Q86 60 68 60Z" fill="#6f8a55"
    ${LINE}/><path d="M22 56 Q18 20 46 19 Q74 20 70 56 Q76 64 70 76 Q62 88 46 88 Q30 88 22 76 Q16 64 22 56Z"
    fill="#7f9c5f" ${LINE}/><path d="M54 20 Q74 24 70 56 Q76 64 70 76 Q64 85 54 87 Q66 60 54 20Z" fill="#000"
    opacity=".12"/><path d="M36 20 Q34 10 40 6 Q40 12 44 14 Q45 7 51 5 Q49 12 53 15 Q57 10 61 11 Q57 16 57 21Z"
    fill="#33272b" ${THIN}/><path d="M26 44 Q36 40 44 48 M66 44 Q56 40 48 48" fill="none" stroke="${INK}"
    stroke-width="4.4" stroke-linecap="round"/><circle cx="36" cy="51" r="4" fill="#ffcf3a" ${THIN}/><circle cx="56"
    cy="51" r="4" fill="#ffcf3a" ${THIN}/><circle cx="37" cy="51.5" r="1.6" fill="${INK}"/><circle cx="55" cy="51.5"
    r="1.6" fill="${INK}"/><path d="M46 50 Q36 64 40 67 Q46 70 52 67 Q56 64 46 50Z" fill="#6b8650" ${THIN}/><path d="M28
    74 Q46 68 64 74 Q62 82 46 82 Q30 82 28 74Z" fill="#3b1618" ${LINE}/><path d="M31 76 L30 60 Q36 66 37 74Z M61 76 L62
    60 Q56 66 55 74Z" fill="#fdf4dd" ${LINE}/><path d="M42 73 l2 4 2 -4 M48 73 l2 4 2 -4" fill="#fdf4dd" ${THIN}/>
    <circle cx="62" cy="34" r="2.4" fill="#63793f"/><circle cx="30" cy="36" r="1.8" fill="#63793f"/>`;

const MOUNTAIN = `<path d="M0 60 L18 44 L34 58 V100 H0Z" fill="#9db0b8"/><path d="M100 56 L86 42 L70 58 V100 H100Z"
    fill="#9db0b8"/><path d="M-4 92 L34 22 L58 66 L66 52 L104 94 V104 H-4Z" fill="#7c858b" ${LINE}/><path d="M34 22 L58
    66 L66 52 L104 94 V104 H52 L40 70 L44 56 L32 44Z" fill="#575f67"/><path d="M34 22 L22.5 44 L29 41 L33 49 L39 41 L44
    46 L47 45.5Z" fill="#fff" ${THIN}/><path d="M66 52 L57.6 68 L64 64 L69 70 L73 63 L78 66Z" fill="#fff" ${THIN}/><path
    d="M24 62 L16 78 M30 70 L24 84 M76 78 L82 88 M62 76 L60 88" stroke="#3c4349" stroke-width="1.8"
    stroke-linecap="round"/><path d="M0 94 Q30 82 56 92 T100 88 V104 H0Z" fill="#6d8c4e" ${THIN}/><g fill="#3f6338"
    ${THIN}><path d="M14 94 l6 -15 6 15Z M25 96 l5 -12 5 12Z M80 93 l5 -13 5 13Z"/></g><path d="M6 30 q8 -7 14 0 q7 -3 9
    3 H3 q0 -3 3 -3Z M66 26 q7 -7 13 0 q8 -4 10 3 H62 q1 -3 4 -3Z" fill="#fff" opacity=".9"/>`;

const DRAGON = `<path d="M0 86 Q30 74 60 82 T100 80 V100 H0Z" fill="#251417"/><path d="M52 60 Q56 26 94 8 Q90 22 94 30
    Q84 32 84 44 Q74 42 72 56 Q62 54 60 68Z" fill="#8e2b22" ${LINE}/><path d="M58 60 Q66 30 94 8 M64 58 Q74 40 90 30 M67
    58 Q74 48 83 44" fill="none" stroke="#4c1210" stroke-width="1.8"/><path d="M98 92 Q98 66 78 60 Q62 58 58 48 Q54 36
    44 30 Q40 22 32 20 Q35 25 34 28 Q26 28 20 33 Q12 36 8 43 Q12 47 18 46 Q22 49 29 48 Q36 50 38 56 Q42 74 58 80 Q62 90
    54 96 L98 98Z" fill="#3f8a4c" ${LINE}/><path d="M30 48 Q36 50 38 56 Q42 74 58 80 Q62 88 58 94 L66 95 Q70 84 60 76
    Q48 68 45 55 Q42 48 36 46Z" fill="#d9c77a" ${THIN}/><path d="M39 54 l6 -2 M41 62 l7 -3 M46 70 l6 -5 M54 76 l4 -6 M60
    84 l7 -4" stroke="#8c7a34" stroke-width="1.3"/><path d="M44 30 l5 -7 2 9 6 -3 0 9 6 0 -2 9 6 3 -4 7 7 2"
    fill="#e0a437" ${THIN}/><path d="M33 21 Q28 12 31 6 Q36 14 43 19 Q44 13 48 10 Q47 20 45 28Z" fill="#efe3bd"
    ${THIN}/><path d="M22 36 Q26 32 31 34 Q28 38 23 38Z" fill="#ffd34d" ${THIN}/><path d="M27 34.4 L26 37.6"
    stroke="${INK}" stroke-width="1.6"/><circle cx="13" cy="40" r="1.3" fill="${INK}"/><path d="M9 44 Q18 42 28 43"
    fill="none" ${THIN}/><path d="M13 44 l1.4 3.6 2 -3.6 M20 43.6 l1.4 3.6 2 -3.6" fill="#fff" ${THIN}/><path d="M11 48
    Q16 56 12 62 Q20 60 20 68 Q26 62 24 74 Q30 72 28 84 Q24 96 12 94 Q0 92 0 78 Q2 72 5 70 Q2 60 8 58 Q7 52 11 48Z"
    fill="#f2772a" ${LINE}/><path d="M13 64 Q16 70 13 74 Q20 74 20 84 Q18 91 11 90 Q5 88 6 80 Q9 78 9 74 Q9 68 13 64Z"
    fill="#ffdb5c"/>`;

const MINE = `<path d="M-4 60 Q6 20 34 18 Q52 6 74 20 Q100 24 104 62 V104 H-4Z" fill="#8d7355" ${LINE}/><path d="M8 44
    l9 -7 7 5 M72 24 l8 6 8 -1 M84 50 l8 -3 M6 62 l8 2" stroke="#5d4934" stroke-width="2" fill="none"
    stroke-linecap="round"/><path d="M26 100 V46 Q50 30 74 46 V100Z" fill="#1d1512"/><path d="M36 100 V54 Q50 44 64 54
    V100Z" fill="#33231a"/><g fill="#a9773f" ${LINE}><path d="M22 100 L25 44 H33 L32 100Z M78 100 L75 44 H67 L68 100Z"/>
    <path d="M18 46 L20 36 H80 L82 46Z"/></g><path d="M28 41 h8 M62 41 h10" stroke="#6b4526" stroke-width="1.6"/><path
    d="M38 102 L45 74 M62 102 L55 74 M34 96 H66 M38 88 H62" stroke="#8f8d8a" stroke-width="2.4"/><g ${LINE}><g
    fill="#ffd24a"><circle cx="41" cy="66" r="6"/><circle cx="58" cy="66" r="6.4"/><circle cx="50" cy="61" r="7"/>
    <circle cx="46" cy="69" r="5"/><circle cx="54" cy="70" r="5"/></g><path d="M31 70 H69 L64 88 H36Z" fill="#6f767c"/>
    <path d="M31 70 H69 L68 75 H32Z" fill="#9aa2a8"/><circle cx="41" cy="91" r="5" fill="#3b4045"/><circle cx="59"
    cy="91" r="5" fill="#3b4045"/></g><path d="M50 50 l1.6 4 4 1.6 -4 1.6 -1.6 4 -1.6 -4 -4 -1.6 4 -1.6Z M60 57 l1 2.6
    2.6 1 -2.6 1 -1 2.6 -1 -2.6 -2.6 -1 2.6 -1Z" fill="#fffbe0"/><g fill="#ffd24a" ${THIN}><path d="M12 84 l6 -5 6 4 -2
    7 -8 1Z M82 88 l5 -5 6 3 -1 7 -8 1Z M86 66 l4 -3 4 3 -2 4 -5 0Z"/></g>`;

const WIZARD = `<g fill="#ffe9a3"><path d="M14 16 l1.6 4 4 1.6 -4 1.6 -1.6 4 -1.6 -4 -4 -1.6 4 -1.6Z M30 42 l1.1 2.8 2.8
    1.1 -2.8 1.1 -1.1 2.8 -1.1 -2.8 -2.8 -1.1 2.8 -1.1Z M24 64 l1 2.4 2.4 1 -2.4 1 -1 2.4 -1 -2.4 -2.4 -1 2.4 -1Z M70 14
    l1 2.4 2.4 1 -2.4 1 -1 2.4 -1 -2.4 -2.4 -1 2.4 -1Z"/></g><circle cx="82" cy="28" r="15" fill="#8ff0e6"
    opacity=".25"/><circle cx="82" cy="28" r="10.5" fill="#8ff0e6" opacity=".35"/><path d="M80 100 L82 36"
    stroke="#7a5230" stroke-width="4.2" stroke-linecap="round"/><path d="M75 34 Q76 40 82 40 Q88 40 89 34" fill="none"
    stroke="#7a5230" stroke-width="3" stroke-linecap="round"/><circle cx="82" cy="28" r="6.6" fill="#c9fff8" ${LINE}/>
    <path d="M79 26 q2 -3 5 -2" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round"/><path d="M16 102
    Q18 76 36 70 H60 Q74 74 80 88 Q76 96 78 102Z" fill="#5b3f9e" ${LINE}/><path d="M60 70 Q74 74 80 88 Q70 90 64 84Z"
    fill="#6e50b8" ${THIN}/><circle cx="78" cy="80" r="5" fill="#eac39c" ${THIN}/><path d="M33 52 Q30 76 40 86 Q45 98 49
    100 Q54 96 58 86 Q66 76 63 52Z" fill="#f3f1ec" ${LINE}/><path d="M41 74 Q44 88 49 96 M55 72 Q54 84 50 94"
    fill="none" stroke="#b9b5ab" stroke-width="1.6"/><path d="M36 50 H60 V60 Q58 69 48 69 Q38 69 36 60Z" fill="#eac39c"
    ${THIN}/><circle cx="43" cy="57" r="1.9" fill="${INK}"/><circle cx="54" cy="57" r="1.9" fill="${INK}"/><path d="M39
    53 q4 -2.4 7 0 M51 53 q4 -2.4 7 0" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><path d="M48
    57 L46 64 H50Z" fill="#d3a27a"/><path d="M38 68 Q44 63 48.4 66 Q53 63 59 68 Q53 71 48.4 69 Q44 71 38 68Z"
    fill="#fff" ${THIN}/><path d="M22 54 Q34 48 37 40 Q42 22 60 8 Q58 20 61 30 Q62 44 75 52 Q48 44 22 54Z"
    fill="#4a3290" ${LINE}/><path d="M36 42 Q48 37 62 41 L64 46 Q48 41 33 47Z" fill="#ffcf4a" ${THIN}/><path d="M50 22
    l1.2 3 3 1.2 -3 1.2 -1.2 3 -1.2 -3 -3 -1.2 3 -1.2Z" fill="#ffe9a3"/>`;

export const BACK = `<rect x="3" y="3" width="94" height="94" rx="9" fill="#3a2a1c"/><rect x="4.5" y="4.5" width="91"
    height="91" rx="8" fill="#caa45c"/><g clip-path="url(#k-clip)"><rect width="100" height="100" fill="#6d3c2a"/><path
    d="M-10 30 L30 -10 M-10 60 L60 -10 M-10 90 L90 -10 M10 110 L110 10 M40 110 L110 40 M70 110 L110 70 M110 30 L70 -10
    M110 60 L40 -10 M110 90 L10 -10 M90 110 L-10 10 M60 110 L-10 40 M30 110 L-10 70" stroke="#8a5138" stroke-width="3"/>
    </g><circle cx="50" cy="50" r="27" fill="#caa45c" ${LINE}/><circle cx="50" cy="50" r="22.5" fill="#6d3c2a" ${THIN}/>
    <path d="M34 60 L31 41 L42 50 L50 36 L58 50 L69 41 L66 60Z" fill="#f0cf75" ${LINE}/><path d="M34 63 H66"
    stroke="#f0cf75" stroke-width="4" stroke-linecap="round"/>`;

/** @type {Record<string, string>} */ export const TILES = {
  resource_1: tile("good", "url(#k-day)", VILLAGE),
  resource_2: tile("good", "url(#k-day)", FARM),
  resource_3: tile("good", "url(#k-day)", CITY),
  resource_4: tile("good", "url(#k-day)", WINDMILL),
  resource_5: tile("good", "url(#k-day)", KNIGHT),
  resource_6: tile("good", "url(#k-gold)", HARVEST),
  hazard_1: tile("bad", "url(#k-bog)", SWAMP),
  hazard_2: tile("bad", "url(#k-dusk)", GRAVES),
  hazard_3: tile("bad", "url(#k-dusk)", WOLVES),
  hazard_4: tile("bad", "url(#k-dusk)", STORM),
  hazard_5: tile("bad", "url(#k-fire)", RAIDER),
  hazard_6: tile("bad", "url(#k-dusk)", TROLL),
  mountain: tile("special", "url(#k-ice)", MOUNTAIN),
  dragon: tile("special", "url(#k-fire)", DRAGON),
  gold_mine: tile("special", "url(#k-gold)", MINE),
  wizard: tile("special", "url(#k-night)", WIZARD),
  back: BACK,
};
