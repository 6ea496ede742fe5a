// @ts-check
/** The style of Xidit's board: parchment and ink, by day and by night. */

const NIGHT = `
--x-sea: #22303a; --x-wave: #3d5666; --x-shore: #57492f; --x-ink: #130d06; --x-bed: #cdbb8c; --x-text: #f6ecd2; --x-text-edge: #1d160c;
--x-l0: #4d6636; --x-l1: #6e6538; --x-l2: #5c5a55; --x-l3: #7d6a2e; --x-l4: #3e5a3c; --x-l5: #40605a; --x-l6: #7d6643; --x-l7: #555f68; --x-l8: #55703c;
--x-leaf: #36512a; --x-hill: #857a45; --x-rock: #77736c; --x-reed: #9fc0a6; --x-dune: #ad935f; --x-field: #a08a3a;`;

export const STYLE = `
:root {
--x-sea: #a9cbd0; --x-wave: #7fabb4; --x-shore: #ecdcae; --x-ink: #4a3820; --x-bed: #fff8e4; --x-text: #33240f; --x-text-edge: #fdf6e0;
--x-l0: #bcd08a; --x-l1: #d6c987; --x-l2: #cfc7b8; --x-l3: #ecd583; --x-l4: #a5c48c; --x-l5: #b4d3bd; --x-l6: #ecd3a2; --x-l7: #ccd6d8; --x-l8: #c6d98f;
--x-leaf: #6f9a4a; --x-hill: #b9a95c; --x-rock: #a59c8d; --x-reed: #4f7f6a; --x-dune: #bb9455; --x-field: #e0b84a;
}
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${NIGHT} } }
:root[data-theme="dark"] { ${NIGHT} }
.seat-dummy { --seat: #9a948a; --seat-deep: #4d4942; }
.x-map, .x-beside { min-width: 0; contain: layout style; }
.x-map { position: relative; border-radius: .7rem; overflow: hidden; border: 3px double var(--wood-edge); box-shadow: var(--shadow); line-height: 0; background: var(--x-sea); }
.x-map svg { width: 100%; height: auto; display: block; user-select: none; }
.x-play { position: absolute; inset: 0; touch-action: pan-y pinch-zoom; }
.x-ground { will-change: transform; }
.x-map text, .x-titan-rewards text { font-family: var(--serif); font-weight: 700; text-anchor: middle; font-variant-numeric: lining-nums; }
.x-sea { fill: var(--x-sea); }
.x-wave-1, .x-wave-2, .x-wave-3 { fill: none; stroke: var(--x-wave); stroke-width: 1.600; } .x-wave-2 { opacity: .65; stroke-dasharray: 30 6; } .x-wave-3 { opacity: .4; stroke-dasharray: 14 10; }
.x-shore { fill: var(--x-shore); stroke: var(--x-ink); stroke-width: 2.400; }
.x-land { stroke: var(--x-ink); stroke-opacity: .3; stroke-width: 1; } .x-land-0 { fill: var(--x-l0); } .x-land-1 { fill: var(--x-l1); } .x-land-2 { fill: var(--x-l2); } .x-land-3 { fill: var(--x-l3); } .x-land-4 { fill: var(--x-l4); } .x-land-5 { fill: var(--x-l5); } .x-land-6 { fill: var(--x-l6); } .x-land-7 { fill: var(--x-l7); } .x-land-8 { fill: var(--x-l8); }
.x-scenery { opacity: .75; } .x-leaf { fill: var(--x-leaf); } .x-hill { fill: var(--x-hill); } .x-rock { fill: var(--x-rock); } .x-field { fill: var(--x-field); } .x-reed { stroke: var(--x-reed); } .x-dune { stroke: var(--x-dune); }
.x-compass { opacity: .8; } .x-ink { stroke: var(--x-ink); } .x-rose { fill: var(--x-shore); stroke: var(--x-ink); } .x-rose-dark { fill: var(--x-ink); }
.x-bed { fill: none; stroke: var(--x-bed); stroke-width: 13; stroke-linecap: round; paint-order: stroke; filter: none; }
.x-road { fill: none; stroke-width: 7.500; } .x-road-blue { stroke-width: 9; }
.x-letters circle { stroke: #fff8e4; stroke-width: 2.200; } .x-letters text { font: 700 13px var(--sans); fill: #fff; text-anchor: middle; }
.x-shape { fill: transparent; stroke: none; cursor: pointer; } .x-shape.chosen { stroke: var(--focus); stroke-width: 4; stroke-dasharray: 8 5; } .x-region { cursor: pointer; } .x-crowded .x-region-name { display: none; } .x-shape.x-due { fill: #ffd24a; fill-opacity: .42; stroke: #a86a00; stroke-width: 4; stroke-dasharray: 10 6; }
.x-shape.x-won { fill: var(--seat); fill-opacity: .55; stroke: var(--seat-deep); stroke-width: 5; } .x-shape.x-shared { stroke: var(--x-ink); stroke-width: 4; stroke-dasharray: 4 7; }
.x-city { cursor: pointer; } .x-hit { fill: transparent; } .x-away { display: none; }
.x-glow { fill: none; stroke: none; stroke-width: 6; } .x-city.changed .x-glow { stroke: var(--glow); } .x-city.chosen .x-glow { stroke: var(--focus); stroke-dasharray: 8 5; }
.x-number circle { fill: #fff8e4; stroke: #33240f; stroke-width: 2; } .x-map .x-number text { font-size: 18px; fill: #33240f; }
.x-face { stroke-width: 2.600; } .x-recruit .x-face { fill: #f3ecd0; stroke: #3d6a32; }
.x-empty { fill: none; stroke: #a99c78; stroke-width: 1.600; stroke-dasharray: 3 3; }
.x-reward text { fill: #fff; stroke: #24150c; stroke-width: 3; paint-order: stroke; stroke-linejoin: round; } .x-reward-gold text { fill: #3d2800; stroke: #ffe9a0; }
.x-guild path { fill: var(--seat); stroke: var(--seat-deep); stroke-width: 1.800; } .x-guild .x-window { stroke: #fff; stroke-opacity: .75; } .x-guild-disc { fill: var(--seat); stroke: #fff8e4; stroke-width: 2; } .x-guild .x-guild-mark { fill: #fff; stroke: var(--seat-deep); stroke-width: 1.500; paint-order: stroke; }
.x-guild.seat-yellow .x-guild-mark, .x-guild.seat-white .x-guild-mark { fill: #3d2800; stroke: none; }
.x-eval-stories .x-guild { transform: scale(1.500); } .x-eval-stories :is(.x-tile, .x-town, .x-figure) { opacity: .35; }
.x-eval-regions :is(.x-tile, .x-guild, .x-figure, .x-town, .x-number) { opacity: .3; } .x-eval-regions .x-shape:not(.x-won) { fill: var(--x-shore); fill-opacity: .82; }
.x-figure { pointer-events: none; } .x-halo { fill: none; } .x-foot { fill: var(--seat-deep); } .x-beast { fill: var(--seat); stroke: var(--seat-deep); stroke-width: 2.600; stroke-linejoin: round; filter: none; } .x-eye { fill: none; stroke: #fff; stroke-width: 2.200; stroke-linecap: round; }
.x-figure > g { paint-order: stroke; } .x-emblem { fill: #fff; stroke: var(--seat-deep); stroke-width: 2.600; paint-order: stroke; } .x-figure.seat-yellow .x-emblem, .x-figure.seat-white .x-emblem { fill: #3d2800; stroke: #fff4c8; } .x-figure.seat-yellow .x-eye, .x-figure.seat-white .x-eye { stroke: #3d2800; }
.x-figure.x-now .x-halo { fill: #ffe27a; stroke: #7a4b00; stroke-width: 3; }
.x-region text { fill: var(--x-text); } .x-map .x-region-name { font: italic 700 17px var(--serif); fill: var(--x-text); stroke: var(--x-text-edge); stroke-width: 4; paint-order: stroke; stroke-linejoin: round; }
.x-medal circle { stroke: #5d4200; stroke-width: 2; } .x-first circle { fill: #f5c542; } .x-second circle { fill: #dfe3e6; stroke: #4d5459; } .x-map .x-medal text { font-size: 17px; fill: #2b1d00; } .x-map .x-second text { font-size: 15px; fill: #1f2427; }
.x-pill rect { fill: var(--seat); stroke: #fff8e4; stroke-width: 2.400; } .x-pill path { fill: #fff; stroke: var(--seat-deep); stroke-width: 1.600; paint-order: stroke; } .x-map .x-pill text { font: 800 19px var(--sans); fill: #fff; stroke: var(--seat-deep); stroke-width: 4; paint-order: stroke; stroke-linejoin: round; }
.x-pill:is(.seat-yellow, .seat-white) path { fill: #3d2800; stroke: none; } .x-map .x-pill:is(.seat-yellow, .seat-white) text { fill: #3d2800; stroke: #fff4c8; stroke-width: 2.400; }
.x-pill.x-veiled rect { stroke-dasharray: 5 4; stroke: #2b1d00; stroke-width: 3; } .x-pill.x-closed rect { fill: #6a6258; stroke-dasharray: 5 4; }
.x-wall { fill: #d8cfbb; stroke: #33240f; stroke-width: 2; stroke-linejoin: round; } .x-roof { fill: #6b4a8c; stroke: #33240f; stroke-width: 2; stroke-linejoin: round; } .x-gate { fill: #3b2718; stroke: #33240f; stroke-width: 1.500; } .x-flag { fill: #f2c53d; stroke: #33240f; stroke-width: 1.800; } .x-shade { fill: #000; opacity: .18; }
.x-detail { position: absolute; inset: auto .4rem .4rem; display: flex; gap: .6rem; align-items: center; padding: .35rem .6rem; font-size: .86rem; line-height: 1.3; background: var(--paper); border: 1px solid var(--edge); border-radius: .5rem; box-shadow: var(--shadow); pointer-events: none; } .x-detail p { margin: 0; } .x-detail .x-tile-card { width: 5.6rem; max-width: 34%; flex: none; } .x-detail.x-above { inset: .4rem .4rem auto; }
.x-beside { margin-top: .4rem; }
.x-note { background: var(--mark); border-radius: .4rem; padding: .3rem .6rem; font-size: .88rem; margin: 0 0 .4rem; }
.x-strip { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto; gap: .4rem; }
.x-box { background: var(--paper); border: 1px solid var(--edge); border-radius: .6rem; padding: .2rem .5rem .3rem; min-width: 0; contain: layout style; }
.x-box h2 { font-size: .86rem; margin: 0 0 .1rem; }
.x-calendar { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: center; justify-content: space-between; padding: .2rem .5rem; } .x-calendar h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.x-lying { display: none; grid-column: 1 / -1; }
.x-years, .x-hall, .x-units, .x-lair, .x-tiles, .x-wheels, .x-ranks { list-style: none; margin: 0; padding: 0; }
.x-years { display: flex; gap: .14rem; font: 700 .78rem var(--sans); } .x-years li { min-width: 1.35rem; height: 1.4rem; padding: 0 .12rem; display: flex; align-items: center; justify-content: center; border: 1px solid var(--edge); border-radius: .3rem; font-variant-numeric: lining-nums; position: relative; }
.x-years .x-past { background: var(--hair); color: var(--quiet); } .x-years .x-this { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); } .x-years .x-held { border-bottom: 3px solid #7d5a9c; } .x-fist-mini { width: .82rem; height: .82rem; position: absolute; right: -.3rem; top: -.4rem; z-index: 1; }
.x-hall { display: flex; flex-wrap: wrap; gap: .1rem .45rem; font-size: .74rem; } .x-hall b { display: inline-grid; place-items: center; width: 1.25em; height: 1.25em; border-radius: 50%; background: var(--accent); color: var(--accent-ink); font-size: .74rem; } .x-hall .x-done { text-decoration: line-through; text-decoration-color: var(--quiet); }
.x-tracks { display: flex; flex-wrap: wrap; gap: .1rem 1.4rem; margin: 0; font-size: .9rem; } .x-tracks div { display: flex; gap: .4rem; } .x-tracks dt { color: var(--quiet); } .x-tracks dd { margin: 0; font-weight: 700; font-variant-numeric: lining-nums tabular-nums; }
.x-small { font: .74rem/1.2 var(--sans); color: var(--quiet); }
.x-slots { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem; } .x-slots > div { display: grid; gap: .1rem; align-content: end; } .x-more { display: flex; flex-wrap: wrap; gap: 0 .7rem; } .x-more [open] { flex-basis: 100%; }
.x-tile-card { width: 100%; max-width: 4.800rem; height: auto; display: block; } .x-slots { align-items: end; }
.x-unknown { display: grid; place-items: center; width: 4.600rem; max-width: 100%; aspect-ratio: 96 / 66; border: 2px dashed var(--edge); border-radius: .4rem; font: 700 1.3rem var(--serif); color: var(--quiet); background: repeating-linear-gradient(45deg, transparent 0 6px, color-mix(in srgb, var(--edge) 30%, transparent) 6px 12px); }
.x-queue details { font-size: .8rem; } .x-queue summary { cursor: pointer; color: var(--link); padding: .12rem 0; } .x-candidates { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.200rem, 1fr)); gap: .2rem; }
.x-lair { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .2rem; } .x-titan { display: grid; justify-items: center; align-content: start; text-align: center; position: relative; }
.x-titan-face { width: 100%; max-width: 3.400rem; } .x-marks { font: 800 .8rem/1 var(--sans); letter-spacing: .02em; background: #3a2a4f; color: #ffe9a0; padding: .1rem .1rem; border-radius: .3rem; margin-top: -.5rem; position: relative; } .x-titan-rewards { width: 100%; max-width: 5rem; } .x-titan-gone .x-marks { opacity: .4; }
.x-titan-raging { background: color-mix(in srgb, #d9531e 18%, transparent); border-radius: .4rem; }
.x-units { display: flex; flex-wrap: wrap; gap: .1rem .55rem; } .x-units li { display: flex; align-items: center; gap: .15rem; font: 700 .92rem var(--sans); font-variant-numeric: lining-nums tabular-nums; }
.x-unit { width: 1.750rem; height: 1.750rem; flex: none; } .x-mini { width: 1.25rem; height: 1.25rem; flex: none; object-fit: contain; } .x-tiny { width: .8rem; height: .8rem; vertical-align: -.1em; } .x-units .none { opacity: .42; }
.x-barracks .x-units { display: grid; gap: 0; } .x-barracks .x-unit { width: 1.1rem; height: 1.1rem; } .x-barracks .x-units li { font-size: .85rem; line-height: 1.15rem; }
.x-tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(4.700rem, 1fr)); gap: .3rem; align-items: end; }
.x-seats { display: grid; gap: .4rem; } .x-status { margin: 0; padding: .28rem .65rem; background: var(--mark); border-radius: .5rem; font-size: .9rem; line-height: 1.3; }
.x-card { background: var(--paper); border: 1px solid var(--edge); border-left: .45rem solid var(--seat); border-radius: .6rem; padding: .28rem .55rem .32rem; contain: layout style; }
.x-card.turn { box-shadow: 0 0 0 2px var(--glow); } .x-card.x-gone { opacity: .8; }
.x-card h2 { display: flex; align-items: center; gap: .4rem; margin: 0 0 .1rem; font-size: .98rem; } .x-card h2 .badge { width: 1.35rem; height: 1.35rem; } .x-card .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .x-card small { font: .78rem var(--sans); color: var(--quiet); }
.x-first-player { display: inline-flex; } .x-horn { width: 1.2rem; height: 1.2rem; } .x-out:not(:empty) { font: 600 .72rem var(--sans); background: #7d1d17; color: #fff; border-radius: 1rem; padding: .08rem .5rem; white-space: nowrap; } .x-stories { margin-left: auto; display: inline-flex; align-items: center; gap: .2rem; white-space: nowrap; font-size: .95rem; }
.x-wheels { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: .1rem; } .x-wheels li { display: grid; justify-items: center; align-content: start; gap: .05rem; min-height: 3.150rem; border-radius: .4rem; padding: .1rem 0; }
.x-wheel { width: 2.050rem; height: 2.050rem; } .x-wheel, .x-face-of { background-position: center; background-size: contain; background-repeat: no-repeat; } .x-face-of[class*="x-bg"] { width: 1.150rem; height: 1.100rem; } .x-outcome { font: 600 .72rem/1.1 var(--sans); text-align: center; color: var(--ink); display: flex; flex-wrap: wrap; gap: 0 .15rem; justify-content: center; align-items: center; hyphens: auto; overflow-wrap: anywhere; }
.x-unset .x-wheel { opacity: .25; filter: grayscale(1); } .x-executed .x-wheel { opacity: .62; } .x-cancelled .x-wheel { opacity: .4; filter: grayscale(1); } .x-cancelled .x-outcome { color: var(--less); font-weight: 500; font-size: .68rem; }
.x-fresh { box-shadow: inset 0 0 0 1.5px var(--edge); } .x-busy { background: var(--mark); box-shadow: 0 0 0 2px var(--glow); } .x-busy .x-wheel { opacity: 1; filter: drop-shadow(0 0 4px var(--glow)); }
.x-screen { display: flex; flex-wrap: wrap; gap: .05rem .8rem; align-items: center; border-top: 1px dashed var(--edge); padding-top: .15rem; margin-top: .05rem; } .x-screen .x-unit { width: 1.550rem; height: 1.550rem; } .x-wealth { margin-left: auto; } .x-curtain { width: 2.600rem; height: 1.600rem; flex: none; } .x-behind { display: none; margin: 0; gap: .5rem; align-items: center; } .x-screen.closed .x-units { display: none; } .x-screen.closed .x-behind { display: flex; }
.x-report { background: var(--paper); border: 1px solid var(--edge); border-radius: .6rem; padding: .5rem .7rem .6rem; container-type: inline-size; } .x-report h2 { font-size: 1.250rem; display: flex; gap: .5rem; align-items: center; margin-bottom: .1rem; } .x-report > p { margin: 0 0 .4rem; }
.x-nth { display: inline-grid; place-items: center; width: 1.5em; height: 1.5em; border-radius: 50%; background: var(--accent); color: var(--accent-ink); font-size: .9rem; }
.x-census { width: 100%; border-collapse: collapse; } .x-census caption { text-align: left; font: 700 1.15rem var(--serif); padding-bottom: .35rem; } .x-census th, .x-census td { padding: .22rem .15rem; text-align: center; border-top: 1px solid var(--hair); font-weight: 500; } .x-census thead th { border: 0; font-size: .78rem; vertical-align: bottom; } .x-census thead .badge, .x-table thead .badge { display: block; margin: 0 auto .1rem; width: 1.3rem; height: 1.3rem; } .x-census .who, .x-table .who { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 4.600rem; margin: auto; }
.x-census tbody th { min-width: 7.4rem; font-size: .86rem; line-height: 1.15; } .x-census tbody th div { display: flex; gap: .35rem; align-items: center; text-align: left; } .x-census tbody th span span { display: block; } .x-census tbody th .x-unit { width: 2.2rem; height: 2.2rem; } .x-census thead th:first-child { text-align: left; }
.x-hand { display: inline-flex; align-items: center; gap: .1rem; font: 700 1.1rem var(--serif); } .x-fist { width: 1.900rem; height: 1.900rem; } .x-winner { background: var(--mark); border-radius: .4rem; box-shadow: inset 0 0 0 2px var(--glow); } .x-prize { display: flex; justify-content: center; align-items: center; gap: .1rem; font: 700 .84rem var(--sans); color: var(--gain); } .x-later img { opacity: .45; } .x-later b { color: var(--quiet); font-weight: 500; } .x-open > * { background: color-mix(in srgb, var(--mark) 45%, transparent); } .x-census .x-tied td { border: 0; padding: 0 .2rem .3rem; text-align: left; font-size: .8rem; color: var(--quiet); }
.x-ranks { display: grid; gap: .25rem; margin: .3rem 0 .4rem; } .x-rank { display: grid; grid-template-columns: 1.4rem 1.5rem 6.600rem minmax(0, 1fr) 2rem; gap: 0 .4rem; align-items: center; padding: .25rem .45rem; border: 1px solid var(--hair); border-radius: .5rem; } .x-rank .badge { width: 1.45rem; height: 1.45rem; } .x-rank .who { line-height: 1.15; overflow-wrap: anywhere; } .x-rank strong { text-align: right; font-size: 1.15rem; font-variant-numeric: lining-nums tabular-nums; }
.x-place { font: 700 1.150rem var(--serif); text-align: center; font-variant-numeric: lining-nums; } .x-track { background: var(--hair); border-radius: .3rem; height: 1.15rem; overflow: hidden; } .x-bar { display: flex; height: 100%; } .x-part { background: var(--seat); border-right: 1.5px solid var(--paper); min-width: 2px; flex-basis: 0; font: 700 .74rem/1.15rem var(--sans); color: #fff; text-align: center; text-shadow: 0 0 3px #000, 0 0 2px #000; overflow: hidden; font-style: normal; }
.x-from-titans { background-image: repeating-linear-gradient(45deg, rgb(0 0 0 / 34%) 0 4px, transparent 4px 9px); } .x-from-census { background-image: repeating-linear-gradient(90deg, rgb(255 255 255 / 40%) 0 3px, transparent 3px 7px); } .x-key { display: inline-block; width: 1.1rem; height: .8rem; --seat: #9a8560; vertical-align: -.05em; }
.x-why { grid-column: 3 / -1; display: flex; gap: .5rem; align-items: center; justify-content: space-between; } .x-why:empty { display: none; } .x-tie { font: 600 .76rem var(--sans); background: var(--mark); border-radius: 1rem; padding: .05rem .5rem; } .x-stamp { margin-left: auto; color: #fff; background: #a3201c; border-radius: .3rem; padding: .05rem .5rem; font: 800 .78rem var(--sans); text-transform: uppercase; letter-spacing: .06em; } .x-eliminated { border-color: #a3201c; background: color-mix(in srgb, #a3201c 10%, transparent); } .x-before :is(.badge, .x-track) { filter: grayscale(.85); opacity: .7; } .x-why .x-small { margin-left: auto; }
.x-tie-words, .x-verdict { font-size: .88rem; } .x-verdict { font-weight: 700; }
.x-table { width: 100%; border-collapse: collapse; font-size: .88rem; font-variant-numeric: lining-nums tabular-nums; } .x-table th, .x-table td { padding: .14rem .25rem; border-top: 1px solid var(--hair); text-align: center; white-space: nowrap; } .x-table thead td, .x-table thead th { border: 0; font-size: .78rem; font-weight: 500; } .x-table tbody th, .x-table tfoot th { text-align: left; font-weight: 500; } .x-heart-row { background: color-mix(in srgb, #6b4a8c 16%, transparent); }
.x-table td .x-small + b { margin-left: .25rem; display: inline-block; min-width: 1.35em; text-align: right; } .x-place-first { background: color-mix(in srgb, #f5c542 30%, transparent); } .x-place-second { background: color-mix(in srgb, #b9c2c9 32%, transparent); } .x-equal { color: var(--quiet); margin-left: .1rem; } .x-sum th, .x-sum td { border-top: 2.5px double var(--ink); font-weight: 700; }
.x-guilds { display: grid; grid-template-columns: auto 1fr; gap: .35rem .8rem; margin: .2rem 0 0; align-items: end; } .x-guilds dt { display: flex; gap: .35rem; align-items: center; } .x-guilds .badge { width: 1.3rem; height: 1.3rem; } .x-guilds dd { margin: 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; } .x-tower { display: inline-flex; flex-direction: column-reverse; align-items: center; } .x-tower i { width: 1.5rem; height: .55rem; background: var(--seat); border: 1px solid var(--seat-deep); } .x-tower b { order: -1; font: 700 .8rem var(--sans); }
.x-faces { list-style: none; margin: 0 0 .4rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(6.4rem, 1fr)); gap: .6rem .5rem; } .x-faces li { display: grid; justify-items: center; align-content: end; gap: .1rem; border-bottom: 1px solid var(--hair); padding-bottom: .3rem; } .x-faces .x-tile-card { max-width: 7.5rem; } .x-sheet .x-map { max-width: 64rem; overflow-x: auto; } .x-sheet .x-map svg { min-width: 46rem; } .x-spot text { dominant-baseline: auto; } .x-map .x-spot text:first-of-type { font-size: 22px; } .x-legend { margin: .4rem 0; gap: .3rem 1.4rem; } .x-legend svg { width: 4.5rem; } .x-roads { width: auto; min-width: min(100%, 34rem); } .x-roads td, .x-roads th { padding-inline: .7rem; } .box-page .x-titan-face { max-width: 4.4rem; } .box-page .x-marks { font-size: .9rem; padding-inline: .3rem; } .box-page .x-box { contain: none; padding: .6rem .9rem .8rem; } .box-page .x-box h2 { font-size: 1.150rem; }
@media (prefers-reduced-motion: no-preference) { .x-moving .x-figure { transition: transform .45s cubic-bezier(.4, 0, .2, 1); } .x-busy .x-wheel { animation: x-turn .5s ease-out; } }
@keyframes x-turn { from { transform: rotate(-40deg); } }
.x-narrow .x-strip { grid-template-columns: repeat(2, minmax(0, 1fr)); } .x-narrow :is(.x-titans, .x-barracks) { grid-column: 1 / -1; } .x-narrow .x-lying { display: block; } .x-narrow .x-barracks { display: flex; align-items: center; gap: .8rem; padding-block: .2rem; } .x-narrow .x-barracks h2 { margin: 0; } .x-narrow .x-barracks .x-units { display: flex; gap: .1rem .7rem; } .x-narrow .x-barracks .x-unit { width: 1.75rem; height: 1.75rem; } .x-narrow .x-marks { font-size: .9rem; padding-inline: .3rem; }
.x-narrow :is(.x-letters, .x-region-name, .x-medal) { display: none; }
.x-narrow .x-bed { stroke-width: 15; } .x-narrow .x-road { stroke-width: 9; } .x-narrow .x-road-blue { stroke-width: 11; }
.x-narrow .x-years { gap: .1rem; flex: 1; } .x-narrow .x-years li { flex: 1; min-width: 0; padding: 0; } .x-narrow .x-fist-mini { top: -.55rem; }
.x-narrow .x-pills { transform: translateY(-20px) scale(1.45); } .x-narrow .x-several .x-pills { transform: translateY(-14px) scale(1.2); } .x-narrow .x-detail .x-tile-card { width: 6.4rem; } .x-narrow .x-map .x-number text { font-size: 27px; } .x-narrow .x-map .x-number circle { r: 21px; }
@container (max-width: 26rem) {
  .x-census .who, .x-table .who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .x-census tbody th { min-width: 5.800rem; font-size: .8rem; } .x-census tbody th .x-unit { width: 1.600rem; height: 1.600rem; } .x-fist { width: 1.500rem; height: 1.500rem; }
  .x-rank .who { font-size: .92rem; } .x-rank { grid-template-columns: 1.1rem 1.4rem 5.4rem minmax(0, 1fr) 1.700rem; gap: 0 .3rem; padding-inline: .3rem; } .x-table { font-size: .82rem; } .x-table th, .x-table td { padding-inline: .1rem; } .x-table td b { margin-left: .15rem; min-width: 1.2em; }
}
@media (max-width: 699px) {
  #stage:has(.x-board) #board, .x-board { display: contents; } .x-note, .x-map { order: 1; } #stage:has(.x-board) #panel { order: 3; } .x-beside { order: 4; }
  #stage:has(.x-board) { gap: .3rem; }
}
@media (forced-colors: active) { .x-map, .x-tile-card { forced-color-adjust: none; } }
`;
