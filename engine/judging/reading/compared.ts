/** What a sentence only compares its subject with: "twice as many as the shop next door" says nothing of that shop's staff. */
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { matchedTerms } from '../alignment/share.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import type { Reading } from './reading.ts';

/** Tokens between "than", "unlike" or "as many as" and what is compared with. */
const REACH = 4;

function followsComparison({ tokens }: AnalysedText, start: number): boolean {
  for (let at = start - 1; at >= 0 && at >= start - REACH; at--) {
    const { lower, pos } = tokens[at]!;
    if (lower === 'than' || lower === 'unlike') return true;
    // "In contrast to the app", "as opposed to the app"
    if (lower === 'to' && /^(?:contrast|contrary|opposed)$/.test(tokens[at - 1]?.lower ?? '')) return true;
    if (lower === 'as')
      return /^(?:many|much|large|big|long|high|often|far|old|fast|well)$/.test(tokens[at - 1]?.lower ?? '');
    if (pos === 'VERB' || pos === 'AUX' || pos === 'PUNCT' || pos === 'ADP') return false;
  }
  return false;
}

/** True if a noun or name of the claim's subject stands in the sentence only as what something else is compared with. */
export function isOnlyComparedWith(
  { claim, evidence, matches }: Alignment,
  { frame, sentence, subject }: Reading,
): boolean {
  if (frame === null || subject === 'resolved') return false;
  return claim.terms.some((term, at) => {
    if (term.light || term.start < frame.subjectStart || term.start >= frame.subjectEnd) return false;
    if (term.kind !== 'name' && term.pos !== 'NOUN') return false;
    if (followsComparison(claim, term.start)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return here.length > 0 && here.every(({ start }) => followsComparison(evidence, start));
  });
}

/** Words by which a sentence compares. */
const COMPARING =
  /^(?:than|compared|exceed|surpass|beat|outnumber|against|versus|only|twice|double|half|times|as|least|most|first|second|above|below)$/;

/** True if only the claim compares, as in "holds more than the glass": figures side by side say so only to who works it out. */
export function isComparedInClaimOnly({ claim, evidence }: Alignment, { sentence }: Reading): boolean {
  const than = claim.tokens.findIndex(({ lower }) => lower === 'than');
  if (than < 0 || claim.terms.some(({ start, kind }) => start === than + 1 && kind !== 'word' && kind !== 'name'))
    return false;
  const isComparing = ({ lower, lemma, pos }: Word) =>
    COMPARING.test(lower) || COMPARING.test(lemma) || ((pos === 'ADJ' || pos === 'ADV') && /.(?:er|est)$/.test(lower));
  return !evidence.tokens.some((token, at) => evidence.sentenceOf[at] === sentence && isComparing(token));
}
