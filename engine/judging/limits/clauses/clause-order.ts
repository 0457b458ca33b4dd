/**
 * Tells whether claim and passage join their clauses otherwise: "the roof leaked because the school closed" has the words of
 * "the school closed because the roof leaked".
 */
import type { Word } from '#engine/language/nlp.ts';
import { isVerbal } from '#engine/language/parts-of-speech.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../../text/analysed-text.ts';

type Joint = 'cause' | 'condition' | 'unless' | 'after' | 'until' | 'purpose' | 'concession';

/** What a conjunction makes of the clause after it; `isTurned` where it makes it of the clause before. */
interface Link {
  joint: Joint;
  isTurned: boolean;
  /** "Only if": with what it names alone. */
  isOnly: boolean;
  /** The clause or phrase that it opens, and whether that has a verb. */
  start: number;
  end: number;
  isClause: boolean;
}

const JOINTS: Readonly<Record<string, { joint: Joint; isTurned?: true }>> = {
  because: { joint: 'cause' },
  since: { joint: 'cause' },
  so: { joint: 'cause', isTurned: true },
  if: { joint: 'condition' },
  when: { joint: 'condition' },
  whenever: { joint: 'condition' },
  provided: { joint: 'condition' },
  unless: { joint: 'unless' },
  after: { joint: 'after' },
  once: { joint: 'after' },
  following: { joint: 'after' },
  before: { joint: 'after', isTurned: true },
  until: { joint: 'until' },
  although: { joint: 'concession' },
  though: { joint: 'concession' },
  despite: { joint: 'concession' },
};
/** Words before "to" or "of" that give a cause: "due to", "as a result of". */
const CAUSES = /^(?:due|owing|thanks|result|consequence|account)$/;

/** What follows from what: a cause comes first, and what happens "once" something has happened comes after it. */
const FOLLOWS: Readonly<Record<Joint, ReadonlySet<Joint>>> = {
  cause: new Set<Joint>(['cause']),
  condition: new Set<Joint>(['condition', 'after', 'cause']),
  unless: new Set<Joint>(['unless']),
  after: new Set<Joint>(['after', 'condition', 'cause']),
  until: new Set<Joint>(['until', 'after']),
  purpose: new Set<Joint>(['purpose']),
  concession: new Set<Joint>(['concession']),
};

/** What the words at `at` join with what stands around them, and the index after them. */
function jointAt(tokens: readonly Word[], at: number): { joint: Joint; isTurned: boolean; after: number } | null {
  const { lower, pos } = tokens[at]!;
  const next = tokens[at + 1]?.lower ?? '';
  // "As soon as", "as long as"
  if (lower === 'as' && /^(?:soon|long)$/.test(next) && tokens[at + 2]?.lower === 'as')
    return { joint: next === 'soon' ? 'after' : 'condition', isTurned: false, after: at + 3 };
  if (CAUSES.test(lower) && /^(?:to|of)$/.test(next) && tokens[at + 2]?.pos !== 'VERB')
    return { joint: 'cause', isTurned: false, after: at + 2 };
  if ((lower === 'so' || lower === 'order') && next === 'that')
    return { joint: 'purpose', isTurned: false, after: at + 2 };
  // "So" opens a clause after a comma only: "so far", "and so on".
  if (lower === 'so' && tokens[at - 1]?.text !== ',') return null;
  const found = JOINTS[lower];
  if (found === undefined) return null;
  const before = tokens[at - 1];
  // "Following" and "provided" are other words as well, and "named after" is no time.
  if (/^(?:following|provided)$/.test(lower) && (pos === 'ADJ' || /^(?:DET|AUX|ADP)$/.test(before?.pos ?? '')))
    return null;
  if (lower === 'after' && /^(?:name|call|look|take|model|pattern|seek)$/.test(before?.lemma ?? '')) return null;
  const isWide = lower === 'because' && next === 'of';
  const isThat = lower === 'provided' && next === 'that';
  return { joint: found.joint, isTurned: found.isTurned === true, after: at + (isWide || isThat ? 2 : 1) };
}

/** The end of what opens at `from`: at a comma, or where the sentence's own subject begins. */
function endOfPart(text: AnalysedText, from: number, isFirst: boolean, end: number): number {
  const { tokens, frames } = text;
  const inside = frames.filter(({ verbStart }) => verbStart >= from && verbStart < end);
  const comma = tokens.findIndex(({ text: mark }, i) => i > from && i < end && mark === ',');
  if (!isFirst) {
    // "… because the roof leaked, and reopened in May"
    const next = tokens[comma + 1];
    const isOther = comma >= 0 && (next?.pos === 'CCONJ' || (next !== undefined && isVerbal(next)));
    return isOther ? comma : end;
  }
  if (comma >= 0) return comma;
  const main = inside.find(
    ({ ownSubject, participle, subjectStart }) => ownSubject && !participle && subjectStart > from,
  );
  return main?.subjectStart ?? end;
}

