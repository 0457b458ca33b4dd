/** Splits where a semicolon or a colon stands between clauses, and before what is added at the end of a statement. */
import type { Word } from '../grammar/parse.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { CONDITION, frontedTime, isTimeOrSource, leadLength, reports, saysSomething } from './clauses.ts';
import { isScoped } from './scope.ts';

/**
 * Bounds of the clauses that semicolons separate, or else a colon; null if there is but one, or if the first says
 * something about the others: who says so, when, or that it is false.
 */
export function clausesAtBreaks(words: readonly Word[]): { from: number; to: number }[] | null {
  const atColon = () => (isQuoting(words) ? null : splitAt(words, ':', isClause));
  const found = splitAt(words, ';', hasVerb) ?? atColon();
  return found === null || framesWhatFollows(words.slice(0, found[0]!.to)) ? null : found;
}

function splitAt(words: readonly Word[], mark: string, stands: (part: readonly Word[]) => boolean) {
  const bounds: { from: number; to: number }[] = [];
  let from = 0;
  for (let i = 1; i <= words.length; i++) {
    if (i < words.length && (words[i]!.text !== mark || !isLevel(words.slice(from, i)))) continue;
    const part = words.slice(from, i);
    if (stands(part) && isLevel(part)) {
      bounds.push({ from, to: i });
      from = i + 1;
    } else if (i === words.length) {
      // What can't stand alone belongs to the clause before it.
      const last = bounds.at(-1);
      if (last === undefined) return null;
      last.to = words.length;
    }
  }
  return bounds.length > 1 ? bounds : null;
}

