/**
 * What the passage says with a noun where the claim has a verb: "Noll was the founder of the school" for "the school was founded
 * by Noll", "there are rooms in the museum" for "the museum has rooms".
 */
import type { Alignment } from '../alignment/alignment.ts';
import { shareIn, within } from '../alignment/share.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';

const DOER = /(?:er|or|ist|ess|ian)$/;
/** What takes back that somebody does it. */
const NOT_NOW = /^(?:former|retired|aspiring|failed|deputy|assistant|co|would-be|potential|future|ex)$/;

/** The token after "of" behind the term, which "the founder of the school" is of; -1 if there is none. */
function complementStart({ tokens }: AnalysedText, { end }: Term): number {
  return tokens[end]?.lower === 'of' ? end + 1 : -1;
}

/** End of the noun phrase at `start`. */
function phraseEnd({ tokens }: AnalysedText, start: number): number {
  let at = start;
  while (at < tokens.length && /^(?:DET|ADJ|NOUN|PROPN|NUM|PRON)$/.test(tokens[at]!.pos)) at++;
  return at;
}

/** True if all of `terms` stand right behind "of" after the noun, and in one phrase. */
function isOf(alignment: Alignment, target: Term, terms: readonly number[]): boolean {
  const { evidence } = alignment;
  const start = complementStart(evidence, target);
  if (start < 0 || terms.length === 0) return false;
  const end = phraseEnd(evidence, start);
  if (/^['’]s?$/.test(evidence.tokens[end]?.text ?? '')) return false;
  const last = evidence.terms.findLast((term) => term.end === end);
  const inPhrase = (term: Term) => term.sentence === target.sentence && within(term, start, end);
  const isHead = terms.some((at) => alignment.matches[at]!.some(({ term }) => evidence.terms[term] === last));
  return isHead && shareIn(terms, alignment, inPhrase) === 1;
}

function describes({ tokens }: AnalysedText, { start }: Term, pattern: RegExp): boolean {
  for (let at = start - 1; at >= 0 && /^(?:ADJ|NOUN|ADV|PUNCT|VERB)$/.test(tokens[at]!.pos); at--)
    if (pattern.test(tokens[at]!.lower)) return true;
  return false;
}

/** True for the noun of who does something, and does it still: "founder", but not in "a former founder". */
export function isDoer(text: AnalysedText, target: Term): boolean {
  return target.pos === 'NOUN' && DOER.test(target.key) && !describes(text, target, NOT_NOW);
}

/** "Ada Noll was the founder of the school" for "The school was founded by Ada Noll"; `agents` are the claim's terms after "by". */
export function isDoneByNamed(
  alignment: Alignment,
  subject: readonly number[],
  agents: readonly number[],
  target: Term,
  evidence: Frame,
): boolean {
  if (!evidence.copula || agents.length === 0 || !isDoer(alignment.evidence, target)) return false;
  const inSubject = (term: Term) =>
    term.sentence === target.sentence && within(term, evidence.subjectStart, evidence.subjectEnd);
  return (
    isComplement(alignment.evidence, target, evidence) &&
    shareIn(agents, alignment, inSubject) === 1 &&
    isOf(alignment, target, subject)
  );
}

/** "There are 14 rooms in the museum" for "the museum has 14 rooms". */
export function isFoundThere(alignment: Alignment, subject: readonly number[], target: Term, evidence: Frame): boolean {
  const { tokens, terms } = alignment.evidence;
  if (tokens[evidence.verbStart - 1]?.lower !== 'there' || !evidence.copula || target.preposition !== '') return false;
  const place = terms.find(
    (term) => /^(?:in|at|on)$/.test(term.preposition) && !term.light && within(term, target.end, evidence.end),
  );
  if (place === undefined || place.date !== null) return false;
  const end = phraseEnd(alignment.evidence, place.start);
  if (/^['’]s?$/.test(tokens[end]?.text ?? '')) return false;
  const last = terms.findLast((term) => term.end === end);
  const inPlace = (term: Term) => within(term, place.start, end);
  const isHead = subject.some((at) => alignment.matches[at]!.some(({ term }) => terms[term] === last));
  return isHead && shareIn(subject, alignment, inPlace) === 1;
}

/** Nouns that pass the predicate on to the noun after "of": "a kind of dance", "one of the cities". */
const TRANSPARENT = /^(?:one|some|type|kind|form|sort|part|member|example|species|genre|branch|variety|class|series)$/;

/** True if `target` is the head of the copula's complement, or coordinated with it; not part of an adjunct. */
export function isComplement({ tokens }: AnalysedText, target: Term, evidence: Frame): boolean {
  for (let i = evidence.verbEnd; i < target.start; i++) {
    const token = tokens[i]!;
    const isTransparent = token.lower === 'of' && TRANSPARENT.test(tokens[i - 1]?.lemma ?? '');
    // "a coming-of-age film", "a mid- to large-size airliner"
    const isInCompound = tokens[i - 1]?.text === '-';
    if ((token.pos === 'ADP' && !isTransparent && !isInCompound) || token.pos === 'SCONJ') return false;
  }
  return true;
}
