/** Styles of the exported page: readable on any screen, in the dark, and on paper. */
import { Markup } from '#markup/html.ts';

export const STYLES = new Markup(`
:root {
  color-scheme: light dark;
  --page: #f6f6f3; --card: #fff; --ink: #1c1d1f; --muted: #5f636b; --line: #dcdcd6; --link: #1b4f9c;
  --supported: #1f7a4a; --contradicted: #b3261e; --disputed: #9a5b00; --unverifiable: #4d5a8a; --not_checkable: #6b6e73;
  --tint: 14%;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131416; --card: #1c1e21; --ink: #e7e7e4; --muted: #a0a4ab; --line: #34373c; --link: #8db8ff;
    --supported: #5fc98f; --contradicted: #ff8a80; --disputed: #f0b35a; --unverifiable: #a3b1ef; --not_checkable: #a9adb3;
    --tint: 22%;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2, h3, h4 { line-height: 1.3; text-wrap: balance; }
h1 { font: 600 1.05rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; margin: .15rem 0; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .9rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
h4 { font-size: .82rem; margin: 1.2rem 0 .4rem; color: var(--muted); }
p { margin: .35rem 0; }
ul { margin: .35rem 0; padding-inline-start: 1.25rem; }
a { color: var(--link); }
code { font: .85em ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--muted); }
bdi, [dir=auto] { unicode-bidi: isolate; }
.muted { color: var(--muted); font-size: .88rem; }
.kind { margin: 0; font-size: .82rem; font-weight: 600; letter-spacing: .02em; color: var(--muted); }
.supported { --tone: var(--supported); } .contradicted { --tone: var(--contradicted); }
.disputed { --tone: var(--disputed); } .unverifiable { --tone: var(--unverifiable); }
.not_checkable { --tone: var(--not_checkable); }

.summary .statement { font-size: 1.3rem; line-height: 1.45; margin: 1.4rem 0; text-wrap: pretty; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.tile h3 { margin: 0; font-size: .82rem; font-weight: 600; color: var(--muted); }
.tile p { margin: 0; font-size: .84rem; color: var(--muted); line-height: 1.4; }
.tile .figure { font-size: 1.6rem; font-weight: 650; line-height: 1.3; color: var(--ink); font-variant-numeric: tabular-nums; }
.risk-low .figure { color: var(--supported); } .risk-medium .figure { color: var(--disputed); }
.risk-high .figure, .risk-critical .figure { color: var(--contradicted); }
.bar { display: flex; gap: 2px; height: .6rem; margin: 1.2rem 0 .5rem; }
.bar span { background: var(--tone); border-radius: 2px; min-width: 4px; flex-basis: 0; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; font-size: .88rem; }
.legend b { color: var(--tone); font-weight: 600; }

.content, .claim { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.2rem 1.4rem; }
.content { white-space: pre-wrap; line-height: 1.85; tab-size: 4;
  font-family: Charter, "Bitstream Charter", Georgia, "Noto Serif", serif; font-size: 1.08rem; }
.question { margin-bottom: .8rem; }
mark { color: inherit; background: color-mix(in srgb, var(--tone) var(--tint), transparent);
  border-bottom: 2px solid var(--tone); padding: .05em 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark.contradicted { border-bottom-style: double; border-bottom-width: 4px; }
mark.disputed { border-bottom-style: dashed; }
mark.unverifiable, mark.not_checkable { border-bottom-style: dotted; }
mark.not_checkable { background: none; }
mark.several { background: color-mix(in srgb, var(--tone) calc(var(--tint) * 1.8), transparent); }
.reference { font: 600 .68rem/1 system-ui, sans-serif; vertical-align: super; text-decoration: none; margin: 0 .15em; }

.claim { margin: 0 0 1rem; border-inline-start: 4px solid var(--tone); content-visibility: auto; contain-intrinsic-size: auto 22rem; }
.claim:target { outline: 2px solid var(--tone); outline-offset: 3px; }
.claim header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem .7rem; font-size: .88rem; }
.claim .number { font-weight: 650; text-decoration: none; color: var(--muted); font-variant-numeric: tabular-nums; }
.badge { font-weight: 650; color: var(--tone); } .decision { font-weight: 650; }
.facts { color: var(--muted); }
.claim h3 { font-size: 1.1rem; margin: .45rem 0 .3rem; font-weight: 600; text-wrap: pretty; }
.evidence ol { list-style: none; margin: 0; padding: 0; }
.evidence li { padding: .7rem 0 .5rem; border-top: 1px solid var(--line); }
.evidence li:first-child { border-top: 0; padding-top: 0; }
.supporting { --tone: var(--supported); } .opposing { --tone: var(--contradicted); } .contextual { --tone: var(--not_checkable); }
.evidence h4 { color: var(--tone); } .count { font-weight: 400; }
blockquote { margin: 0 0 .4rem; padding: .1rem 0 .1rem .9rem; border-inline-start: 3px solid var(--tone);
  font-family: Charter, "Bitstream Charter", Georgia, "Noto Serif", serif; white-space: pre-line; }
cite { font-style: normal; font-weight: 600; }
.source, .explanation { font-size: .92rem; }
.parts { margin: .5rem 0; align-items: baseline; } .parts dd { display: flex; flex-wrap: wrap; gap: .3rem; }
.parts .has { --tone: var(--supported); } .parts .differs { --tone: var(--disputed); } .parts .lacks { --tone: var(--contradicted); }
.parts dt { color: var(--tone); font-weight: 600; }
.part { border: 1px solid color-mix(in srgb, var(--tone) 45%, transparent); border-radius: .4rem; padding: 0 .45em; }
.part.lacks { border-style: dashed; }
.quality span { white-space: nowrap; } .quality span + span::before { content: "· "; }
.correction { background: color-mix(in srgb, var(--supported) 8%, transparent); border-radius: .5rem; padding: .7rem 1rem; margin: .9rem 0; }
.correction h4 { margin-top: 0; }
.diff { white-space: pre-wrap; }
del { color: var(--contradicted); background: color-mix(in srgb, var(--contradicted) var(--tint), transparent); }
ins { color: var(--supported); background: color-mix(in srgb, var(--supported) var(--tint), transparent); text-decoration-thickness: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 1rem 0 0; font-size: .88rem; }
dt { color: var(--muted); } dd { margin: 0; }
.reviews { border-top: 1px solid var(--line); margin-top: 1.1rem; }
.reviews ul { list-style: none; padding: 0; } .reviews li { margin: .4rem 0; } .reviews strong::first-letter { text-transform: uppercase; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem 1.2rem .25rem 0; border-top: 1px solid var(--line); }
th { font-weight: 400; color: var(--muted); white-space: nowrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .9rem; }

@media (max-width: 34rem) {
  main { padding: 1.5rem .9rem 3rem; } .content, .claim { padding: 1rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; }
}
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --muted: #444; --line: #bbb; --link: #000;
    --supported: #14633a; --contradicted: #98140d; --disputed: #7d4a00; --unverifiable: #37437a; --not_checkable: #55585c; --tint: 12%; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  h2, h3, h4, .claim header { break-after: avoid; } .evidence li, .tile, .correction, blockquote { break-inside: avoid; }
  .claim { content-visibility: visible; }
  mark, del, ins, .bar span, .correction { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  cite a::after { content: " (" attr(href) ")"; font-weight: 400; font-size: .85em; }
}
`);
