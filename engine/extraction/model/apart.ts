/**
 * Clauses that a statement leaves out as a whole: "The hall is free, (and members don't pay for drinks)". Each has its own subject or
 * verb, so that what it denies, bounds or supposes goes for itself alone. A condition, a frame or a speaker in front goes for
 * all that follows, and belongs to none of these.
 */
import { isUnreal } from './doubts.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

const STRONG = /^[;:]$/;
const JOINING = /^(?:and|but|yet|so|although|though|while|whereas|since|because|where)$/;
/** Without a comma, these two begin a clause only before its subject and verb. */
const FREE_JOINING = /^(?:and|but)$/;
const NOMINAL = /^(?:NOUN|PROPN|PRON|NUM)$/;
/** What a clause begins with that has nothing in front of its subject. */
const SUBJECT = /^(?:DET|NOUN|PROPN|PRON|NUM|ADJ)$/;
const VERBAL = /^(?:VERB|AUX)$/;
/** Speak of what was said before: what they deny is not theirs alone. */
const TAKING_UP = /^(?:that|this|these|those|so|neither|nor|none|nobody|both|such|which)$/;
/** In front of a clause, they go for the next one too. */
const CONDITION = /^(?:if|unless|when|whenever|once|until|till|while|as|since|because|although|though)$/;
/** Behind several clauses, they go for all of these. */
const CLOSING = /^(?:if|unless|except|according)$/;
const CLOSING_CLOSELY = /^(?:when|whenever|once|until|till)$/;
/** Lead on into what somebody says, or what may be. */
const LEADING = /^(?:that|whether|or|nor|either|neither|not|according)$/;

/**
 * Which words are left if clauses of their own that the statement leaves out are taken away: all where something is quoted.
 * The statement itself must have a subject and a verb.
 */
export function withoutClauses(words: Words, own: readonly boolean[]): boolean[] {
  if (words.some(({ isQuoted, text }) => isQuoted || text === '?')) return words.map(() => true);
  const clauses = clausesOf(words).filter(({ from, to }) => !own.slice(from, to).includes(true));
  const kept = words.map(() => true);
  for (const clause of clauses) if (isOfItself(words, own, clause)) kept.fill(false, clause.from, clause.to);
  return kept;
}

/** A run of words from its joint to the next; `to` is exclusive. `begins` is the first word behind the joint. */
interface Clause {
  from: number;
  begins: number;
  to: number;
}

/** The sentence in runs, each of which is a clause or belongs to the one before. */
function clausesOf(words: Words): Clause[] {
  const all: Omit<Clause, 'to'>[] = [{ from: 0, begins: 0 }];
  for (const [at] of words.entries()) {
    const start = at > 0 ? jointAt(words, at) : null;
    // "Ada and Ben Noll paid" is one clause.
    const isBehindClause = words.slice(all.at(-1)!.begins, at).some(({ pos }) => VERBAL.test(pos));
    if (start !== null && isBehindClause) all.push(start);
  }
  return all.map((start, i) => ({ ...start, to: all[i + 1]?.from ?? words.length }));
}

/** The clause that begins with the word or mark at `at`. */
function jointAt(words: Words, at: number): Omit<Clause, 'to'> | null {
  const { text, lower } = words[at]!;
  const next = words[at + 1];
  if (STRONG.test(text)) return { from: at, begins: JOINING.test(next?.lower ?? '') ? at + 2 : at + 1 };
  if (text === ',' && JOINING.test(next?.lower ?? '')) return joined(words, at, at + 2);
  if (FREE_JOINING.test(lower) && words[at - 1]?.text !== ',') return joined(words, at, at + 1);
  return null;
}

function joined(words: Words, from: number, begins: number): Omit<Clause, 'to'> | null {
  const first = words[begins];
  if (first === undefined || (first.lower === 'that' && words[begins - 1]!.lower === 'so')) return null;
  return first.pos === 'AUX' || hasVerb(words, begins) ? { from, begins } : null;
}

/** True if a finite verb stands behind its subject before anything that would open another clause. */
function hasVerb(words: Words, from: number): boolean {
  let hasSubject = false;
  for (let at = from; at < words.length; at++) {
    const { pos, lower, text, lemma } = words[at]!;
    if (!hasSubject && (pos === 'AUX' || (pos === 'VERB' && !lower.endsWith('ing')))) return false;
    if (pos === 'AUX') return true;
    if (hasSubject && pos === 'VERB' && !lower.endsWith('ing') && words[at - 1]!.lower !== 'to')
      return lower !== lemma || /^(?:NOUN|PROPN|PRON|ADV)$/.test(words[at - 1]!.pos);
    if (/^[;:]$/.test(text) || (at > from && (JOINING.test(lower) || LEADING.test(lower)))) return false;
    hasSubject ||= NOMINAL.test(pos) || (pos === 'VERB' && lower.endsWith('ing'));
  }
  return false;
}

/** True if nothing in the clause bears on what the statement has. */
function isOfItself(words: Words, own: readonly boolean[], { from, begins, to }: Clause): boolean {
  const clause = words.slice(begins, to);
  const [first] = clause;
  if (first === undefined || !words.some(({ pos }, at) => own[at] && VERBAL.test(pos))) return false;
  if (from > 0 && first.pos !== 'AUX' && !hasVerb(words, begins)) return false;
  // "…, and the bar opens if it rains": the condition may go for both.
  const isMarked = /^[,;:]$/.test(words[from]!.text);
  const ends = clause.slice(1).some(({ lower }) => CLOSING.test(lower) || (!isMarked && CLOSING_CLOSELY.test(lower)));
  if (from > own.indexOf(true)) return !TAKING_UP.test(first.lower) && !ends;
  // What stands before may lead on into the statement.
  const isSubject = SUBJECT.test(first.pos) || (first.pos === 'VERB' && first.lower.endsWith('ing'));
  const leads = (_: ReadWord, i: number) => {
    const { lower, marks } = words[begins + i]!;
    const isGoverning = marks.some(({ kind }) => kind === 'governing') && !CONDITION.test(lower);
    return LEADING.test(lower) || isGoverning || isUnreal(words, own, begins + i);
  };
  const isPlain = isSubject && !CONDITION.test(first.lower) && hasVerb(words, begins) && !clause.some(leads);
  return isPlain && words[to]?.text !== ':';
}
