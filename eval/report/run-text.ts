/** The figures of a run as text for the terminal. */
import { headlines } from '../headlines.ts';
import type { ArticleFigures } from '../metrics/article-figures.ts';
import type { ExtractionFigures } from '../metrics/extraction.ts';
import type { LossFigures } from '../metrics/losses.ts';
import { type KindFigures, SAID } from '../metrics/verdicts.ts';
import type { WorkFigures } from '../metrics/work.ts';
import type { RunRecord } from '../record.ts';
import type { SetFigures } from '../sets/set-figures.ts';
import { columns } from './columns.ts';
import { amount, decimal, NOTHING, ofWhole, words } from './format.ts';
import { rulesLines } from './rules-section.ts';

/** All figures: articles first, then set by set, then rule by rule. */
export function runAsText({
  figures,
  work,
  sets,
  rules,
}: Pick<RunRecord, 'figures' | 'work' | 'sets' | 'rules'>): string {
  const articles = figures === null || work === null ? [] : [...articleParts(figures), workLines(work)];
  return [...articles, ...sets.map(setLines), rulesLines(rules)].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function articleParts(figures: ArticleFigures): string[][] {
  const { verdicts, losses, risk_coverage } = figures;
  const surest = [risk_coverage.precision_at_20, risk_coverage.precision_at_50].map(decimal).join(', ');
  return [
    ['gold \\ said', ...verdictTable(figures)],
    columns(
      headlines(figures).map(({ label, value, share }) => [label, decimal(value), share ? ofWhole(share) : '']),
      ['left', 'right', 'right'],
    ),
    [
      `supported, by reading: ${kindsLine(verdicts.by_reading)}`,
      `contradicted, by mistake: ${kindsLine(verdicts.by_mistake)}`,
    ],
    [extractionLine(figures.extraction), ...lossLines(losses), `precision of the surest 20 % and 50 %: ${surest}`],
  ];
}

function verdictTable({ verdicts }: ArticleFigures): string[] {
  const rows = verdicts.table.map(({ gold, said }) => [words(gold), ...SAID.map((verdict) => String(said[verdict]))]);
  return columns([['', ...SAID.map(words)], ...rows], ['left', ...SAID.map(() => 'right' as const)]);
}

function extractionLine({ claims_per_found, split, merged, stray }: ExtractionFigures): string {
  const counts = `${split.part} split, ${merged.part} merged with others, ${stray.part} of the service's claims stray`;
  return `extraction: ${decimal(claims_per_found)} claims per gold claim found, ${counts}`;
}

function lossLines({ outcomes, reasons }: LossFigures): string[] {
  const ends = outcomes.map(({ outcome, claims }) => `${words(outcome)} ${claims}`);
  const why = reasons.map(({ reason, claims }) => `${words(reason)} ${claims}`);
  return [`claims that can be settled: ${ends.join(', ')}`, `left open because: ${why.join(', ') || NOTHING}`];
}

/** The HTML page lists all kinds; a line of text has room for the most frequent ones only. */
const KINDS_NAMED = 12;

function kindsLine(kinds: readonly KindFigures[]): string {
  const named = kinds.slice(0, KINDS_NAMED).map(({ kind, right, claims, wrong }) => {
    const opposite = wrong > 0 ? ` (${wrong} wrong)` : '';
    return `${words(kind)} ${right}/${claims}${opposite}`;
  });
  const others = kinds.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others} more kinds`] : [])].join(', ');
}

function workLines(work: WorkFigures): string[] {
  const processor = amount(work.processor_ms_per_article);
  const verifying = amount(work.median_ms_per_article);
  const calls = `${decimal(work.model_calls_per_claim)} per claim, ${work.model_calls_failed} without an answer`;
  return [
    `articles ${work.articles}, claims of the service ${work.claims}, ${amount(work.claims_per_second)} claims/s`,
    `per article: ${processor} ms of processor time, ${verifying} ms from request to result (median)`,
    `model calls ${work.model_calls} (${calls}), tokens in ${work.input_tokens}, out ${work.output_tokens}`,
  ];
}

function setLines({ set, rows, measures, counts, per_second, kinds }: SetFigures): string[] {
  const table = Object.entries(measures).map(([name, value]) => {
    const count = counts[name];
    return [`  ${words(name)}`, decimal(value), count === undefined || count === rows ? '' : `of ${amount(count)}`];
  });
  return [
    `${set} (${rows.toLocaleString('en')} rows, ${amount(per_second)}/s)`,
    ...columns(table, ['left', 'right', 'right']),
    ...(kinds.length === 0 ? [] : [`  by kind: ${kindsLine(kinds)}`]),
  ];
}
