/** Answers a question with literal sentences from the sources, or not at all. */

import { type ClaimTerm, claimTerms, contextTerms } from '#engine/retrieval/claim-terms.ts';
import { presence } from '#engine/retrieval/coverage.ts';
import { PassageWords, passageWords } from '#engine/retrieval/passage-words.ts';
import { rankPassages } from '#engine/retrieval/rank.ts';
import { isNumber, stemsOf } from '#engine/retrieval/words.ts';
import { isTableRow, withoutHeadline } from '#engine/text/lines.ts';
import { sentences } from '#engine/text/sentences.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';

/** A longer answer would be a summary, which nobody asked for. */
const MAX_SENTENCES = 3;
/** Least weighted share of the question's names, verbs or other words that must be present. Some of several may be implied. */
const LEAST_SHARE = 0.5;
/**
 * Largest share of the words asked about that may be missing altogether. With one half, the cost of a building would answer what
 * a visit costs.
 */
const MOST_MISSING = 0.25;
/** Least score of a sentence relative to the best one. Lower-scoring sentences are about something else. */
const NEAR_BEST = 0.95;
/** How much a term counts that is not in the sentence but in its passage or the document's title. */
const AROUND = 0.5;
/** Added to the score of a sentence with a figure or date if the question asks for one. */
const FIGURE_BONUS = 0.2;
const ASKS_FOR_FIGURE =
  /\b(?:when|how (?:many|much|old|long|tall|far|large|big|deep|high|often)|what (?:year|date))\b/i;

interface Scored {
  text: string;
  score: number;
}

/** The sentences that answer the question, best first; null if none does. */
export function answerFrom(question: ExtractedClaim, candidates: CandidatePassage[]): string | null {
  const terms = subjectTerms(question);
  const scored = rankPassages(question, candidates).flatMap((passage) => sentencesIn(question, terms, passage));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const chosen = scored.filter(({ score }) => score > 0 && score >= NEAR_BEST * best);
  const texts = new Set(chosen.toSorted((a, b) => b.score - a.score).map(({ text }) => text));
  return texts.size === 0 ? null : [...texts].slice(0, MAX_SENTENCES).join(' ');
}

/** The question's terms. If the question names nothing, the names of the questions before it are added. */
function subjectTerms(question: ExtractedClaim): ClaimTerm[] {
  const own = claimTerms(question);
  if (own.some(({ kind }) => kind === 'name')) return own;
  const before = contextTerms(question).filter(({ kind }) => kind === 'name');
  return [...own, ...before.map((term) => ({ ...term, weight: 1 }))];
}

function sentencesIn(question: ExtractedClaim, terms: ClaimTerm[], { text, source }: CandidatePassage): Scored[] {
  const around = [passageWords(text), passageWords(source.title)];
  const body = withoutHeadline(text);
  const wantsFigure = ASKS_FOR_FIGURE.test(question.normalized_claim);
  return sentences(body).flatMap(({ start, end }) => {
    const sentence = body.slice(start, end).replace(/\s+/g, ' ');
    if (!isStatement(sentence)) return [];
    const words = new PassageWords(sentence);
    const bonus = wantsFigure && stemsOf(sentence).some(isNumber) ? FIGURE_BONUS : 0;
    const score = scoreOf(terms, words, around);
    return score === 0 ? [] : [{ text: sentence, score: score + bonus }];
  });
}

/** True for a sentence that is not a heading, a table row or another question. */
function isStatement(sentence: string): boolean {
  return /[.!]["'”’»)]*$/u.test(sentence) && !isTableRow(sentence);
}

/** Score of a sentence, 0..1; 0 if it doesn't answer the question. */
function scoreOf(terms: ClaimTerm[], words: PassageWords, around: readonly PassageWords[]): number {
  const own = (term: ClaimTerm) => presence(term, words);
  const withAround = (term: ClaimTerm) => Math.max(own(term), ...around.map((other) => AROUND * presence(term, other)));
  const names = terms.filter(({ kind }) => kind === 'name');
  const asked = terms.filter(({ kind }) => kind !== 'name' && kind !== 'common');
  const verbs = asked.filter(({ kind }) => kind === 'verb');
  if (asked.length === 0 && names.length === 0) return 0;
  // The sentence may refer to the subject as "it", but it must itself state what is asked about the subject.
  const missing = asked.filter((term) => withAround(term) === 0);
  const isAbout =
    missing.length <= MOST_MISSING * asked.length &&
    shareOf(names, asked.length > 0 ? withAround : own) >= LEAST_SHARE &&
    shareOf(asked, withAround) >= LEAST_SHARE;
  const saysIt = verbs.length > 0 ? shareOf(verbs, own) >= LEAST_SHARE : shareOf(asked, own) >= LEAST_SHARE;
  return isAbout && saysIt ? shareOf(terms, withAround) : 0;
}

/** Weighted share (0..1) of the terms found; 1 if there are no terms. */
function shareOf(terms: readonly ClaimTerm[], found: (term: ClaimTerm) => number): number {
  if (terms.length === 0) return 1;
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  return terms.reduce((sum, term) => sum + term.weight * found(term), 0) / all;
}
