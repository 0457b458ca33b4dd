/**
 * An engine with few rules, for readable pipeline tests: every sentence is a claim; "I …" is an opinion; a passage
 * that contains all words of a claim supports it, or contradicts it if it also contains "not".
 */

import { type Engine, EngineError, type JudgeItem, type SharedEngine } from '#engine/engine.ts';
import { outputWithin } from '#engine/extraction/within.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { ClaimJudgement, JudgedPassage, ModelUse } from '#engine/types/judging.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';

/** A text with this word makes extraction throw, as a bug in the engine would. */
const POISON = 'poison';

/** An unusable answer of a language model. */
export const NONSENSE = 'nonsense';

/** A list of statements that ends so is asked about again; what the answer "yes" confirms is a claim with "Surely." */
export const DOUBTED = '(doubted)';

/** The same engine for every organization. */
export function createScriptedEngine(): Engine & SharedEngine {
  const engine: Engine & SharedEngine = {
    forOrganization: () => engine,
    async extract({ content, consultation, within }) {
      if (content.includes(POISON)) throw new EngineError('engine_error', 'extract failed: RangeError');
      const replies = consultation?.replies ?? [];
      const missing = replies.flatMap((reply) => ('missing' in reply ? [reply.missing] : []));
      const listed = replies.flatMap((reply, i) => {
        if ('missing' in reply) return [];
        const again = consultation?.second_replies?.[i] ?? null;
        const isSure = again !== null && !('missing' in again) && again.answer === 'yes';
        return [isSure ? `${reply.answer} Surely.` : String(reply.answer)];
      });
      const claims = [...content.matchAll(/[^.\s][^.]*\./g)].map((match, i) => claimOf(match[0], match.index, i));
      for (const [i, said] of listed.entries()) if (claims[i] !== undefined) claims[i].normalized_claim = said;
      const output = {
        claims,
        estimated_material_claims: claims.length,
        estimate_method: 'sentences',
        missing_spans: [],
        unread_from: null,
        language: 'en',
        limitations: claims.length === 0 ? ['no claims'] : missing,
        unusable_replies: listed.flatMap((said, i) => (said === NONSENSE ? [i] : [])),
      };
      return within === undefined ? output : outputWithin(output, within);
    },
    // One about each paragraph.
    async extractionQuestions({ content }) {
      return content.split('\n\n').map((paragraph) => scriptedQuestion(`List: ${paragraph}`));
    },
    // About each paragraph whose statement is in doubt.
    async secondQuestions(_input, { replies }) {
      return replies.map((reply) => {
        const said = 'missing' in reply ? '' : String(reply.answer);
        return said.endsWith(DOUBTED) ? scriptedQuestion(`Sure: ${said}`) : null;
      });
    },
    async stretches() {
      return [];
    },
    async mainName() {
      return null;
    },
    async planQueries(claims, mode) {
      return claims.map((claim) => {
        const terms = wordsOf(claim.normalized_claim);
        const neutral = { purpose: 'neutral' as const, text: terms.join(' '), terms };
        return mode === 'fast' ? [neutral] : [neutral, { ...neutral, purpose: 'contradiction' as const }];
      });
    },
    async rank(claims, candidates) {
      return claims.map((claim, i) =>
        candidates[i]!.filter((candidate) =>
          wordsOf(claim.normalized_claim).some((word) => wordsOf(candidate.text).includes(word)),
        ).map((candidate) => ({ ...candidate, score: 1, independence_cluster: candidate.source.canonical_url })),
      );
    },
    async judge(items) {
      return items.map(withReplies);
    },
    async modelQuestions(items, use) {
      return items.map(({ claim, passages }) => (passages.length === 0 ? [] : scriptedQuestions(claim, use)));
    },
    async summarise({ claims, coverage_threshold, estimate_method, limitations }) {
      const counts = { supported: 0, contradicted: 0, disputed: 0, unverifiable: 0, not_checkable: 0 };
      for (const claim of claims) counts[claim.verdict]++;
      return {
        counts,
        coverage: {
          score: 1,
          status: 'complete',
          extracted_material_claims: claims.length,
          estimated_material_claims: claims.length,
          method: estimate_method,
          threshold: coverage_threshold,
          missing_or_uncertain_spans: [],
        },
        risk: { score: 0, level: 'low', model_version: 'scripted', drivers: [] },
        abstention: { count: counts.unverifiable, rate: 0, material_count: 0, explanation: 'scripted' },
        overall_statement: `${claims.length} claims`,
        limitations,
      };
    },
    async deidentify(texts) {
      return { texts, placeholders: [] };
    },
    async answer(_question, candidates) {
      return candidates[0]?.text ?? null;
    },
    async readable({ body }) {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString();
      return { title: 'page', publisher: null, publication_date: null, language: null, licence: null, text };
    },
    async splitPassages(text) {
      return text.split('\n\n').map((passage, ordinal) => ({ text: passage, ordinal }));
    },
  };
  return engine;
}

