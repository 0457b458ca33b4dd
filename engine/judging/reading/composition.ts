/**
 * Finds parts of a claim that the passage states in another sentence about the same subject: the place in one sentence,
 * the date in the next. Each part must be predicated of the claim's subject itself.
 */
import type { Alignment } from '../alignment/alignment.ts';
import { descriptionAt, hasCompetitor } from '../alignment/descriptions.ts';
import { shareOfHeads, within } from '../alignment/share.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import type { Reading } from './reading.ts';
import { type Referent, referenceStatus } from './reference.ts';

/** Verbs that say where a thing is. */
const LOCATION_VERBS = /^(?:be|stand|lie|sit|locate|situate)$/;
/** Verbs for what happens to a thing at its location. */
const EVENT_VERBS = /^(?:open|reopen|build|construct|erect|complete|finish|inaugurate|unveil|rebuild|demolish)$/;
const LOCATIVE = /^(?:in|at|on|near|by|beside|along|outside|inside|above|under|of)$/;

/** True if the clause is about the claim's subject, by name or by a reference back to it. */
function isAboutSubject(referent: Referent, frame: Frame, own: Frame | null): boolean {
  const inSubject = (term: Term) =>
    term.sentence === frame.sentence && within(term, frame.subjectStart, frame.subjectEnd);
  if (shareOfHeads(referent.subject, referent.alignment, inSubject) > 0.5) return true;
  return referenceStatus(referent, frame, own) === 'resolved';
}

/** Matches of claim term `at` in unhedged clauses about the subject, outside the reading's sentence. */
function statedElsewhere(referent: Referent, reading: Reading, at: number): { term: Term; frame: Frame }[] {
  const { evidence, matches, claim } = referent.alignment;
  return matches[at]!.flatMap(({ term: found }) => {
    const term = evidence.terms[found]!;
    const frame = evidence.frames[term.frame];
    if (frame === undefined || frame.parenthetical || term.sentence === reading.sentence) return [];
    if (term.negated !== claim.terms[at]!.negated || evidence.hedges[term.sentence]! > 0) return [];
    return isAboutSubject(referent, frame, reading.frame) ? [{ term, frame }] : [];
  });
}

function hasObject({ claim }: Alignment, frame: Frame): boolean {
  return claim.terms.some(
    (term) =>
      term.preposition === '' &&
      (term.kind === 'name' || term.kind === 'quantity' || term.pos === 'NOUN') &&
      within(term, frame.verbEnd, frame.end),
  );
}

/** True for the place in "opened in 1990 at the mouth of the Aske" if another sentence says that it stands there. */
function isPlaceOfSubject(referent: Referent, reading: Reading, at: number): boolean {
  const { claim, evidence } = referent.alignment;
  const { frame } = reading;
  const own = claim.terms[at]!;
  if (frame === null || !EVENT_VERBS.test(claim.tokens[frame.head]!.lemma)) return false;
  if (own.kind === 'date' || own.kind === 'quantity' || !LOCATIVE.test(own.preposition)) return false;
  if (!within(own, frame.verbEnd, frame.end) || hasObject(referent.alignment, frame)) return false;
  return statedElsewhere(referent, reading, at).some(
    ({ term, frame: found }) =>
      term.preposition === own.preposition &&
      within(term, found.verbEnd, found.end) &&
      LOCATION_VERBS.test(evidence.tokens[found.head]!.lemma),
  );
}

/** True for a term of a second clause of the claim ("a company founded in 1987") that another sentence states whole. */
function isSecondClause(referent: Referent, reading: Reading, at: number): boolean {
  const { claim, evidence } = referent.alignment;
  const own = claim.frames[claim.terms[at]!.frame];
  if (own === undefined || own === reading.frame || reading.frame?.copula !== true) return false;
  if (own.subjectStart !== reading.frame.subjectStart || !own.participle) return false;
  const parts = claim.terms.flatMap((term, i) => (!term.light && within(term, own.verbStart, own.end) ? [i] : []));
  const verb = claim.terms.findIndex((term) => term.start === own.head);
  if (verb < 0 || !parts.includes(at)) return false;
  // A bare participle ("founded in 1987") is passive, though unmarked.
  const isPassive = own.passive || !claim.tokens[own.head]!.lower.endsWith('ing');
  const clauses = statedElsewhere(referent, reading, verb).filter(({ frame }) => frame.passive === isPassive);
  return clauses.some(({ frame, term: head }) => {
    if (head.start !== frame.head) return false;
    return parts.every((part) =>
      referent.alignment.matches[part]!.some(({ term }) => {
        const found = evidence.terms[term]!;
        return found.sentence === frame.sentence && within(found, frame.verbStart, frame.end);
      }),
    );
  });
}

