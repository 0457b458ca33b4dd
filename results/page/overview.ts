/** What the page says of all claims before it shows them: read once, with little kept of each. */
import { hintIn } from '#common/hint-words.ts';
import { driverText } from '#common/risk.ts';
import { Turn } from '#common/turns.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import {
  type ClaimRequest,
  claimRecord,
  openAmbiguity,
  openClaim,
  type TextOpener,
} from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import type { ShownVerification } from '../shown.ts';
import { GROUPS, groupOf, MOST_LISTED } from './groups.ts';
import type { ClaimSpan } from './text/segments.ts';

export interface NumberedClaim extends ClaimSpan {
  /** Index in GROUPS. */
  group: number;
}

/** A claim that needs action. */
export interface ActionRow extends Pick<ClaimRecord, 'verdict' | 'normalized_claim' | 'correction' | 'human_review'> {
  number: number;
  hint: string | null;
}

export interface Overview {
  /** In text order. */
  claims: NumberedClaim[];
  /** By the claim's ordinal. */
  numbers: ReadonlyMap<number, number>;
  /** By group, the first claims of it. Only for groups that name an action for each claim. */
  rows: ReadonlyMap<number, ActionRow[]>;
  /** The claim that each driver of the risk names, if it names one. */
  drivers: readonly (NumberedClaim | null)[];
  /** How many unverifiable claims by the code of their reason. */
  reasons: ReadonlyMap<string, number>;
}

/** Reads all claims. `from`: what they repeat. Throws TextErasedError. */
export async function overviewOf(
  { pages, open }: ShownVerification<TextOpener>,
  { risk }: VerificationResult,
  from: ClaimRequest,
): Promise<Overview> {
  const claims: NumberedClaim[] = [];
  const numbers = new Map<number, number>();
  const rows = new Map<number, ActionRow[]>(GROUPS.flatMap(({ isListed }, group) => (isListed ? [[group, []]] : [])));
  const drivers: (NumberedClaim | null)[] = risk.drivers.map(() => null);
  const reasons = new Map<string, number>();
  const turn = new Turn();
  for await (const page of pages()) {
    if (turn.isOver) await turn.next();
    const opener = await open();
    for (const state of page) {
      const { ordinal } = state.extracted;
      const { verdict, reason_code } = state.judged!;
      const claim = numbered(state, claims.length + 1, opener);
      claims.push(claim);
      numbers.set(ordinal, claim.number);
      if (verdict === 'unverifiable') reasons.set(reason_code, (reasons.get(reason_code) ?? 0) + 1);
      const driver = driverOf(state, opener);
      const named = risk.drivers.findIndex((text, at) => drivers[at] === null && text === driver);
      if (named >= 0) drivers[named] = claim;
      const listed = rows.get(claim.group);
      if (listed !== undefined && listed.length < MOST_LISTED) {
        listed.push(actionRow(claimRecord(from, state, opener), claim.number));
      }
    }
  }
  return { claims, numbers, rows, drivers, reasons };
}

function numbered(state: ClaimState, number: number, opener: TextOpener): NumberedClaim {
  const { start, end } = state.extracted;
  const { verdict } = state.judged!;
  const hint = verdict === 'unverifiable' ? hintIn(openAmbiguity(state, opener)) : null;
  return { start, end, verdict, number, group: groupOf(verdict, hint?.kind ?? null) };
}

/** The words by which the summary names the claim, if it drives the risk. */
function driverOf({ extracted, judged }: ClaimState, opener: TextOpener): string {
  const text = openClaim(extracted.claim_id, extracted.detail, opener).normalized_claim;
  return driverText({ verdict: judged!.verdict, materiality: extracted.materiality, text });
}

function actionRow(claim: ClaimRecord, number: number): ActionRow {
  const { verdict, normalized_claim, correction, human_review, unresolved_ambiguity } = claim;
  const hint = verdict === 'unverifiable' ? (hintIn(unresolved_ambiguity)?.text ?? null) : null;
  return { number, verdict, normalized_claim, correction, human_review, hint };
}

/** The claims of a group, in text order. */
export function claimsOfGroup({ claims }: Overview, group: number): NumberedClaim[] {
  return claims.filter((claim) => claim.group === group);
}

/** Groups that have claims, what needs action first. */
export function groupsOf({ claims }: Overview): number[] {
  const found = new Set(claims.map(({ group }) => group));
  return [...GROUPS.keys()].filter((group) => found.has(group));
}
