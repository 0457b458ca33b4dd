/**
 * Findings for people: the files with the most first, in each what needs action first, and the rates by verdict at the end. The
 * words are those of reports.
 */
import type { Verdict } from '#contracts/vocabulary.ts';
import { count, percent, reasonOf, VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import { printableLine } from '../printable.ts';
import type { Page } from '../terminal.ts';
import type { CheckedFile, Finding } from './finding.ts';

export function toText(checked: readonly CheckedFile[], accepted: ReadonlySet<string>, page: Page): string {
  const isNew = ({ fingerprint }: Finding) => !accepted.has(fingerprint);
  const worstFirst = checked.toSorted((a, b) => b.findings.filter(isNew).length - a.findings.filter(isNew).length);
  const blocks = worstFirst.flatMap(({ file, problem, findings }) => {
    const failed = problem === null ? [] : [`${printableLine(file)}: not checked: ${printableLine(problem)}`];
    return [...failed, ...urgentFirst(findings.filter(isNew)).map((finding) => findingText(finding, page))];
  });
  return [...blocks, summary(checked, accepted, page)].map((block) => `${block}\n`).join('\n');
}

/** In text order within a verdict. */
function urgentFirst(findings: readonly Finding[]): Finding[] {
  return VERDICTS_SHOWN.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict));
}

function findingText(finding: Finding, page: Page): string {
  const { file, start, verdict, claim, reason, correction } = finding;
  const place = start === null ? '' : `:${start.line}:${start.column}`;
  const lines = [
    `${printableLine(file)}${place}  ${page.paint(verdict, labelOf(verdict))}`,
    page.block(printableLine(claim), '  '),
    page.block(page.paint('muted', printableLine(reasonOf({ verdict, policy_reason: reason }).words)), '  '),
  ];
  if (correction !== null) lines.push(page.block(`Suggested: ${printableLine(correction)}`, '  '));
  return lines.join('\n');
}

/** How many files and claims there are, with the rates by verdict. */
export function summary(checked: readonly CheckedFile[], accepted: ReadonlySet<string>, page: Page): string {
  const read = checked.flatMap(({ counts }) => counts ?? []);
  const sum = (verdict: Verdict) => read.reduce((total, counts) => total + counts[verdict], 0);
  const claims = VERDICTS_SHOWN.reduce((total, verdict) => total + sum(verdict), 0);
  const rates = VERDICTS_SHOWN.map((verdict) => {
    const found = sum(verdict);
    const share = claims === 0 ? '' : ` (${percent(found / claims)})`;
    return `${page.paint(verdict, labelOf(verdict))} ${found}${share}`;
  });
  const files = `${count(read.length, 'file')} checked, ${count(claims, 'claim')}: ${rates.join(', ')}`;
  const unchecked = checked.filter(({ problem }) => problem !== null).length;
  const remembered = claims - checked.reduce((total, { verified }) => total + verified, 0);
  const known = checked.flatMap(({ findings }) => findings).filter(({ fingerprint }) => accepted.has(fingerprint));
  const notes = [
    ...(remembered > 0 ? [`${count(remembered, 'claim')} known from an earlier check`] : []),
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
    ...(known.length > 0 ? [`${known.length} accepted by the baseline`] : []),
    ...(checked.some(({ complete, problem }) => problem === null && !complete)
      ? ['not all of every text could be read: see coverage in --format json']
      : []),
  ];
  return page.block([files, ...notes].join('; '));
}

export function labelOf(verdict: Verdict): string {
  return VERDICT_WORDS[verdict].label.toLowerCase();
}
