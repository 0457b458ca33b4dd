/** Judges one claim: examines every passage, applies the policy and offers a correction if there is one. */

import { WHAT_WOULD_READ } from '#engine/limitation-words.ts';
import { languageName } from '#engine/text/language-name.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type {
  ClaimJudgement,
  Correction,
  Entailment,
  JudgedPassage,
  PassageJudgement,
  PolicyRules,
  SourceQuality,
} from '#engine/types/judging.ts';
import type { RankedPassage, RetrievalGap } from '#engine/types/retrieval.ts';
import { PASSAGES_PER_SIDE } from './configuration.ts';
import { suggestCorrection } from './correction/correction.ts';
import { wordDiff } from './correction/word-diff.ts';
import { isDecided } from './decided.ts';
import { withEntailment } from './entailment/combine.ts';
import { hintText } from './explain/hint.ts';
import { abstentionReliability } from './findings.ts';
import type { PassageContext } from './judge.ts';
import { withReplies } from './model/combine.ts';
import type { CheckedReplies } from './model/inquiry.ts';
import { type Examination, examinePassage, type JudgeableClaim } from './passage.ts';
import { passageParts } from './passage-parts.ts';
import { examineSameWords } from './same-words.ts';
import { type ExaminedPassage, verdictOf } from './verdict.ts';

/** A ranked passage with retrieval's rating of its source's quality. */
export type QualifiedPassage = RankedPassage & { quality: SourceQuality };

/** True if only the claim's unclear reference kept the passage from deciding the claim. */
function isOpenReference({ grounds }: PassageJudgement): boolean {
  return grounds[0] === 'ambiguous';
}

/**
 * The context of a passage: its title, its heading and the opening of its document, as far as `passages` contains it. `about` as
 * in `judgeClaim`.
 */
export function contextOf(
  passage: Pick<QualifiedPassage, 'text' | 'source' | 'ordinal'>,
  passages: readonly Pick<QualifiedPassage, 'text' | 'source' | 'ordinal'>[],
  about: readonly string[] | null,
): PassageContext {
  const { text, source } = passage;
  return { title: source.title, heading: passageParts(text).heading, opening: openingOf(passage, passages), about };
}

/**
 * Judges the passage by what it states itself. A claim that it only quotes and examines is not supported, whatever the passage
 * concludes about it.
 */
function examine(claim: JudgeableClaim, { text }: QualifiedPassage, context: PassageContext): Examination {
  const { stated, examines, body } = passageParts(text);
  const own = examinePassage(claim, stated, context);
  if (!examines || isDecided(own.judgement)) return own;
  const whole = examinePassage(claim, body, context);
  // If the passage states nothing itself, the claim can only be in what it quotes. Mark that for the other readers, which may
  // recognise the claim there in words that this judge doesn't know.
  return isDecided(whole.judgement) || stated === '' || whole.findings.coverage > own.findings.coverage
    ? asQuoted(whole)
    : own;
}

function asQuoted({ judgement: { explanation, grounds }, findings }: Examination): Examination {
  return {
    findings,
    judgement: {
      relationship: 'context',
      probability: abstentionReliability(findings.coverage),
      explanation: `The passage quotes a claim that it examines, which is no statement of its own. ${explanation}`,
      grounds: ['quoted_claim', ...grounds],
    },
  };
}

/**
 * The opening text of the passage's document, or null if it is not among the passages. A leading passage that is only a title is
 * skipped.
 */
function openingOf(
  { source }: Pick<QualifiedPassage, 'source'>,
  passages: readonly Pick<QualifiedPassage, 'text' | 'source' | 'ordinal'>[],
): string | null {
  const own = passages.filter((other) => other.ordinal <= 1 && other.source.canonical_url === source.canonical_url);
  if (own.length === 0) return null;
  const parts = own.toSorted((a, b) => a.ordinal - b.ordinal).map(({ text }) => passageParts(text));
  return parts.find(({ isBodyHeading }) => !isBodyHeading)?.body ?? null;
}

type ClaimToJudge = JudgeableClaim & Pick<ExtractedClaim, 'language'>;

function judgeAll(
  claim: ClaimToJudge,
  passages: readonly QualifiedPassage[],
  about: readonly string[] | null,
): ExaminedPassage[] {
  const { language } = claim;
  return passages.map((passage) => {
    const context = contextOf(passage, passages, about);
    const examination =
      language === undefined ? examine(claim, passage, context) : examineSameWords(claim, language, passage.text);
    return { ...passage, ...examination };
  });
}

function byWeight(a: JudgedPassage, b: JudgedPassage): number {
  const approved = Number(b.source.approved) - Number(a.source.approved);
  return approved || b.judgement.probability - a.judgement.probability || b.score - a.score;
}

/**
 * How near a passage comes to the claim (0..2): its own coverage plus the retrieval score, which also counts its surroundings.
 */
function nearness({ findings, score }: ExaminedPassage): number {
  return findings.coverage + score;
}

function byNearness(a: ExaminedPassage, b: ExaminedPassage): number {
  return nearness(b) - nearness(a);
}

/** The passage that covers most of the claim. The hint is about this one. Undefined without passages. */
function nearestOf(passages: readonly ExaminedPassage[]): ExaminedPassage | undefined {
  const order = (a: ExaminedPassage, b: ExaminedPassage) =>
    b.findings.coverage - a.findings.coverage || byNearness(a, b);
  let nearest = passages[0];
  for (const each of passages) if (order(each, nearest!) < 0) nearest = each;
  return nearest;
}

