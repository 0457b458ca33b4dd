/** What the report says of sets. */
import { html, type Markup } from '#common/html.ts';
import type { CurvePoint } from '../metrics/risk-coverage.ts';
import type { SetFigures } from '../sets/set-figures.ts';
import { amount, decimal, words } from './format.ts';
import { curve, kindPlot, plot, table } from './parts.ts';
import { lineChart } from './plots.ts';

export function setSection(sets: readonly SetFigures[]): Markup {
  return html`<h2>Sets</h2>
${sets.map(oneSet)}`;
}

function oneSet(figures: SetFigures): Markup {
  const { set, about, rows, trained_on, measures, counts, per_second, curve: points, kinds } = figures;
  const note = trained_on
    ? ' Shipped models were trained on it; guesses here are cross-validated, verdicts are not.'
    : '';
  const values = Object.entries(measures).map(([name, value]) => [words(name), decimal(value), counts[name] ?? rows]);
  return html`<details><summary>${set}: ${words(about)}, ${rows} rows</summary>
<p class="muted">${amount(per_second)} rows per second of one thread.${note}</p>
${table(['measure', 'value', 'rows'], values)}
${points.length === 0 ? null : guessPlot(set, points)}
${kinds.length === 0 ? null : kindPlot(`${set} by kind of reading`, kinds)}
</details>
`;
}

function guessPlot(set: string, points: readonly CurvePoint[]): Markup {
  const axes = { x: 'share of rows guessed', y: 'precision', xEnd: 1 };
  const guesses = curve('guesses of the model without the rules', 'accent', points);
  return plot(lineChart(`Precision against coverage of ${set}`, axes, [guesses]), '');
}
