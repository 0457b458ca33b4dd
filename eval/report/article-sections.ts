/** The report's sections on articles: key figures, extraction, retrieval, verdicts, reliability, work, single articles. */
import { html, type Markup } from '#markup/html.ts';
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { type Headline, headlines } from '../headlines.ts';
import type { ArticleFigures } from '../metrics/article-figures.ts';
import type { CalibrationFigures } from '../metrics/calibration.ts';
import type { ExtractionFigures } from '../metrics/extraction.ts';
import type { Outcome } from '../metrics/losses.ts';
import type { RetrievalFigures } from '../metrics/retrieval.ts';
import type { RiskCoverageFigures } from '../metrics/risk-coverage.ts';
import { groupBy, type Share, shareOf } from '../metrics/share.ts';
import { isRight, SAID, type VerdictFigures } from '../metrics/verdicts.ts';
import type { WorkFigures } from '../metrics/work.ts';
import { amount, decimal, ofWhole, percent, words } from './format.ts';
import { barPlot, curve, kindPlot, plot, table } from './parts.ts';
import { type BarRow, lineChart, reliabilityDiagram, type Tone } from './plots.ts';

/** The figures at the top of the page. */
const TILES = ['settled_rightly', 'precision_supported', 'precision_contradicted', 'let_through', 'retrieved_8'];

export function articleSections(figures: ArticleFigures, work: WorkFigures, rows: readonly ClaimRow[]): Markup {
  const known = headlines(figures);
  return html`
<div class="tiles">${TILES.map((name) => tile(known.find((headline) => headline.name === name)!))}</div>
<h2>Key figures</h2>
${table(
  ['figure', 'value', 'claims'],
  known.map(({ label, value, share }) => [label, decimal(value), share === null ? '' : ofWhole(share)]),
)}
<h2>Where claims are lost</h2>
<p>Claims that the documents settle, by the first step that failed.</p>
${lossPlot(figures)}
<h2>Extraction</h2>
${extractionTable(figures.extraction)}
<h2>Verdicts</h2>
${verdictTable(figures.verdicts)}
<h3>Supported claims, by the hardest step of reading</h3>
${kindPlot('Supported claims by reading', figures.verdicts.by_reading)}
<h3>Contradicted claims, by kind of mistake</h3>
${kindPlot('Contradicted claims by mistake', figures.verdicts.by_mistake)}
<h2>Retrieval on its own</h2>
<p>The gold claim itself is searched for; a passage counts if it holds a quote that settles the claim.</p>
${retrievalPlot(figures.retrieval)}
<h2>Precision against coverage</h2>
<p>Verdicts taken surest first: how many of them are right, against the share of checkable claims that they decide.</p>
${curvePlot(figures.risk_coverage)}
<h2>What reliability means</h2>
${calibrationPlot('Settled verdicts', figures.calibration.settled)}
${calibrationPlot('All judged claims, abstentions included', figures.calibration.judged)}
<h2>Work</h2>
${workTable(work)}
<h2>Articles</h2>
${articleTable(rows)}`;
}

function tile({ label, value, share }: Headline): Markup {
  const scope = share === null ? '' : ofWhole(share);
  return html`<div class="tile"><span class="muted">${label}</span><b>${percent(value)}</b>
<span class="muted">${scope}</span></div>`;
}

const OUTCOME_TONES: Record<Outcome, Tone> = {
  settled_rightly: 'right',
  settled_wrongly: 'wrong',
  not_extracted: 'other',
  called_not_checkable: 'other',
  passage_not_found: 'other',
  passage_not_shown: 'other',
  left_open: 'open',
};

function lossPlot({ losses }: ArticleFigures): Markup {
  const ends = losses.outcomes.map(({ outcome, claims }) => bar(words(outcome), OUTCOME_TONES[outcome], claims));
  const why = losses.reasons.map(({ reason, claims }) => bar(words(reason), 'open', claims));
  return html`${barPlot('Outcomes of claims that can be settled', ends, '')}
<p>Why claims were left open though a passage that settles them was shown:</p>
${barPlot('Reasons for leaving claims open', why, '')}`;
}

