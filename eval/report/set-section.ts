/** The report's section on sets. */
import { html, type Markup } from '#markup/html.ts';
import type { SetFigures } from '../sets/set-figures.ts';
import { amount, decimal, words } from './format.ts';
import { kindPlot, table } from './parts.ts';

export function setSection(sets: readonly SetFigures[]): Markup {
  return html`<h2>Sets</h2>
${sets.map(oneSet)}`;
}

function oneSet(figures: SetFigures): Markup {
  const { set, about, rows, measures, counts, per_second, kinds } = figures;
  const values = Object.entries(measures).map(([name, value]) => [words(name), decimal(value), counts[name] ?? rows]);
  return html`<details><summary>${set}: ${words(about)}, ${rows} rows</summary>
<p class="muted">${amount(per_second)} rows per second of one thread.</p>
${table(['measure', 'value', 'rows'], values)}
${kinds.length === 0 ? null : kindPlot(`${set} by kind of reading`, kinds)}
</details>
`;
}