/** True for 'The mayor told reporters: …', '…: "The bridge is safe."' */
function isQuoting(words: readonly Word[]): boolean {
  const colon = words.findIndex(({ text }) => text === ':');
  if (/^["“‘']/u.test(words[colon + 1]?.text ?? '')) return true;
  const before = words.slice(0, colon);
  const main = mainGroup(before, verbGroups(before));
  return main !== null && saysSomething(main);
}

/** Words that say of what follows that it is told, or not so. */
const FRAME =
  /^(?:false|wrong|untrue|myth|myths|rumours?|rumors?|lie|hoax|claims?|question|quote|denied|incorrect|misconception|not|n't|n’t|never|no)$/u;

function framesWhatFollows(part: readonly Word[]): boolean {
  const lead = leadLength(part);
  const opening = part.slice(0, lead > 0 ? lead : frontedTime(part));
  const first = opening[0]?.lower ?? '';
  if (isTimeOrSource(opening) || CONDITION.test(first)) return true;
  return reports(part) || part.some(({ lower }) => FRAME.test(lower));
}

function hasVerb(part: readonly Word[]): boolean {
  return part.length > 2 && verbGroups(part).some(({ finite }) => finite);
}

/** True for a subject with its verb, both written out. */
function isClause(part: readonly Word[]): boolean {
  const main = mainGroup(part, verbGroups(part));
  return main !== null && main.start > 0 && part.length > 3;
}

/** True if no bracket or quotation is left open. */
function isLevel(part: readonly Word[]): boolean {
  let depth = 0;
  let quotes = 0;
  for (const { text } of part) {
    if (/^[([“]$/u.test(text)) depth++;
    if (/^[)\]”]$/u.test(text)) depth--;
    if (text === '"') quotes++;
  }
  return depth === 0 && quotes % 2 === 0;
}

/** Splits what a semicolon still joins; the atom itself if one side has no verb. */
export function splitAtSemicolon(words: readonly Word[], atom: Atom): Atom[] {
  const { pieces } = atom;
  const at = pieces.findIndex((piece) => typeof piece === 'number' && words[piece]!.text === ';');
  if (at < 0) return [atom];
  const [before, after] = [pieces.slice(0, at), pieces.slice(at + 1)];
  const stand = [before, after].every((part) => hasVerb(wordsOf(words, part)) && isLevel(wordsOf(words, part)));
  const [first] = after;
  if (!stand || typeof first !== 'number' || framesWhatFollows(wordsOf(words, before))) return [atom];
  const rest = { ...atom, pieces: after, from: first };
  return [{ ...atom, pieces: before, to: pieces[at] as number }, ...splitAtSemicolon(words, rest)];
}

const QUANTIFIED = /^(?:one|two|three|four|some|many|most|all|both|none|neither|each|half|part)$/u;
const PREPOSITION = /^(?:for|by|in|from|at|to|with|on|of|after|under|through)$/u;

/**
 * "It moves to Brno, which should save 2.5 million" says that it moves; the rest can't be judged without it, so the
 * whole is a statement too, whose span is the relative clause.
 */
export function splitSentenceRelative(words: readonly Word[], atom: Atom): Atom[] {
  const { pieces, to, unresolved } = atom;
  for (let at = pieces.length - 3; at > 1; at--) {
    if (!opensRelative(words, pieces, at)) continue;
    const main = wordsOf(words, pieces.slice(0, at));
    const rest = wordsOf(words, pieces.slice(at + 1));
    if (!isClause(main) || !isLevel(main) || !verbGroups(rest).some(({ finite }) => finite)) continue;
    if (rest.some(({ lower }) => RESTRICTS.test(lower))) continue;
    return [
      { ...atom, pieces: pieces.slice(0, at), to: pieces[at] as number },
      { pieces, from: pieces[at + 1] as number, to, unresolved },
    ];
  }
  return [atom];
}

/** What opens an addition that is set off at the end: a place, a time, a circumstance, or "the largest ever". */
const ADDITION = /^(?:in|on|for|from|after|before|as|during|despite)$/u;
/** "In the opinion of the prosecutor", "in theory": the statement holds only with such an addition. */
const LIMITS =
  /^(?:opinion|opinions|view|views|words|eyes|theory|principle|practice|exception|exceptions|conditions|case|cases|circumstances|absence|part|general|most|some|only|exchange|return|long)$/u;
const LONGEST_ADDITION = 14;

/**
 * "One turned up in 2008, in excellent condition" says that one turned up, and the whole is a statement too, whose span
 * is the addition.
 */
export function splitAddition(words: readonly Word[], atom: Atom): Atom[] {
  const { pieces, to, unresolved } = atom;
  const isComma = (piece: Piece) => typeof piece === 'number' && words[piece]!.text === ',';
  const at = pieces.findLastIndex(isComma);
  const [main, rest] = [wordsOf(words, pieces.slice(0, at)), wordsOf(words, pieces.slice(at + 1))];
  const next = pieces[at + 1];
  if (at < 3 || typeof next !== 'number' || next !== (pieces[at] as number) + 1) return [atom];
  if (rest.length < 2 || rest.length > LONGEST_ADDITION || !isAddition(rest) || main.some(isScoped)) return [atom];
  // With another comma it may be the last member of a list.
  if (!isClause(main) || !isLevel(main) || main.some(({ text }) => text === ',')) return [atom];
  return [
    { ...atom, pieces: pieces.slice(0, at), to: pieces[at] as number },
    { pieces, from: next, to, unresolved },
  ];
}

function isAddition(words: readonly Word[]): boolean {
  const [first, second] = words;
  if (words.some((word, i) => word.pos === 'CCONJ' && words[i + 1]?.pos === 'ADP')) return false;
  if (words.some(({ lower }) => LIMITS.test(lower) || RESTRICTS.test(lower))) return false;
  if (first!.lower === 'the') return /^(?:first|last|only|most|least|\p{L}{2,}est)$/u.test(second!.lower);
  return ADDITION.test(first!.lower) && !verbGroups(words).some(({ finite }) => finite);
}

/** What takes back a part of the statement before it. */
const RESTRICTS = /^(?:if|unless|except|excepting|excluding|provided|providing|but|though|although)$/u;

/** True for ", which", ", neither of which", ", for which", ", where" of the text itself. */
function opensRelative(words: readonly Word[], pieces: readonly Piece[], at: number): boolean {
  const ahead = pieces.slice(at, at + 4);
  const isLiteral = ahead
    .slice(0, 2)
    .every((piece, i) => typeof piece === 'number' && piece === (ahead[0] as number) + i);
  const [comma, first, second, third] = ahead.map((piece) => (typeof piece === 'number' ? words[piece]!.lower : piece));
  if (!isLiteral || comma !== ',') return false;
  if (first === 'which' || first === 'where') return true;
  if (PREPOSITION.test(first ?? '')) return second === 'which';
  return QUANTIFIED.test(first ?? '') && second === 'of' && (third === 'which' || third === 'whom');
}

function wordsOf(words: readonly Word[], pieces: readonly Piece[]): Word[] {
  return pieces.filter((piece) => typeof piece === 'number').map((at) => words[at]!);
}
