/** Compares the verdicts of the local judge alone with those of a judge that also uses a language model. */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import { printableLine } from '../../apps/cli/printable.ts';
import type { Page } from '../../apps/cli/terminal.ts';

/** A table of the verdicts that differ between two results of the same text, with a heading. */
export function changedClaims(alone: VerificationResult, beside: VerificationResult, page: Page): string {
  const verdicts = new Map(alone.claims.map((claim) => [placeOf(claim), claim.verdict]));
  const changed = beside.claims.flatMap((claim) => {
    const before = verdicts.get(placeOf(claim));
    return before === undefined || before === claim.verdict
      ? []
      : [rowOf(before, claim.verdict, claim.normalized_claim)];
  });
  const heading = page.paint('strong', `With the model behind the judge, ${changed.length} verdicts are others`);
  return [heading, ...changed].join('\n');
}

/** How many claims have each verdict in both results, a line each, with a heading. The workbench's first page shows them. */
export function bothCounts(alone: VerificationResult, beside: VerificationResult, page: Page): string {
  const line = (label: string, first: string | number, second: string | number) =>
    `${label.padEnd(VERDICT_WIDTH)}${String(first).padStart(RULES_WIDTH)}${String(second).padStart(MODEL_WIDTH)}`;
  const heading = page.paint('strong', line('Claims', 'rules alone', 'with the model'));
  const lines = VERDICTS_SHOWN.map((each) => line(VERDICT_WORDS[each].label, alone.counts[each], beside.counts[each]));
  return [heading, ...lines].join('\n');
}

const VERDICT_WIDTH = 14;
const RULES_WIDTH = 12;
const MODEL_WIDTH = 16;

type Claim = VerificationResult['claims'][number];

function placeOf({ location, normalized_claim }: Claim): string {
  return `${location.start}:${location.end}:${normalized_claim}`;
}

function rowOf(before: Verdict, after: Verdict, claim: string): string {
  return `${before.padEnd(13)} → ${after.padEnd(13)} ${printableLine(claim)}`;
}
