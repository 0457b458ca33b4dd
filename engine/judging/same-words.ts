/**
 * Claims in languages that aren't analysed: a passage supports one only where a sentence of it has the very same words, with
 * nothing left over on either side. No rule of English is applied, and nothing is contradicted.
 */
import { headlineOf, withoutHeadline } from '#engine/text/lines.ts';
import { refersElsewhere } from '#engine/text/referring-words.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import { reliabilityOf } from './explain/reliability.ts';
import { abstentionReliability } from './findings.ts';
import type { PassageContext } from './judge.ts';
import type { Examination } from './passage.ts';

/** Longer claims are no single statements. */
const LONGEST_CLAIM = 1_000;
/** Shorter words say little of what a document is about. */
const SHORTEST_SUBJECT = 4;

/** Judges one passage of a claim in another language than English. Deterministic. */
export function examineSameWords(
  { normalized_claim: claim }: Pick<ExtractedClaim, 'normalized_claim'>,
  language: string,
  passage: string,
  { title, heading }: PassageContext,
): Examination {
  const sentence = claim.length > LONGEST_CLAIM ? null : sameSentence(claim, language, withoutHeadline(passage));
  const isSaid = sentence !== null && standsAlone(claim, language, [title, heading, headlineOf(passage)]);
  const coverage = sentence === null ? 0 : 1;
  const findings = {
    coverage,
    missing: [],
    isNear: sentence !== null,
    clash: null,
    denies: false,
    hint: { kind: sentence === null ? ('none' as const) : ('support' as const) },
  };
  if (!isSaid) {
    const explanation =
      sentence === null
        ? 'The claim is in a language that the local judge does not read, and no sentence of the passage has its very words.'
        : 'A sentence of the passage has the very words of the claim, but they may speak of something else there.';
    const probability = abstentionReliability(coverage);
    return {
      judgement: { relationship: 'context', probability, explanation, grounds: ['language_not_read'] },
      findings,
    };
  }
  const probability = Math.round(reliabilityOf('supports', []) * 1000) / 1000;
  const explanation = `The passage says this in the very same words: "${sentence}".`;
  return { judgement: { relationship: 'supports', probability, explanation, grounds: ['verbatim'] }, findings };
}

/** The sentence of the passage that has the claim's words and no others; null if there is none that states them. */
function sameSentence(claim: string, language: string, passage: string): string | null {
  const wanted = plain(claim);
  if (wanted === '' || isNoStatement(claim)) return null;
  let before = '';
  for (const { start, end } of sentencesIn(passage, language)) {
    const sentence = passage.slice(start, end);
    // "Myths: …" on the line above turns what follows into its opposite.
    const isIntroduced = /[:：]$/u.test(before);
    before = sentence;
    if (!isIntroduced && !isNoStatement(sentence) && plain(sentence) === wanted) return sentence;
  }
  return null;
}

/** A question or exclamation, or words in quotation marks, which are somebody else's. */
function isNoStatement(sentence: string): boolean {
  const trimmed = sentence.trim();
  return /[?？؟!！:：…]$/u.test(trimmed) || /^["'“”„«»‘’「『]/u.test(trimmed);
}

/** Without the mark at the end and markup around it; white space as single spaces. Capitals and all other marks count. */
function plain(sentence: string): string {
  const text = sentence.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return text
    .replace(/^(?:[-*•] |\d{1,3}[.)] )/u, '')
    .replace(/[.。।]$/u, '')
    .trim();
}

/**
 * Whether the words say the same wherever they stand: they refer to nothing outside of them and name something, be it by a name
 * of their own or what the document is about.
 */
function standsAlone(claim: string, language: string, lines: readonly (string | null)[]): boolean {
  const words = wordsOf(claim, language);
  if (
    refersElsewhere(
      words.map((word) => word.toLowerCase()),
      language,
    ) !== false
  )
    return false;
  const isCaseless = !/\p{Lu}|\p{Ll}/u.test(claim);
  const named = lines.filter((line) => line !== null).flatMap((line) => wordsOf(line, language));
  const subjects = new Set(named.filter((word) => isTelling(word, isCaseless)).map((word) => word.toLowerCase()));
  if (words.some((word) => subjects.has(word.toLowerCase()))) return true;
  // Every noun of German has a capital.
  return language !== 'de' && words.some((word, at) => at > 0 && /^\p{Lu}\p{L}{2,}/u.test(word));
}

function isTelling(word: string, isCaseless: boolean): boolean {
  return [...word].length >= (isCaseless ? 2 : SHORTEST_SUBJECT);
}

const segmenters = new Map<string, Intl.Segmenter>();

function wordsOf(text: string, language: string): string[] {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