/**
 * The passages to keep: at most `PASSAGES_PER_SIDE` per side. On the deciding sides, the weightiest come first. Among those that
 * decide nothing, the one that the hint is about comes first, then the nearest. Passages that this judge finds unrelated are kept
 * too, because another reader may see more in them.
 */
function passagesToKeep(passages: readonly ExaminedPassage[]): JudgedPassage[] {
  const nearest = nearestOf(passages);
  const hintedFirst = (a: ExaminedPassage, b: ExaminedPassage) =>
    Number(b === nearest) - Number(a === nearest) || byNearness(a, b);
  const side = (names: readonly string[], order: typeof byNearness) =>
    passages
      .filter(({ judgement }) => names.includes(judgement.relationship))
      .sort(order)
      .slice(0, PASSAGES_PER_SIDE);
  const kept = [
    ...side(['supports'], byWeight),
    ...side(['contradicts'], byWeight),
    ...side(['context', 'unresolved'], hintedFirst),
  ];
  return kept.map(({ findings, ...passage }) => passage);
}

function correctionFor(
  claim: ExtractedClaim,
  judged: readonly ExaminedPassage[],
  passages: readonly QualifiedPassage[],
  policy: PolicyRules,
  about: readonly string[] | null,
): Correction | null {
  const opposing = judged.filter(({ judgement }) => judgement.relationship === 'contradicts').sort(byWeight);
  const refused = new Set<string>();
  for (const passage of opposing.slice(0, 3)) {
    const suggestion = suggestCorrection(claim.normalized_claim, claim.original_span, passage.findings);
    if (suggestion === null || refused.has(suggestion.normalized)) continue;
    refused.add(suggestion.normalized);
    const rejudged = judgeAll({ ...claim, normalized_claim: suggestion.normalized }, passages, about);
    const { verdict } = verdictOf(rejudged, policy, claim.materiality, null);
    if (verdict !== 'supported') continue;
    return {
      original: suggestion.original,
      suggested: suggestion.suggested,
      diff: wordDiff(suggestion.original, suggestion.suggested).map(({ op, text }) => ({ op, text })),
      reverified_verdict: verdict,
      limitations: ['The correction rests on the same passages that contradict the claim.'],
    };
  }
  return null;
}

/** True if there are passages, but none decides the claim and no model has read any of them. */
function isLeftUnread(judged: readonly ExaminedPassage[], replies: CheckedReplies | null): boolean {
  if (judged.length === 0 || replies?.passages.some((own) => own !== null)) return false;
  return judged.every(({ judgement }) => !isDecided(judgement));
}

/** Reason codes whose explanation depends on the claim itself, with a function that writes the explanation. */
const OWN_REASONS: Readonly<Record<string, (claim: ExtractedClaim) => string>> = {
  ambiguous_claim: () => 'whom or what the claim speaks of could not be settled.',
  language_not_read: ({ language = 'und' }) =>
    `it is in ${languageName(language)}, which the local judge does not read. ${WHAT_WOULD_READ}`,
};

/** The hint of an undecided claim: what its nearest passage looks like. */
function hintFor(passages: readonly ExaminedPassage[]): string {
  return hintText(nearestOf(passages)?.findings.hint ?? { kind: 'none' });
}

/**
 * Judges `claim` against `passages` under `policy`. `gap` says why evidence is missing or thin; null if it isn't. `entailment`
 * and `replies` hold what an NLI model and a language model say about the same passages; null if the model was not asked. `about`
 * is the name of the main subject of the claim's text; null if it has none. Deterministic: the same input gives the same
 * judgement.
 */
export function judgeClaim(
  claim: ExtractedClaim,
  passages: readonly QualifiedPassage[],
  policy: PolicyRules,
  gap: RetrievalGap | null,
  entailment: Entailment | null = null,
  replies: CheckedReplies | null = null,
  about: readonly string[] | null = null,
): ClaimJudgement {
  if (!claim.checkable) {
    const why = claim.not_checkable_reason ?? 'not_a_statement';
    return {
      verdict: 'not_checkable',
      reliability: 1,
      policy_reason: `${why}: this is no statement that evidence could settle.`,
      reason_code: why,
      passages: [],
      correction: null,
      limitations: [],
      unresolved_ambiguity: claim.unresolved_ambiguity,
    };
  }
  const byRules = judgeAll(claim, passages, about);
  // The checks on an NLI model's answers are rules for English, so claims in other languages skip them.
  const isRead = claim.language === undefined;
  const local = entailment === null || !isRead ? byRules : withEntailment(claim, byRules, entailment);
  const judged = replies === null ? local : withReplies(local, replies);
  const decision = verdictOf(judged, policy, claim.materiality, gap);
  // If a passage would have decided the claim but for its unclear reference, report that as the reason.
  const isAmbiguous = decision.verdict === 'unverifiable' && judged.some(({ judgement }) => isOpenReference(judgement));
  const isUnread = decision.verdict === 'unverifiable' && !isRead && isLeftUnread(judged, replies);
  const code = isUnread ? 'language_not_read' : isAmbiguous ? 'ambiguous_claim' : decision.reason_code;
  const reason = OWN_REASONS[code]?.(claim) ?? decision.reason;
  return {
    verdict: decision.verdict,
    reliability: Math.round(decision.reliability * 1000) / 1000,
    policy_reason: `${code}: ${reason}`,
    reason_code: code,
    passages: passagesToKeep(judged),
    correction: decision.verdict === 'contradicted' ? correctionFor(claim, judged, passages, policy, about) : null,
    limitations: [],
    unresolved_ambiguity: [
      ...(decision.verdict === 'unverifiable' ? [hintFor(judged)] : []),
      ...claim.unresolved_ambiguity,
    ],
  };
}