function claimOf(sentence: string, start: number, ordinal: number): ExtractedClaim {
  const isOpinion = sentence.startsWith('I ');
  return extractedClaim(sentence, {
    ordinal,
    start,
    end: start + sentence.length,
    chunk: ordinal,
    checkable: !isOpinion,
    not_checkable_reason: isOpinion ? 'opinion' : null,
  });
}

function judgementOf(claim: ExtractedClaim, passages: RankedPassage[]): ClaimJudgement {
  const judged = passages.map((passage) => judgedPassage(claim, passage));
  const sides = new Set(judged.map(({ judgement }) => judgement.relationship));
  const verdict = !claim.checkable
    ? 'not_checkable'
    : sides.has('supports') && sides.has('contradicts')
      ? 'disputed'
      : sides.has('supports')
        ? 'supported'
        : sides.has('contradicts')
          ? 'contradicted'
          : 'unverifiable';
  return {
    verdict,
    reliability: 0.9,
    policy_reason: `${verdict}: scripted`,
    reason_code: verdict,
    passages: judged,
    correction: null,
    limitations: [],
    unresolved_ambiguity: [],
  };
}

/** One question about a claim, or a passage's two. */
function scriptedQuestions({ normalized_claim }: ExtractedClaim, { kind }: ModelUse): ModelRequest[] {
  const contents =
    kind === 'general' ? [normalized_claim] : [`Document: ${normalized_claim}`, `Not: ${normalized_claim}`];
  return contents.map(scriptedQuestion);
}

function scriptedQuestion(content: string): ModelRequest {
  return {
    messages: [{ role: 'user', content }],
    answer: null,
    limits: { max_output_tokens: 100 },
    first_token: false,
  };
}

/** The answer "supports" is believed; any other reply keeps the judgement, and one is unusable. */
function withReplies({ claim, passages, consultation }: JudgeItem): ClaimJudgement {
  const judgement = judgementOf(claim, passages);
  const [reply] = consultation?.replies ?? [];
  if (reply === undefined) return judgement;
  if ('missing' in reply) return { ...judgement, limitations: [reply.missing] };
  if (reply.answer === NONSENSE) return { ...judgement, unusable_replies: [0] };
  return reply.answer === 'supports' ? { ...judgement, verdict: 'supported', reason_code: 'model' } : judgement;
}

function judgedPassage(claim: ExtractedClaim, passage: RankedPassage): JudgedPassage {
  const words = wordsOf(passage.text);
  const held = wordsOf(claim.normalized_claim).every((word) => words.includes(word));
  const relationship = !held ? 'context' : words.includes('not') ? 'contradicts' : 'supports';
  return {
    ...passage,
    judgement: { relationship, probability: 0.9, explanation: 'scripted', grounds: [] },
    quality: { authority: 1, independence: 1, freshness: 1, specificity: 1, primary: false, rationale: [] },
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}
