/** Styles of the report for light mode, dark mode and print. */
import { Markup } from '#markup/html.ts';

export const STYLES = new Markup(`
:root {
  color-scheme: light dark;
  --page: #f6f6f3; --card: #fff; --ink: #1c1d1f; --muted: #5f636b; --line: #dcdcd6;
  --right: #1f7a4a; --wrong: #b3261e; --open: #b9bdc9; --other: #9a5b00; --accent: #1b4f9c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131416; --card: #1c1e21; --ink: #e7e7e4; --muted: #a0a4ab; --line: #34373c;
    --right: #5fc98f; --wrong: #ff8a80; --open: #565b66; --other: #f0b35a; --accent: #8db8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2.6rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .35rem 0; max-width: 46rem; }
.muted, figcaption { color: var(--muted); font-size: .88rem; }
figure { margin: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; }
svg { display: block; width: 100%; height: auto; max-width: 46rem; font: 12px system-ui, sans-serif; fill: var(--ink); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 1.2rem 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.6rem; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0; background: var(--card); }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: right; vertical-align: top; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
thead th { font-weight: 600; font-size: .88rem; }
td.right { background: color-mix(in srgb, var(--right) 16%, transparent); }
td.wrong { background: color-mix(in srgb, var(--wrong) 16%, transparent); }
.better { color: var(--right); font-weight: 600; } .worse { color: var(--wrong); font-weight: 600; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .5rem 1rem;
  margin: .4rem 0; }
summary { cursor: pointer; }
details ol, details ul { padding-inline-start: 1.4rem; } details li { margin: .5rem 0; }
.tag { font-size: .8rem; font-weight: 600; border-radius: .3rem; padding: .05rem .4rem;
  border: 1px solid currentColor; }
.tag.right { color: var(--right); } .tag.wrong { color: var(--wrong); } .tag.open { color: var(--muted); }
.axis { stroke: var(--line); stroke-width: 1; fill: none; }
.tick { fill: var(--muted); font-size: 11px; }
.guide { stroke: var(--muted); stroke-dasharray: 4 4; fill: none; }
.series { fill: none; stroke-width: 2.5; } .dot { stroke: none; fill-opacity: .8; }
.series.right { stroke: var(--right); } .series.wrong { stroke: var(--wrong); }
.series.accent { stroke: var(--accent); }
.fill-right { fill: var(--right); } .fill-wrong { fill: var(--wrong); } .fill-open { fill: var(--open); }
.fill-other { fill: var(--other); } .fill-accent { fill: var(--accent); }
@media print { body { background: #fff; } details { break-inside: avoid; } }
`);
