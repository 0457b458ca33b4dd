/** What a verification fell short of: a gate must not pass for a text that nobody could check. */
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { WHY_MISSING } from '#engine/asking/missing.ts';
import {
  LOCAL_JUDGE_ONLY_PREFIX,
  NOT_ALL_READ,
  RULES_ONLY_PREFIX,
  UNCONFIRMED_STATEMENTS_PREFIX,
} from '#engine/limitation-words.ts';
import { gapLimitation } from '#engine/retrieval/gaps.ts';
import type { MissingReply } from '#engine/types/questions.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';

/** The language model was not there for the claim; what it answers badly fails no check. */
const MODEL_AWAY: readonly MissingReply[] = [
  'unavailable',
  'rate_limited',
  'quota_spent',
  'unauthorised',
  'unknown_model',
  'disconnected',
  'budget_spent',
  'cost_limit_reached',
];
/** Another time, more may be found. */
const SOURCE_AWAY: readonly RetrievalGap[] = [
  'no_source_reachable',
  'provider_failed',
  'budget_spent',
  'no_network',
  'rate_limited',
  'format_not_understood',
  'credential_refused',
  'search_quota_spent',
  'cost_limit_reached',
];
const MODEL_WORDS = MODEL_AWAY.map((reason) => `${LOCAL_JUDGE_ONLY_PREFIX}${WHY_MISSING[reason]}`);
const SOURCE_WORDS = SOURCE_AWAY.map((gap) => gapLimitation(gap).slice(0, -1));
const NO_SOURCE = 'no_source_configured: ';

/** Why the text was not checked as it was asked to, in a sentence; null: it was. */
export function problemOf({ claims }: VerificationResult): string | null {
  const checkable = claims.filter(({ verdict }) => verdict !== 'not_checkable');
  if (checkable.length > 0 && checkable.every(({ policy_reason }) => policy_reason.startsWith(NO_SOURCE))) {
    return 'there is nothing to check it against: name a folder with --library, or let sources outside be asked';
  }
  const unread = checkable.flatMap((claim) => limitationOf(claim, MODEL_WORDS) ?? []);
  const [first] = unread;
  if (first === undefined) return null;
  const reason = first.slice(LOCAL_JUDGE_ONLY_PREFIX.length).replace(/\.$/, '');
  return `no language model read ${unread.length} of ${checkable.length} claims: ${reason}`;
}

/** Whether verifying the claim at another time would come to the same; an answer of no use may be of use then. */
export function isSettled(claim: ClaimRecord): boolean {
  if (claim.policy_reason.startsWith(NO_SOURCE)) return false;
  return limitationOf(claim, [LOCAL_JUDGE_ONLY_PREFIX, ...SOURCE_WORDS, NOT_ALL_READ]) === null;
}

/** Whether the language model that was to take the text apart was there for all of it. */
export function isTakenApart({ limitations }: VerificationResult): boolean {
  const words = MODEL_AWAY.flatMap((reason) =>
    [RULES_ONLY_PREFIX, UNCONFIRMED_STATEMENTS_PREFIX].map((how) => `${how}${WHY_MISSING[reason]}`),
  );
  return !words.some((each) => limitations.some((limitation) => limitation.includes(each)));
}

function limitationOf({ limitations }: ClaimRecord, beginnings: readonly string[]): string | null {
  return limitations.find((limitation) => beginnings.some((beginning) => limitation.startsWith(beginning))) ?? null;
}
