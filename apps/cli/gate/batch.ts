/** A report over many files: how many claims have which verdict, and which files are worst. As a table, and as a page. */
import type { Verdict } from '#contracts/vocabulary.ts';
import { html, Markup } from '#markup/html.ts';
import { openingOf } from '#results/page/head.ts';
import { STYLES } from '#results/page/styles.ts';
import { count, percent, reasonOf, VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import { printableLine } from '../printable.ts';
import type { Page } from '../terminal.ts';
import type { CheckedFile, Finding } from './finding.ts';
import { labelOf, summary } from './text.ts';

/** Contradicted claims count first, then disputed ones, then the share of those that stay open. */
export function worstFirst(checked: readonly CheckedFile[]): CheckedFile[] {
  const rank = ({ counts, problem }: CheckedFile): number[] => {
    if (counts === null) return [1, 0, 0, 0];
    const open = counts.unverifiable / Math.max(1, claimsOf(counts));
    return [Number(problem !== null), counts.contradicted, counts.disputed, open];
  };
  return checked.toSorted((a, b) => {
    const [ofA, ofB] = [rank(a), rank(b)];
    const at = ofA.findIndex((value, i) => value !== ofB[i]);
    return at === -1 ? Number(a.file > b.file) - Number(a.file < b.file) : ofB[at]! - ofA[at]!;
  });
}

type Counts = NonNullable<CheckedFile['counts']>;

function claimsOf(counts: Counts): number {
  return VERDICTS_SHOWN.reduce((total, verdict) => total + counts[verdict], 0);
}

const COLUMN = 15;

/** One line for a file, then the sums. */
export function toTable(checked: readonly CheckedFile[], accepted: ReadonlySet<string>, page: Page): string {
  const cell = (value: string | number) => String(value).padStart(COLUMN);
  const head = [...VERDICTS_SHOWN.map((verdict) => labelOf(verdict)), 'claims'].map(cell).join('');
  const lines = worstFirst(checked).map(({ file, counts, problem }) => {
    const name = printableLine(file);
    if (counts === null) return `${' '.repeat(COLUMN)}not checked: ${printableLine(problem ?? '')}  ${name}`;
    const numbers = VERDICTS_SHOWN.map((verdict) => {
      const text = cell(counts[verdict]);
      return counts[verdict] === 0 ? text : page.paint(verdict, text);
    });
    return `${numbers.join('')}${cell(claimsOf(counts))}  ${name}${problem === null ? '' : `: ${printableLine(problem)}`}`;
  });
  return `${[`${head}  file`, ...lines].join('\n')}\n\n${summary(checked, accepted, page)}\n`;
}

const TABLE_STYLES = `
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: end; vertical-align: top; }
.counts li { grid-template-columns: 14rem 1fr; }
th:first-child, td:first-child { text-align: start; } td.some { color: var(--tone); font-weight: 600; }
`;

/** A page that needs nothing else, like a report of a single text. */
export function toBatchPage(checked: readonly CheckedFile[], accepted: ReadonlySet<string>): string {
  const read = checked.flatMap(({ counts }) => counts ?? []);
  const sums = new Map(
    VERDICTS_SHOWN.map((verdict) => [verdict, read.reduce((sum, counts) => sum + counts[verdict], 0)] as const),
  );
  const claims = [...sums.values()].reduce((sum, each) => sum + each, 0);
  const files = worstFirst(checked);
  return html`${openingOf(count(checked.length, 'file'), new Markup(`${STYLES.text}${TABLE_STYLES}`))}<h1>${count(checked.length, 'file')}, ${count(claims, 'claim')}</h1>
</header>
<section class="summary"><h2>By verdict</h2>
<ul class="counts">
${[...sums].map(([verdict, sum]) => rate(verdict, sum, claims))}</ul>
</section>
<section><h2>Files, worst first</h2>
<table>
<thead><tr><th scope="col">File</th>${VERDICTS_SHOWN.map((verdict) => html`<th scope="col">${VERDICT_WORDS[verdict].label}</th>`)}<th scope="col">Claims</th></tr></thead>
<tbody>
${files.map(row)}</tbody>
</table>
</section>
<section><h2>Findings</h2>
${files.map((each) => findingsOf(each, accepted))}</section>
</main>
</body>
</html>
`.text;
}

function rate(verdict: Verdict, sum: number, claims: number): Markup {
  const { label, sign, meaning } = VERDICT_WORDS[verdict];
  const share = claims === 0 ? '' : ` (${percent(sum / claims)})`;
  return html`<li class="${verdict}"><b>${sign} ${sum} ${label.toLowerCase()}${share}</b><span class="meaning">${meaning}</span></li>
`;
}

function row({ file, counts, problem }: CheckedFile): Markup {
  const why = problem === null ? null : html`<br><small>Not checked: ${problem}</small>`;
  const cells =
    counts === null
      ? html`<td colspan="${VERDICTS_SHOWN.length + 1}">not checked</td>`
      : html`${VERDICTS_SHOWN.map((verdict) => html`<td class="${verdict} ${counts[verdict] > 0 ? 'some' : ''}">${counts[verdict]}</td>`)}<td>${claimsOf(counts)}</td>`;
  return html`<tr><td><bdi>${file}</bdi>${why}</td>${cells}</tr>
`;
}

function findingsOf({ file, findings }: CheckedFile, accepted: ReadonlySet<string>): Markup | null {
  if (findings.length === 0) return null;
  return html`<h3 dir="auto">${file}</h3>
<div class="actions"><ul>
${findings.map((finding) => item(finding, accepted.has(finding.fingerprint)))}</ul></div>
`;
}

function item({ verdict, start, claim, reason, correction }: Finding, isAccepted: boolean): Markup {
  const place = start === null ? '' : ` ${start.line}:${start.column}`;
  const note = isAccepted ? ', accepted by the baseline' : '';
  return html`<li class="${verdict}"><b>${VERDICT_WORDS[verdict].label}${place}${note}</b>
<p dir="auto">${claim}</p>
<p class="muted" dir="auto">${reasonOf({ verdict, policy_reason: reason }).words}</p>${
    correction === null
      ? null
      : html`
<p dir="auto">Suggested: ${correction}</p>`
  }</li>
`;
}
