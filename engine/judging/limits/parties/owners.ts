/** Tells whether a part of the claim belongs to somebody else in the passage: "Moe's son Jens" is not the son of Dahl. */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchesIn } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText } from '../../text/analysed-text.ts';

const POSSESSIVE = /^(?:his|her|its|their)$/;
export const MARK = /^['’]s?$/;
/** Words that only measure or name what follows "of": "the city of Boston", "most of the members". */
export const TRANSPARENT =
  /^(?:city|town|state|province|county|island|kingdom|republic|village|game|sport|language|one|type|kind|form|number|lot|series|group|most|majority|half|part|all|some|many|few|each|both|pair|team|set|range|couple|dozen|percent|share|third|quarter|member|rest|total|use|name|title|process|practice|people|art|act|result)$/;

/** Nouns for people by what they are to somebody: whose, is a matter of the nearest name. */
const KIN =
  /^(?:son|daughter|brother|sister|wife|husband|father|mother|uncle|aunt|nephew|niece|cousin|student|pupil|teacher|master|widow|widower|heir|assistant|successor|predecessor|grandson|granddaughter|stepson)$/;

/** Terms of the phrase [start, end), those that mean something. */
function termsIn({ terms }: AnalysedText, start: number, end: number): number[] {
  return terms.flatMap((term, at) => (term.start >= start && term.start < end && !term.light ? [at] : []));
}

/** The terms that name whose thing the noun at term `at` is, as its own phrase says; null if it says nothing. */
function ownersOf(text: AnalysedText, at: number): number[] | 'pronoun' | 'whose' | null {
  const { tokens, terms, sentenceOf } = text;
  const { start, end, sentence, key } = terms[at]!;
  for (let i = start - 1; i >= 0 && i >= start - 4 && sentenceOf[i] === sentence; i--) {
    const { lower, pos } = tokens[i]!;
    if (MARK.test(lower)) {
      let from = i;
      while ((from > 0 && /^(?:NOUN|PROPN|ADJ|DET)$/.test(tokens[from - 1]!.pos)) || tokens[from - 1]?.lower === 'of')
        from--;
      return termsIn(text, from, i);
    }
    if (lower === 'whose') return KIN.test(key) ? 'whose' : null;
    if (POSSESSIVE.test(lower)) return KIN.test(key) ? 'pronoun' : null;
    if (pos !== 'ADJ' && pos !== 'NOUN' && pos !== 'NUM') break;
  }
  if (tokens[end]?.lower !== 'of') return null;
  let to = end + 1;
  while (to < tokens.length && sentenceOf[to] === sentence && !/^(?:VERB|AUX|PUNCT|SCONJ)$/.test(tokens[to]!.pos)) to++;
  return termsIn(text, end + 1, to);
}

/** The nearest name before `from`, or noun after which "whose" follows, with all words of the name. */
function ownerBefore(
  { terms, names }: AnalysedText,
  from: number,
  sentence: number,
  isNearest: boolean,
): readonly number[] {
  const at = terms.findLastIndex(
    (term) =>
      term.sentence === sentence && term.end <= from && (term.kind === 'name' || (isNearest && term.pos === 'NOUN')),
  );
  const name = terms[at]?.name ?? -1;
  return at < 0 ? [] : name < 0 ? [at] : names[name]!;
}

function isMatched({ matches }: Alignment, own: readonly number[], found: readonly number[]): boolean {
  return own.some((at) => matches[at]!.some(({ term }) => found.includes(term)));
}

function differs(alignment: Alignment, own: readonly number[], found: number): boolean {
  const { evidence } = alignment;
  const { sentence, start } = evidence.terms[found]!;
  const said = ownersOf(evidence, found);
  if (said === null) return false;
  const theirs = typeof said === 'string' ? ownerBefore(evidence, start, sentence, said === 'whose') : said;
  return theirs.length > 0 && !isMatched(alignment, own, theirs);
}

/** True if a thing of somebody in the claim is somebody else's wherever the sentence names it. */
export function isOfAnotherOwner(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, matches } = alignment;
  return claim.terms.some((term, at) => {
    if (term.kind !== 'word' || term.pos !== 'NOUN' || TRANSPARENT.test(term.key)) return false;
    const own = ownersOf(claim, at);
    if (own === null || typeof own === 'string' || own.length === 0) return false;
    if (own.every((part) => matches[part]!.length === 0)) return false;
    const here = matchesIn(alignment, at, sentence);
    return here.length > 0 && here.every(({ term: found }) => differs(alignment, own, found));
  });
}
