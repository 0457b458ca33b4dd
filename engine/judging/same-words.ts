/**
 * Judges claims in languages that aren't analysed. No rule for English is applied, and nothing is decided: even if a sentence of
 * the passage has exactly the claim's words, only a reader of the language can see whether it is quoted, denied by the next
 * sentence, listed among mistakes, or said about somebody else. The hint points to such a passage as the one to read first.
 */
import { withoutHeadline } from '#engine/text/lines.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { abstentionReliability } from './findings.ts';
import type { Examination } from './passage.ts';

/** In characters. Longer claims are more than one statement. */
const LONGEST_CLAIM = 1_000;

/** Examines one passage for a claim in a language other than English. Deterministic. */
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

/** Whether a sentence of the passage has exactly the claim's words. */
function hasSentence(claim: string, language: string, passage: string): boolean {
  const wanted = plain(claim);
  if (wanted === '' || isNoStatement(claim)) return false;
  let before = '';
  for (const { start, end } of sentencesIn(passage, language)) {
    const sentence = passage.slice(start, end);
    // An introduction such as "Myths:" may mean that the next sentence is false.
    const isIntroduced = /[:：]$/u.test(before);
    before = sentence;
    if (!isIntroduced && !isNoStatement(sentence) && plain(sentence) === wanted) return true;
  }
  return false;
}

/**
 * True if the sentence is a question or an exclamation, introduces a list, breaks off, or begins with a quotation mark, i.e. may
 * be somebody else's words.
 */
function isNoStatement(sentence: string): boolean {
  const trimmed = sentence.trim();
  return /[?？؟!！:：…]$/u.test(trimmed) || /^["'“”„«»‘’「『]/u.test(trimmed);
}

/** Removes the final full stop and a list marker, and collapses white space. Capitals and all other marks still count. */
function plain(sentence: string): string {
  const text = sentence.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return text
    .replace(/^(?:[-*•] |\d{1,3}[.)] )/u, '')
    .replace(/[.。।]$/u, '')
    .trim();
}
