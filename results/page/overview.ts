/** What the page says of all claims before it shows them: read once, with little kept of each. */
import { hintIn } from '#common/hint-words.ts';
import { driverText } from '#common/risk.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import {
  type ClaimRequest,
  claimRecord,
  openAmbiguity,
  openClaim,
  type TextOpener,
} from '#domain/verification/result.ts';
import type { ShownVerification } from '../shown.ts';
import { GROUPS, groupOf } from './groups.ts';
import type { ClaimSpan } from './text/segments.ts';

export interface ClaimPlace extends ClaimSpan {
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
  places: ClaimPlace[];
  /** By the claim's ordinal. */
  numbers: ReadonlyMap<number, number>;
  /** By group, the first claims of it. Only for groups that name an action for each claim. */
  rows: ReadonlyMap<number, ActionRow[]>;
  /** The claim that each driver of the risk names, if it names one. */
  drivers: readonly (ClaimPlace | null)[];
  /** How many unverifiable claims by the code of their reason. */
  reasons: ReadonlyMap<string, number>;
}

/** Claims of a group that are listed with their texts; the others are a link away. */
export const MOST_ROWS = 12;

/** Groups whose claims are listed one by one. */
const LISTED = new Set([groupOf('contradicted', null), groupOf('disputed', null), groupOf('unverifiable', 'differs')]);

/** Reads all claims. `from`: what they repeat. Throws TextErasedError. */
export async function overviewOf(
  { pages, open }: ShownVerification<TextOpener>,
  { risk }: VerificationResult,
  from: ClaimRequest,
): Promise<Overview> {
  const places: ClaimPlace[] = [];
  const numbers = new Map<number, number>();
  const rows = new Map<number, ActionRow[]>([...LISTED].map((group) => [group, []]));
  const drivers: (ClaimPlace | null)[] = risk.drivers.map(() => null);
  const reasons = new Map<string, number>();
  for await (const claims of pages()) {
    const opener = await open();
    for (const claim of claims) {
      const { start, end, ordinal, claim_id, materiality } = claim.extracted;
      const { verdict, reason_code } = claim.judged!;
      const hint = verdict === 'unverifiable' ? hintIn(openAmbiguity(claim, opener)) : null;
      const group = groupOf(verdict, hint?.kind ?? null);
      const place = { start, end, verdict, number: places.length + 1, group };
      places.push(place);
      numbers.set(ordinal, place.number);
      if (verdict === 'unverifiable') reasons.set(reason_code, (reasons.get(reason_code) ?? 0) + 1);
      const text = openClaim(claim_id, claim.extracted.detail, opener).normalized_claim;
      const driver = drivers.findIndex(
        (found, at) => found === null && risk.drivers[at] === driverText({ verdict, materiality, text }),
      );
      if (driver >= 0) drivers[driver] = place;
      const listed = rows.get(group);
      if (listed !== undefined && listed.length < MOST_ROWS) {
        const { normalized_claim, correction, human_review } = claimRecord(from, claim, opener);
        const row = { number: place.number, verdict, normalized_claim, correction, human_review };
        listed.push({ ...row, hint: hint?.text ?? null });
      }
    }
  }
  return { places, numbers, rows, drivers, reasons };
}

/** The claims of a group, in text order. */
export function ofGroup({ places }: Overview, group: number): ClaimPlace[] {
  return places.filter((place) => place.group === group);
}

/** Groups that have claims, what needs action first. */
export function groupsOf(overview: Overview): number[] {
  return [...GROUPS.keys()].filter((group) => overview.places.some((place) => place.group === group));
}