function bar(label: string, tone: Tone, value: number): BarRow {
  return { label, parts: [{ tone, value, name: label }], note: String(value) };
}

function extractionTable({ split, merged, stray, claims_per_found }: ExtractionFigures): Markup {
  return table(
    ['', ''],
    [
      ['claims of the service per gold claim that has its own', decimal(claims_per_found)],
      ['gold claims that were split', ofWhole(split)],
      ['gold claims answered only by a claim that holds others as well', ofWhole(merged)],
      ['claims of the service that overlap no gold claim', ofWhole(stray)],
    ],
  );
}

function verdictTable({ table: rows }: VerdictFigures): Markup {
  const head = SAID.map((said) => html`<th>${words(said)}</th>`);
  return html`<div class="scroll"><table><thead><tr><th>gold \\ said</th>${head}</tr></thead>
<tbody>${rows.map(({ gold, said }) => {
    const cells = SAID.map((verdict) => html`<td class="${toneOf(gold, verdict)}">${said[verdict]}</td>`);
    return html`<tr><td>${words(gold)}</td>${cells}</tr>\n`;
  })}</tbody></table></div>`;
}

function toneOf(gold: string, said: string): string {
  if (gold === said) return 'right';
  return said === 'supported' || said === 'contradicted' ? 'wrong' : '';
}

function retrievalPlot({ any_quote, every_quote, retrieved, shown }: RetrievalFigures): Markup {
  const row = (label: string, { part, value, whole }: Share): BarRow => ({
    label,
    parts: [
      { tone: 'accent', value: part, name: 'found' },
      { tone: 'open', value: whole - part, name: 'not found' },
    ],
    note: percent(value),
  });
  const rows = [
    ...any_quote.map(({ depth, share }) => row(`any quote, first ${depth}`, share)),
    ...every_quote.map(({ depth, share }) => row(`every quote, first ${depth}`, share)),
    row('found for own claims', retrieved),
    row('shown in the result', shown),
  ];
  return barPlot('Gold passages found', rows, '');
}

function curvePlot({ supported, contradicted, both }: RiskCoverageFigures): Markup {
  const series = [
    curve('both', 'accent', both),
    curve('supported', 'right', supported),
    curve('contradicted', 'wrong', contradicted),
  ];
  const decided = both.at(-1)?.coverage ?? 0;
  const axes = { x: 'share of claims decided', y: 'precision', xEnd: axisEnd(decided) };
  return plot(lineChart('Precision against coverage', axes, series), '');
}

/** Rounds up to the next twentieth, so that a short curve remains readable. */
function axisEnd(coverage: number): number {
  return Math.min(1, Math.max(0.05, Math.ceil(coverage * 20) / 20));
}

function calibrationPlot(title: string, { verdicts, bins, ece, brier }: CalibrationFigures): Markup {
  const filled = bins.flatMap(({ mean_reliability, right, verdicts: count }) =>
    mean_reliability === null || right === null ? [] : [{ mean: mean_reliability, right, count }],
  );
  return html`<h3>${title}</h3>${plot(
    reliabilityDiagram(title, filled),
    `${verdicts} verdicts; calibration error (ECE) ${decimal(ece)}, Brier score ${decimal(brier)}. ` +
      'On the dashed line reliability says what is so; below it, it says too much.',
  )}`;
}

function workTable(work: WorkFigures): Markup {
  return table(
    ['', ''],
    Object.entries(work).map(([name, value]) => [words(name), amount(value)]),
  );
}

function articleTable(rows: readonly ClaimRow[]): Markup {
  const byArticle = [...groupBy(rows, ({ article }) => article)];
  return table(
    [
      'article',
      'claims',
      'can be settled',
      'settled rightly',
      'called supported',
      'right of them',
      'wrong let through',
    ],
    byArticle.map(([article, claims]) => {
      const settleable = claims.filter(isSettleable);
      const supported = claims.filter(({ said }) => said === 'supported');
      return [
        article,
        claims.length,
        settleable.length,
        percent(shareOf(settleable, isRight).value),
        supported.length,
        supported.filter(isRight).length,
        supported.filter(({ gold }) => gold === 'contradicted').length,
      ];
    }),
  );
}
