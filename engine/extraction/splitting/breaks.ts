/** Splits where a semicolon or a colon stands between clauses. */
import type { Word } from '../grammar/parse.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
import { isStatement, mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { CONDITION, frontedTime, isTimeOrSource, leadLength, reports, saysSomething } from './clauses.ts';
import { isLevel } from './scope.ts';

/**
 * Bounds of the clauses that semicolons separate, or else a colon; null if there is but one, or if the first says
 * something about the others: who says so, when, or that it is false.
 */
export function clausesAtBreaks(words: readonly Word[]): { from: number; to: number }[] | null {
  const atColon = () => (isQuoting(words) ? null : splitAt(words, ':', isStatement));
  const found = splitAt(words, ';', hasFiniteVerb) ?? atColon();
  return found === null || framesWhatFollows(words.slice(0, found[0]!.to), words[found[0]!.to]!) ? null : found;
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
  /^(?:false|wrong|untrue|myth|myths|rumours?|rumors?|lie|hoax|claims?|question|quote|denied|incorrect|misconception)$/u;
const NEGATION = /^(?:not|n't|n’t|never|no)$/u;

function framesWhatFollows(part: readonly Word[], mark: Word): boolean {
  const lead = leadLength(part);
  const opening = part.slice(0, lead > 0 ? lead : frontedTime(part));
  const first = opening[0]?.lower ?? '';
  if (isTimeOrSource(opening) || CONDITION.test(first)) return true;
  // "It is not true; the mayor resigned in 2020."
  const isDenial = mark.text === ':' || part.some(({ lower }) => /^(?:true|so|case|correct|right)$/u.test(lower));
  return reports(part) || part.some(({ lower }) => FRAME.test(lower) || (isDenial && NEGATION.test(lower)));
}

function hasFiniteVerb(part: readonly Word[]): boolean {
  return part.length > 2 && verbGroups(part).some(({ finite }) => finite);
}

/** Splits what a semicolon still joins; the atom itself if one side has no verb. */
export function splitAtSemicolon(words: readonly Word[], atom: Atom): Atom[] {
  const { pieces } = atom;
  const at = pieces.findIndex((piece) => typeof piece === 'number' && words[piece]!.text === ';');
  if (at < 0) return [atom];
  const [before, after] = [pieces.slice(0, at), pieces.slice(at + 1)];
  const stand = [before, after].every((part) => hasFiniteVerb(wordsOf(words, part)) && isLevel(wordsOf(words, part)));
  const [first] = after;
  if (!stand || typeof first !== 'number' || framesWhatFollows(wordsOf(words, before), words[pieces[at] as number]!))
    return [atom];
  const rest = { ...atom, pieces: after, from: first };
  return [{ ...atom, pieces: before, to: pieces[at] as number }, ...splitAtSemicolon(words, rest)];
}

function wordsOf(words: readonly Word[], pieces: readonly Piece[]): Word[] {
  return pieces.filter((piece) => typeof piece === 'number').map((at) => words[at]!);
}
