/** Bars as SVG from the server. What they show stands beside them as a table, so they are pictures to those who can't see them. */
import { html, type Markup } from '#markup/html.ts';

export interface Bar {
  label: string;
  value: number;
  /** The value in words. */
  shown: string;
}

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 0.25;

/** Columns side by side, for days. `title` says what they are. */
export function columns(title: string, bars: readonly Bar[]): Markup {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const width = WIDTH / Math.max(bars.length, 1);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 22}" role="img" aria-label="${title}" preserveAspectRatio="none">
<line x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>
${bars.map(({ label, value, shown }, at) => {
  const height = most === 0 ? 0 : Math.max(value > 0 ? 2 : 0, (value / most) * (HEIGHT - 6));
  return html`<rect x="${(width * (at + GAP / 2)).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(width * (1 - GAP)).toFixed(1)}" height="${height.toFixed(1)}"><title>${label}: ${shown}</title></rect>`;
})}
</svg>
<p class="axis small muted"><span>${bars[0]?.label ?? ''}</span><span>${bars.at(-1)?.label ?? ''}</span></p>`;
}

/** Rows below each other, for what has names. */
export function rows(title: string, bars: readonly Bar[]): Markup {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return html`<ul class="bars" aria-label="${title}">
${bars.map(
  ({ label, value, shown }) => html`<li><span class="what"><bdi>${label}</bdi></span>
<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" height="10" width="${most === 0 ? 0 : ((value / most) * 100).toFixed(1)}"/></svg>
<span class="muted">${shown}</span></li>`,
)}
</ul>`;
}
