/** Plots as inline SVG. Their colours are set by class in the page's styles. */
import { html, type Markup } from '#markup/html.ts';

export type Tone = 'right' | 'wrong' | 'open' | 'other' | 'accent';

const WIDTH = 640;
const ROW = 26;

export interface BarRow {
  label: string;
  parts: { tone: Tone; value: number; name: string }[];
  /** Text after the bar. */
  note: string;
}

const BAR = { left: 190, room: 330 };

/** One stacked bar per row. The longest one takes the full width. */
export function stackedBars(title: string, rows: readonly BarRow[]): Markup {
  const longest = Math.max(1, ...rows.map(sumOf));
  return html`<svg viewBox="0 0 ${WIDTH} ${rows.length * ROW + 4}" role="img" aria-label="${title}">
${rows.map((row, i) => stackedBar(row, i * ROW, longest))}</svg>`;
}

function stackedBar({ label, parts, note }: BarRow, y: number, longest: number): Markup {
  const scale = BAR.room / longest;
  const bars = parts.map(({ tone, value, name }, i) => {
    const before = sumOf({ parts: parts.slice(0, i) });
    const place = html`x="${round(BAR.left + before * scale)}" y="${y + 4}" width="${round(value * scale)}"`;
    return html`<rect class="fill-${tone}" ${place} height="${ROW - 8}"><title>${name}: ${value}</title></rect>`;
  });
  const end = round(BAR.left + sumOf({ parts }) * scale) + 6;
  return html`<text x="${BAR.left - 8}" y="${y + 17}" text-anchor="end">${label}</text>${bars}
<text class="tick" x="${end}" y="${y + 17}">${note}</text>
`;
}

function sumOf({ parts }: Pick<BarRow, 'parts'>): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

export interface Series {
  name: string;
  tone: 'right' | 'wrong' | 'accent';
  /** Ordered by x. x is from 0 to the end of the axis, y from 0 to 1. */
  points: { x: number; y: number; note: string }[];
}

const PLOT = { left: 52, top: 26, width: 560, height: 240 };

/** Lines over an x axis from 0 to `xEnd` and a y axis from 0 to 1. */
export function lineChart(
  title: string,
  axes: { x: string; y: string; xEnd: number },
  series: readonly Series[],
): Markup {
  const { left, top, width, height } = PLOT;
  const place = ({ x, y }: { x: number; y: number }) => ({
    x: round(left + (x / axes.xEnd) * width),
    y: round(top + (1 - y) * height),
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${top + height + 64}" role="img" aria-label="${title}">
${grid(axes)}
${series.map(({ tone, points }) => {
  const line = points.map(place);
  const dots = line.map((at, i) => dot(tone, { ...at, radius: 3 }, points[i]!.note));
  return html`<polyline class="series ${tone}" points="${line.map(({ x, y }) => `${x},${y}`).join(' ')}"/>${dots}
`;
})}
${legend(series, top + height + 52)}</svg>`;
}

export interface ReliabilityBin {
  mean: number;
  right: number;
  count: number;
}

/**
 * Share of right verdicts against stated reliability: one dot per bin, with an area proportional to its count. The diagonal is
 * perfect calibration.
 */
export function reliabilityDiagram(title: string, bins: readonly ReliabilityBin[]): Markup {
  const { left, top, width, height } = PLOT;
  const axes = { x: 'reliability as stated', y: 'share that is right', xEnd: 1 };
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return html`<svg viewBox="0 0 ${WIDTH} ${top + height + 40}" role="img" aria-label="${title}">
${grid(axes)}
<line class="guide" x1="${left}" y1="${top + height}" x2="${left + width}" y2="${top}"/>
${bins.map(({ mean, right, count }) => {
  const x = round(left + mean * width);
  const y = round(top + (1 - right) * height);
  const radius = round(4 + 12 * Math.sqrt(count / most));
  const note = `${count} verdicts: stated ${mean.toFixed(3)}, right ${right.toFixed(3)}`;
  const above = round(y - radius - 4);
  return html`${dot('accent', { x, y, radius }, note)}
<text class="tick" x="${x}" y="${above}" text-anchor="middle">${count}</text>`;
})}</svg>`;
}

function dot(tone: Tone, { x, y, radius }: { x: number; y: number; radius: number }, note: string): Markup {
  return html`<circle class="dot fill-${tone}" cx="${x}" cy="${y}" r="${radius}"><title>${note}</title></circle>`;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

function grid({ x, y, xEnd }: { x: string; y: string; xEnd: number }): Markup {
  const { left, top, width, height } = PLOT;
  return html`${TICKS.map((tick) => {
    const across = round(top + (1 - tick) * height);
    const down = round(left + tick * width);
    const below = (tick * xEnd).toFixed(xEnd < 0.4 ? 3 : 2);
    return html`<line class="axis" x1="${left}" y1="${across}" x2="${left + width}" y2="${across}"/>
<text class="tick" x="${left - 6}" y="${across + 4}" text-anchor="end">${tick.toFixed(2)}</text>
<text class="tick" x="${down}" y="${top + height + 16}" text-anchor="middle">${below}</text>
`;
  })}<text class="tick" x="${left + width}" y="${top + height + 32}" text-anchor="end">${x}</text>
<text class="tick" x="${left}" y="${top - 10}">${y}</text>`;
}

function legend(series: readonly Series[], y: number): Markup {
  const { left } = PLOT;
  return html`${series.map(
    ({ name, tone }, i) => html`<rect class="fill-${tone}" x="${left + i * 180}" y="${y - 9}" width="10" height="10"/>
<text class="tick" x="${left + i * 180 + 16}" y="${y}">${name}</text>`,
  )}`;
}

/** Rounds to tenths of a pixel, which no screen resolves. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