/** The links between clauses of the sentence [start, end). */
function linksIn(text: AnalysedText, start: number, end: number): Link[] {
  const { tokens } = text;
  const links: Link[] = [];
  for (let at = start; at < end; at++) {
    const found = jointAt(tokens, at);
    if (found === null) continue;
    const first = !tokens
      .slice(start, at)
      .some((token) => isVerbal(token) || /^(?:NOUN|PROPN|PRON|NUM)$/.test(token.pos));
    const to = endOfPart(text, found.after, first, end);
    const isClause = tokens.slice(found.after, to).some(isVerbal);
    const isDate = text.terms.some(
      (term) => term.start === found.after && (term.kind === 'date' || term.kind === 'quantity'),
    );
    if (isDate || to <= found.after) continue;
    const isOnly = tokens[at - 1]?.lower === 'only' || (at === start + 1 && tokens[start]!.lower === 'only');
    links.push({ joint: found.joint, isTurned: found.isTurned, isOnly, start: found.after, end: to, isClause });
  }
  return links;
}

/** The terms of the linked parts: what is so, and its cause, condition or time. */
interface Sides {
  main: readonly number[];
  sub: readonly number[];
}

/** Verbs, else whatever is no subject: a subject may be a pronoun in either clause. */
function telling({ terms }: AnalysedText, isOf: (term: Term) => boolean, isClause: boolean): number[] {
  const all = terms.flatMap((term, at) => (!term.light && isOf(term) ? [at] : []));
  if (!isClause) return all;
  const verbs = all.filter((at) => terms[at]!.role === 'predicate');
  const others = verbs.length > 0 ? verbs : all.filter((at) => terms[at]!.role !== 'subject');
  return others.length > 0 ? others : all;
}

function sidesOf(text: AnalysedText, { start, end, isClause, isTurned }: Link): Sides {
  const isInside = (term: Term) => term.start >= start && term.start < end;
  const inside = telling(text, isInside, isClause);
  const around = telling(text, (term) => !isInside(term), true);
  return isTurned ? { main: inside, sub: around } : { main: around, sub: inside };
}

/** Where the parts of the claim stand in the passage's sentence; those that do not stand there are left out. */
type Places = (at: number) => readonly Term[];

/** True if the sentence has the claim's parts on both sides of the link. */
function separates({ start, end }: Link, { main, sub }: Sides, places: Places): boolean {
  const isInside = (term: Term) => term.start >= start && term.start < end;
  const found = [...main, ...sub].map((at) => places(at)).filter((here) => here.length > 0);
  return found.some((here) => here.every(isInside)) && found.some((here) => !here.some(isInside));
}

function isSameLink(own: Link, other: Link, { main, sub }: Sides, places: Places): boolean {
  if (!FOLLOWS[own.joint].has(other.joint) || (other.isOnly && !own.isOnly)) return false;
  const isInside = (term: Term) => term.start >= other.start && term.start < other.end;
  const stands = (at: number, isSub: boolean) => {
    const here = places(at);
    return here.length === 0 || here.some((term) => isInside(term) === (isSub !== other.isTurned));
  };
  const isSub = (at: number) => stands(at, true);
  // Of a phrase ("after the last symptoms of a cold") the passage may say some part elsewhere.
  return main.every((at) => stands(at, false)) && (own.isClause ? sub.every(isSub) : sub.some(isSub));
}

/** "Retired in 1996 and taught": what is told first happened first. */
function isToldInOrder({ main, sub }: Sides, places: Places): boolean {
  const first = (side: readonly number[]) => Math.min(...side.flatMap((at) => places(at).map(({ start }) => start)));
  return first(sub) <= first(main);
}

/** "Dogs are welcome, on a lead": the condition is a phrase of the same clause. */
function isOfOneClause({ main, sub }: Sides, places: Places): boolean {
  const frames = (side: readonly number[]) => side.flatMap((at) => places(at).map(({ frame }) => frame));
  return new Set([...frames(main), ...frames(sub)]).size <= 1;
}

/** True if the claim joins its clauses by cause, condition or time, and the passage's sentence does not join them so. */
export function joinsOtherwise({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  const own = linksIn(claim, 0, claim.tokens.length);
  if (own.length === 0) return false;
  const [start, end] = sentenceRange(evidence, sentence);
  const theirs = linksIn(evidence, start, end);
  const places: Places = (at) => matchedTerms({ evidence, matches }, at, sentence);
  return own.some((link) => {
    const sides = sidesOf(claim, link);
    if (sides.main.length === 0 || sides.sub.length === 0) return false;
    if (theirs.some((other) => isSameLink(link, other, sides, places))) return false;
    if (theirs.some((other) => separates(other, sides, places))) return true;
    // "After the fire of 1890" may be said in many ways; a cause or a condition that is a clause needs its conjunction.
    if (!link.isClause || link.joint === 'until' || link.joint === 'concession') return false;
    return link.joint === 'after' ? !isToldInOrder(sides, places) : !isOfOneClause(sides, places);
  });
}
