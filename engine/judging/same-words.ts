/**
 * Claims in languages that aren't analysed. No rule of English is applied, and nothing is decided: even where a sentence of
 * the passage has the claim's very words, only a reader of the language sees whether it is quoted, denied by the next
 * sentence, listed among mistakes, or said of somebody else. Such a passage is the one to read first, and the hint says so.
 */
import { withoutHeadline } from '#engine/text/lines.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { abstentionReliability } from './findings.ts';
import type { Examination } from './passage.ts';

/** Longer claims are no single statements. */
const LONGEST_CLAIM = 1_000;

/** Examines one passage for a claim in another language than English. Deterministic. */
export function examineSameWords(
  { normalized_claim: claim }: Pick<ExtractedClaim, 'normalized_claim'>,
  language: string,
  passage: string,
): Examination {
  const isThere = claim.length <= LONGEST_CLAIM && hasSentence(claim, language, withoutHeadline(passage));
  const coverage = isThere ? 1 : 0;
  return {
    judgement: {
      relationship: 'context',
      probability: abstentionReliability(coverage),
      explanation: isThere
        ? 'A sentence of the passage has the very words of the claim. Whether it states them there is not read.'
        : 'The claim is in a language that the local judge does not read, and no sentence of the passage has its very words.',
      grounds: ['language_not_read'],
    },
    findings: {
      coverage,
      missing: [],
      isNear: isThere,
      clash: null,
      denies: false,
      hint: { kind: isThere ? 'support' : 'none' },
    },
  };
}

/** Whether a sentence of the passage has the claim's words and no others. */
function hasSentence(claim: string, language: string, passage: string): boolean {
  const wanted = plain(claim);
  if (wanted === '' || isNoStatement(claim)) return false;
  let before = '';
  for (const { start, end } of sentencesIn(passage, language)) {
    const sentence = passage.slice(start, end);
    // "Myths: …" on the line above turns what follows into its opposite.
    const isIntroduced = /[:：]$/u.test(before);
    before = sentence;
    if (!isIntroduced && !isNoStatement(sentence) && plain(sentence) === wanted) return true;
  }
  return false;
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
