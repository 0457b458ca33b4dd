/** Styles of the exported page: readable on any screen, in the dark, and on paper. */
import { Markup } from '#markup/html.ts';
import { PRINT_STYLES } from './print-styles.ts';

const SCREEN_STYLES = `
:root {
  color-scheme: light dark;
  --page: #f6f6f3; --card: #fff; --ink: #1c1d1f; --muted: #5f636b; --line: #dcdcd6; --link: #1b4f9c;
  --supported: #1c6e42; --contradicted: #b3261e; --disputed: #8f5400; --unverifiable: #4d5a8a; --not_checkable: #6b6e73;
  --tint: 14%; --serif: Charter, "Bitstream Charter", Georgia, "Noto Serif", serif;
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
h1, h2, h3, h4, h5 { line-height: 1.3; text-wrap: balance; }
h1 { font-size: 1.75rem; margin: .1rem 0 .3rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .8rem; }
h5 { font-size: .82rem; margin: 1rem 0 .3rem; color: var(--muted); }
p { margin: .35rem 0; }
ul { margin: .35rem 0; padding-inline-start: 1.25rem; }
a { color: var(--link); }
code { font: .85em ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--muted); }
small { font-size: .78rem; color: var(--muted); }
bdi, [dir=auto] { unicode-bidi: isolate; }
.muted { color: var(--muted); font-size: .88rem; }
.kind { margin: 0; font-size: .88rem; font-weight: 600; color: var(--muted); }
.supported { --tone: var(--supported); } .contradicted { --tone: var(--contradicted); }
.disputed { --tone: var(--disputed); } .unverifiable { --tone: var(--unverifiable); }
.not_checkable { --tone: var(--not_checkable); }

.summary .statement { font-size: 1.2rem; line-height: 1.45; margin: 1.2rem 0; text-wrap: pretty; }
.bar { display: flex; gap: 2px; height: .6rem; margin: 1.2rem 0 .5rem; }
.bar span { background: var(--tone); border-radius: 2px; min-width: 4px; flex-basis: 0; }
.counts { list-style: none; padding: 0; font-size: .92rem; }
.counts li { display: grid; grid-template-columns: 10.5rem 1fr; gap: .8rem; }
.counts b, .counts a { color: var(--tone); font-variant-numeric: tabular-nums; } .meaning { color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 1rem 0 0; font-size: .92rem; }
dt { color: var(--muted); } dd { margin: 0; min-width: 0; } dd ul { margin: 0; }
.risk-low { color: var(--supported); } .risk-medium { color: var(--disputed); }
.risk-high, .risk-critical { color: var(--contradicted); }
.place { color: var(--tone); font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
.actions ul { list-style: none; padding: 0; }
.actions li { padding: .35rem 0 .35rem .8rem; border-inline-start: 3px solid var(--tone); margin-bottom: .4rem; }
.actions b { color: var(--tone); font-weight: 600; font-size: .92rem; } .decision { font-weight: 650; }

.content, .claim { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.4rem; }
.content { line-height: 1.8; font-family: var(--serif); font-size: 1.06rem; }
.content p, .content h3, .content h4, .content h5, .content th, .content td { white-space: pre-line; }
.content p { margin: .7rem 0; } .content li p { margin: .15rem 0; }
.content h3, .content h4, .content h5 { margin: 1.2rem 0 .4rem; font-size: 1.06rem; color: inherit; }
.content h3 { font-size: 1.2rem; } .content > :first-child { margin-top: 0; }
.content pre { white-space: pre-wrap; font: inherit; tab-size: 4; margin: .7rem 0; }
.content pre.code, .content pre.raw { font: .82em/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--muted); }
.content pre.code { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .8rem; }
.content blockquote { --tone: var(--line); } .content .wide { overflow-x: auto; }
.content .dash { list-style-type: "– "; } .content .plus { list-style-type: "+ "; }
.content .link { text-decoration: underline dotted; } .content .picture { color: var(--muted); font-style: italic; }
.question { margin-bottom: .8rem; }
mark { color: inherit; background: color-mix(in srgb, var(--tone) var(--tint), transparent);
  border-bottom: 2px solid var(--tone); padding: .05em 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark.contradicted { border-bottom-style: double; border-bottom-width: 4px; }
mark.disputed { border-bottom-style: dashed; }
mark.unverifiable, mark.not_checkable { border-bottom-style: dotted; }
mark.not_checkable { background: none; }
mark.several { background: color-mix(in srgb, var(--tone) calc(var(--tint) * 1.8), transparent); }
.reference { font: 600 .68rem/1 system-ui, sans-serif; vertical-align: super; text-decoration: none; margin: 0 .15em; }

.group { color: var(--tone); font-size: 1.05rem; margin: 1.8rem 0 .3rem; } .count { font-weight: 400; color: var(--muted); }
.claim { margin: .7rem 0; border-inline-start: 4px solid var(--tone); content-visibility: auto; contain-intrinsic-size: auto 14rem; }
.claim:target { outline: 2px solid var(--tone); outline-offset: 3px; }
.claim header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .7rem; font-size: .88rem; }
.claim .number { font-weight: 650; font-variant-numeric: tabular-nums; }
.badge { font-weight: 650; color: var(--tone); }
.claim header .facts { color: var(--muted); }
.claim h4 { font-size: 1.06rem; margin: .3rem 0; font-weight: 600; text-wrap: pretty; }
.hint { font-weight: 500; } .hint + .reason { color: var(--muted); font-size: .92rem; }
.supporting { --tone: var(--supported); } .opposing { --tone: var(--contradicted); } .contextual { --tone: var(--not_checkable); }
.evidence { margin: .6rem 0; }
blockquote { margin: 0 0 .3rem; padding: .05rem 0 .05rem .9rem; border-inline-start: 3px solid var(--tone);
  font-family: var(--serif); white-space: pre-line; }
cite { font-style: normal; font-weight: 600; }
.source, .explanation { font-size: .92rem; } .source b { color: var(--tone); font-weight: 600; }
.parts { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .3rem 0; font-size: .88rem; } .parts div { display: flex; flex-wrap: wrap; gap: .3rem; }
.parts .has { --tone: var(--supported); } .parts .differs { --tone: var(--disputed); } .parts .lacks { --tone: var(--contradicted); }
.parts dt { color: var(--tone); font-weight: 600; } .parts dd { display: flex; flex-wrap: wrap; gap: .3rem; }
.part { border: 1px solid color-mix(in srgb, var(--tone) 45%, transparent); border-radius: .4rem; padding: 0 .4em; }
.lacks .part { border-style: dashed; }
.quality span { white-space: nowrap; } .quality span + span::before { content: "· "; }
.correction { --tint: 8%; background: color-mix(in srgb, var(--supported) 8%, transparent); border-radius: .5rem; padding: .4rem .8rem; margin: .6rem 0; }
.diff { white-space: pre-wrap; }
del { color: var(--contradicted); background: color-mix(in srgb, var(--contradicted) var(--tint), transparent); }
ins { color: var(--supported); background: color-mix(in srgb, var(--supported) var(--tint), transparent); text-decoration-thickness: 2px; }
.reviews { border-top: 1px solid var(--line); margin-top: .8rem; }
.reviews ul { list-style: none; padding: 0; } .reviews li { margin: .4rem 0; } .reviews strong::first-letter { text-transform: uppercase; }
.more { margin-top: .6rem; font-size: .92rem; } summary { cursor: pointer; color: var(--link); font-size: .88rem; }
.more .evidence { border-top: 1px solid var(--line); padding-top: .6rem; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem 1.2rem .25rem 0; border-top: 1px solid var(--line); }
.more th { font-weight: 400; color: var(--muted); white-space: nowrap; }

@media (max-width: 34rem) {
  main { padding: 1.5rem .9rem 3rem; } .content, .claim { padding: .9rem 1rem; }
  dl, .counts li { grid-template-columns: 1fr; gap: 0; } dd, .counts li { margin-bottom: .4rem; }
}
`;

export const STYLES = new Markup(`${SCREEN_STYLES}${PRINT_STYLES}`);
