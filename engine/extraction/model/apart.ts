/**
 * Finds whole clauses that a statement leaves out and that do not affect it: "The hall is free, (and members don't pay for
 * drinks)". Such a clause has its own subject or verb, so a negation, limit or condition in it applies to that clause alone. A
 * condition, a frame or a speaker at the front applies to everything that follows, so a clause with one of these is never
 * independent. In the examples, parentheses enclose what the statement leaves out.
 */
import { isUnreal } from './doubts.ts';
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

const STRONG = /^[;:]$/;
const JOINING = /^(?:and|but|yet|so|although|though|while|whereas|since|because|where)$/;
/** The only conjunctions that may begin a clause without a comma before them. */
const FREE_JOINING = /^(?:and|but)$/;
const NOMINAL = /^(?:NOUN|PROPN|PRON|NUM)$/;
/** Parts of speech that may begin a clause with nothing before its subject. */
const SUBJECT = /^(?:DET|NOUN|PROPN|PRON|NUM|ADJ)$/;
const VERBAL = /^(?:VERB|AUX)$/;
/** Words that refer back to the clause before. A clause that begins with one is not independent of it. */
const TAKING_UP = /^(?:that|this|these|those|so|neither|nor|none|nobody|both|such|which)$/;
/** Conjunctions whose clause, before another one, may apply to that one too. */
const CONDITION = /^(?:if|unless|when|whenever|once|until|till|while|as|since|because|although|though)$/;
/** Words that begin a modifier which, at the end, may apply to all clauses before it. */
const CLOSING = /^(?:if|unless|except|according)$/;
/** The same, but only if no comma, semicolon or colon separates their clause from the one before. */
const CLOSING_CLOSELY = /^(?:when|whenever|once|until|till)$/;
/** Words that introduce reported speech or alternatives. */
const LEADING = /^(?:that|whether|or|nor|either|neither|not|according)$/;

/**
 * Tells which words remain if the independent clauses that the statement leaves out are removed. All words remain if the sentence
 * has a quotation or a question mark, or if the statement itself has no verb.
 */
export function withoutClauses(words: Words, own: readonly boolean[]): boolean[] {
  if (words.some(({ isQuoted, text }) => isQuoted || text === '?')) return words.map(() => true);
  const clauses = clausesOf(words).filter(({ from, to }) => !own.slice(from, to).includes(true));
  const kept = words.map(() => true);
  for (const clause of clauses) if (isOfItself(words, own, clause)) kept.fill(false, clause.from, clause.to);
  return kept;
}

/**
 * A run of words up to the next joint, i.e. a semicolon, a colon or a conjunction that begins a clause. `begins` is the first
 * word after the run's own joint; `to` is exclusive.
 */
interface Clause {
  from: number;
  begins: number;
  to: number;
}

/** Splits the sentence at its joints. A run without a finite verb belongs to the clause before it. */
function clausesOf(words: Words): Clause[] {
  const all: Omit<Clause, 'to'>[] = [{ from: 0, begins: 0 }];
  for (const [at] of words.entries()) {
    const start = at > 0 ? jointAt(words, at) : null;
    // No clause ends before its verb: "Ada and Ben Noll paid" is one clause.
    const isBehindClause = words.slice(all.at(-1)!.begins, at).some(({ pos }) => VERBAL.test(pos));
    if (start !== null && isBehindClause) all.push(start);
  }
  return all.map((start, i) => ({ ...start, to: all[i + 1]?.from ?? words.length }));
}

/** The clause whose joint begins with the word or punctuation mark at `at`; null if there is none. */
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

/** True if a subject and then a finite verb follow, before anything that would open another clause. */
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

/** True if the clause is independent: nothing in it affects what the statement says. */
function isOfItself(words: Words, own: readonly boolean[], { from, begins, to }: Clause): boolean {
  const clause = words.slice(begins, to);
  const [first] = clause;
  if (first === undefined || !words.some(({ pos }, at) => own[at] && VERBAL.test(pos))) return false;
  if (from > 0 && first.pos !== 'AUX' && !hasVerb(words, begins)) return false;
  // "…, and the bar opens if it rains": the condition may apply to both clauses.
  const isMarked = /^[,;:]$/.test(words[from]!.text);
  const ends = clause.slice(1).some(({ lower }) => CLOSING.test(lower) || (!isMarked && CLOSING_CLOSELY.test(lower)));
  if (from > own.indexOf(true)) return !TAKING_UP.test(first.lower) && !ends;
  // A clause before the statement may introduce it, e.g. as reported speech.
  const isSubject = SUBJECT.test(first.pos) || (first.pos === 'VERB' && first.lower.endsWith('ing'));
  const leads = (_: ReadWord, i: number) => {
    const { lower, marks } = words[begins + i]!;
    const isGoverning = marks.some(({ kind }) => kind === 'governing') && !CONDITION.test(lower);
    return LEADING.test(lower) || isGoverning || isUnreal(words, own, begins + i);
  };
  const isPlain = isSubject && !CONDITION.test(first.lower) && hasVerb(words, begins) && !clause.some(leads);
  return isPlain && words[to]?.text !== ':';
}
