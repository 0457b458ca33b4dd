/** Two sentences for a busy reader: what the evidence settles and what it doesn't, then what to do about it. */
import type { Verdict } from '#contracts/vocabulary.ts';
import type { Summary, SummaryClaim, SummaryInput } from '#engine/types/summary.ts';
import { enumeration, isMaterial, plural } from './measures.ts';

/**
 * Returns exactly two sentences that contain only counts. A quoted claim would bring its own full stops and words such as "true",
 * which the service never says of a text.
 */
export function statementOf(
  input: SummaryInput,
  counts: Record<Verdict, number>,
  coverage: Summary['coverage'],
): string {
  return `${findings(input, counts)} ${advice(input, counts, coverage)}`;
}

function findings(input: SummaryInput, counts: Record<Verdict, number>): string {
  const checkable = input.claims.length - counts.not_checkable;
  if (input.claims.length === 0) return 'No claim was found in the text, so no evidence was looked for.';
  if (checkable === 0) {
    return `${plural(counts.not_checkable, 'statement')} found, none of which evidence could settle.`;
  }
  const parts = [
    counts.contradicted > 0 ? `contradicts ${counts.contradicted}` : '',
    counts.disputed > 0 ? `conflicts on ${counts.disputed}` : '',
    counts.supported > 0 ? `supports ${counts.supported}` : '',
    counts.unverifiable > 0 ? `does not settle ${counts.unverifiable}` : '',
  ].filter((part) => part !== '');
  return `Of ${plural(checkable, 'checkable claim')}, the evidence found ${enumeration(parts)}.`;
}

/** The most urgent action, and what was not examined. */
function advice(input: SummaryInput, counts: Record<Verdict, number>, coverage: Summary['coverage']): string {
  const action = actionOn(input, counts);
  const gap = unexamined(input, coverage);
  if (gap === '') return `${action}.`;
  return `${action}, and note that ${gap}.`;
}

function actionOn(input: SummaryInput, counts: Record<Verdict, number>): string {
  const material = (verdict: Verdict) =>
    input.claims.filter((claim) => claim.verdict === verdict && isMaterial(claim)).length;
  if (input.claims.length === 0) return 'There is nothing here to rely on';
  if (counts.contradicted > 0) {
    const urgent = input.claims.filter((claim) => claim.verdict === 'contradicted' && claim.materiality === 'high');
    const weight = urgent.length > 0 ? ` (${urgent.length} of high materiality)` : '';
    return `Correct or remove ${plural(counts.contradicted, 'contradicted claim')}${weight} before using the text`;
  }
  if (counts.disputed > 0) {
    return `Read both sides of ${plural(counts.disputed, 'disputed claim')} before relying on the text`;
  }
  const open = input.claims.filter((claim) => claim.verdict === 'unverifiable' && isMaterial(claim));
  const near = open.filter(({ hint }) => hint === 'differs' || hint === 'support');
  if (near.length > 0) return readFirst(near, open.length - near.length);
  if (material('unverifiable') > 0) {
    return `Find a source for ${plural(material('unverifiable'), 'material claim')} left open, or mark what stays open as unconfirmed`;
  }
  if (counts.unverifiable > 0) return 'Only claims of low materiality were left open';
  if (counts.supported > 0) return 'No conflicting evidence was found, which is not a guarantee that there is none';
  return 'Treat them as opinion or expectation, not as fact';
}

/** The advice if passages were found that may settle open claims: reading them comes before looking for other sources. */
function readFirst(near: readonly SummaryClaim[], others: number): string {
  const differing = near.filter(({ hint }) => hint === 'differs').length;
  const first =
    differing === 0 || differing === near.length
      ? ''
      : `, first of the ${differing} that ${differing === 1 ? 'differs' : 'differ'}`;
  const rest = others === 0 ? '' : `, and find a source for ${plural(others, 'other')}`;
  const all = differing === near.length ? `, which ${near.length === 1 ? 'differs' : 'differ'} in a part` : '';
  return `Read the nearest passage of ${plural(near.length, 'material claim')} left open${all}${first}${rest}`;
}

function unexamined(input: SummaryInput, coverage: Summary['coverage']): string {
  const gaps: string[] = [];
  if (coverage.score < coverage.threshold) {
    const share = Math.round(coverage.score * 100);
    gaps.push(`only about ${share} % of the estimated material claims were examined`);
  }
  if (input.unread_from !== null) gaps.push(`the text was not read from character ${input.unread_from} on`);
  if (input.unsearched_claims > 0) gaps.push(`${plural(input.unsearched_claims, 'claim')} could not be searched`);
  return enumeration(gaps);
}
