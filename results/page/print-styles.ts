/** How the page looks on paper: what needs action and each claim's nearest passage, in few pages. */

export const PRINT_STYLES = `
@page { margin: 8mm 12mm; }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --muted: #444; --line: #bbb; --link: #000;
    --supported: #14633a; --contradicted: #98140d; --disputed: #7d4a00; --unverifiable: #37437a; --not_checkable: #55585c; --tint: 12%; }
  body { font-size: 8.5pt; line-height: 1.25; } main { max-width: none; padding: 0; }
  a { text-decoration: none; }
  p { margin: .1rem 0; } ul { margin: 0; }
  h1 { font-size: 14pt; } h2 { font-size: 10.5pt; margin: .7rem 0 .25rem; } .group { font-size: 9.5pt; margin: .55rem 0 .1rem; }
  h1, h2, h3, h4, h5, .claim header { break-after: avoid; }
  .kind, .muted, .hint, .reason, .hint + .reason, .source, .explanation, .parts, .facts, .claim header, dl, .counts { font-size: 8pt; }
  small, .reference { font-size: 6.5pt; }
  .summary .statement { font-size: 10pt; margin: .35rem 0; }
  .bar { height: .35rem; margin: .35rem 0 .2rem; }
  .counts { display: flex; flex-wrap: wrap; gap: 0 1rem; } .counts li { display: block; } .counts .meaning { display: none; }
  dl { gap: .05rem .7rem; margin: .25rem 0 0; }
  .actions li { padding: 0 0 0 .4rem; margin-bottom: .1rem; border-inline-start-width: 2px; } .actions b { font-size: 8pt; }
  .content { border: 0; padding: 0; font-size: 8.5pt; line-height: 1.4; }
  .content p, .content h3, .content h4, .content h5 { margin: .2rem 0; } .content h3, .content h4, .content h5 { font-size: 9pt; }
  .claim { content-visibility: visible; border: 0; border-inline-start: 2px solid var(--tone); border-radius: 0; padding: 0 0 0 .5rem; margin: .25rem 0; break-inside: avoid; }
  .claim header { display: inline; } .claim h4 { display: inline; font-size: 8.5pt; margin: 0; }
  .evidence, .correction { margin: .1rem 0; } .correction { padding: 0 .3rem; }
  blockquote { font-size: 8pt; margin: 0; padding: 0 0 0 .5rem; border-inline-start-width: 1px; }
  .claim > .evidence > blockquote, .claim > .evidence > .source { display: inline; border: 0; padding: 0; white-space: normal; }
  .claim > .evidence > blockquote::before { content: "“"; } .claim > .evidence > blockquote::after { content: "” "; }
  .part { border: 0; padding: 0; } .part + .part::before { content: "· "; } .parts, .parts div, .parts dd { gap: 0 .5rem; margin: 0; }
  .group + .muted, .hint:not(.differs), .hint:not(.none) + .reason, .supported .reason, .not_checkable .reason small, .actions a[href^="#claim"]:not(.place) { display: none; }
  details:not([open]) { display: none; }
  .legend { break-inside: avoid; } .legend dl { display: block; font-size: 7.5pt; } .legend dt, .legend dd { display: inline; } .legend dt { color: var(--ink); font-weight: 600; }
  .legend dt::after, .legend dd::after { content: " "; }
  mark, del, ins, .bar span, .correction { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