/** The noun that term `at` modifies: "seat" of "the Dene seat", "act" of "the first act of the opera"; null if there is none. */
function headOf(claim: AnalysedText, at: number): number | null {
  const own = claim.terms[at]!;
  const end = own.name < 0 ? own.end : claim.terms[claim.names[own.name]!.at(-1)!]!.end;
  const next = claim.terms.findIndex(({ start, kind, pos }) => start === end && kind === 'word' && pos === 'NOUN');
  if (next >= 0) return headOf(claim, next) ?? next;
  if (!/^(?:of|in|for|at|on)$/.test(own.preposition)) return null;
  let to = own.start - 1;
  while (to > 0 && claim.tokens[to]!.lower !== own.preposition) to--;
  const before = claim.terms.findIndex((term) => term.end === to && term.kind === 'word' && term.pos === 'NOUN');
  return before < 0 ? null : before;
}

/**
 * True for "opera" of "the first act of the opera" where the sentence says "the first act" and an earlier one speaks of the
 * opera: a definite noun means what was named before, unless the passage has another of its kind.
 */
function isNamedBefore(referent: Referent, reading: Reading, at: number): boolean {
  const { claim, evidence, matches } = referent.alignment;
  const own = claim.terms[at]!;
  if (own.kind !== 'name' && own.pos !== 'NOUN' && own.pos !== 'ADJ') return false;
  const before = matches[at]!.flatMap(({ term, inference }) => {
    const found = evidence.terms[term]!;
    return found.sentence < reading.sentence && inference === 'same' ? [found] : [];
  });
  const head = before.length > 0 ? headOf(claim, at) : null;
  if (head === null) return false;
  const isAlike = own.pos !== 'ADJ' && before.some(({ negated }) => negated === own.negated);
  const keys = claim.terms.map(({ key }) => key);
  return matches[head]!.some(({ term, inference }) => {
    const found = evidence.terms[term]!;
    if (found.sentence !== reading.sentence || inference !== 'same') return false;
    const description = isAlike ? descriptionAt(evidence, found) : null;
    if (description === null || !description.modifiers.every((modifier) => keys.includes(modifier)))
      return isIntroduced(referent.alignment, at, head, found);
    return !hasCompetitor(evidence, found.key, keys);
  });
}

/**
 * True for "vapour" of "need no vapour barrier" where the sentence says "no barrier" or "their barrier", an earlier one "a vapour
 * barrier", and none speaks of another barrier.
 */
function isIntroduced({ claim, evidence }: Alignment, at: number, head: number, found: Term): boolean {
  const own = claim.terms[at]!;
  if (own.end !== claim.terms[head]!.start) return false;
  const { terms, tokens } = evidence;
  const isQualified = ({ start, key, kind }: Term) =>
    kind === 'word' && key === found.key && /^(?:ADJ|NOUN|PROPN|VERB|NUM)$/.test(tokens[start - 1]?.pos ?? '');
  const qualified = terms.filter(isQualified);
  return (
    /^(?:the|this|these|those|no|its|their|his|her|our|your)$/.test(tokens[found.start - 1]?.lower ?? '') &&
    tokens[found.end]?.lower !== 'of' &&
    tokens[found.end]?.pos !== 'NOUN' &&
    qualified.length > 0 &&
    qualified.every(({ start, sentence }) =>
      terms.some(({ end, key }) => end === start && key === own.key && sentence < found.sentence),
    )
  );
}

/**
 * True for "mirabilis" of "Welwitschia mirabilis" where the sentence says "it", and the one that it points back to has both
 * words side by side in its subject.
 */
function isPartOfSubject(
  { alignment, subject }: Referent,
  { frame, subject: status, sentence }: Reading,
  at: number,
): boolean {
  const { claim, evidence, matches } = alignment;
  const own = claim.terms[at]!;
  if (status !== 'resolved' || frame === null || !within(own, frame.subjectStart, frame.subjectEnd)) return false;
  const distance = (a: Term, b: Term) => a.start - b.start;
  return subject.some((other) => {
    const apart = distance(own, claim.terms[other]!);
    if (Math.abs(apart) !== 1) return false;
    const named = matches[other]!.map(({ term }) => evidence.terms[term]!);
    return matches[at]!.some(({ term, inference }) => {
      const found = evidence.terms[term]!;
      if (inference !== 'same' || found.role !== 'subject' || found.sentence >= sentence) return false;
      return named.some((name) => name.sentence === found.sentence && distance(found, name) === apart);
    });
  });
}

/** True if another sentence of the passage states the part of the claim with term `at`, about the same subject. */
export function isStatedElsewhere(referent: Referent, reading: Reading, at: number): boolean {
  if (referent.subject.length === 0) return false;
  return (
    isPlaceOfSubject(referent, reading, at) ||
    isSecondClause(referent, reading, at) ||
    isNamedBefore(referent, reading, at) ||
    isPartOfSubject(referent, reading, at)
  );
}
