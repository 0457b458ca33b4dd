/** Building blocks shared by the report's sections. */
import { html, type Markup } from '#markup/html.ts';
import type { CurvePoint } from '../metrics/risk-coverage.ts';
import type { KindFigures } from '../metrics/verdicts.ts';
import { percent, words } from './format.ts';
import { type BarRow, type Series, stackedBars } from './plots.ts';

/** A table with a header row. Cells are text or markup. */
export function table(head: readonly string[], rows: readonly (readonly (string | number | Markup)[])[]): Markup {
  return html`<div class="scroll"><table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;
}

/** A bar plot in its frame, or the word "None." without rows. */
export function barPlot(title: string, rows: readonly BarRow[], caption: string): Markup {
  return rows.length === 0 ? html`<p class="muted">None.</p>` : plot(stackedBars(title, rows), caption);
}

/** A plot in its frame. */
export function plot(picture: Markup, caption: string): Markup {
  return html`<figure>${picture}${caption === '' ? null : html`<figcaption>${caption}</figcaption>`}</figure>`;
}

/** One bar per kind: how many of its claims came out right, wrong, or open. */
export function kindPlot(title: string, kinds: readonly KindFigures[]): Markup {
  const rows = kinds.map(({ kind, claims, right, wrong }): BarRow => {
    const parts: BarRow['parts'] = [
      { tone: 'right', value: right, name: 'right' },
      { tone: 'wrong', value: wrong, name: 'wrong' },
      { tone: 'open', value: claims - right - wrong, name: 'left open' },
    ];
    return { label: words(kind), parts, note: `${right} of ${claims}${wrong > 0 ? `, ${wrong} wrong` : ''}` };
  });
  return barPlot(title, rows, 'Green: right. Red: the opposite. Grey: left open.');
}

/** A risk-coverage curve as a line. */
export function curve(name: string, tone: Series['tone'], points: readonly CurvePoint[]): Series {
  return {
    name,
    tone,
    points: points.map(({ coverage, precision, reliability }) => ({
      x: coverage,
      y: precision,
      note: `reliability from ${reliability.toFixed(3)}: ${percent(coverage)} decided, ${percent(precision)} right`,
    })),
  };
}
