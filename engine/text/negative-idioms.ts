/**
 * Handles negative words that are not plain negations: "not finished until 2021" means finished in 2021, "not by Smith but by
 * Jones" means by Jones, and "no longer open" implies that it used to be open. As plain negations, they would make true claims
 * look false.
 */
import type { Word } from './nlp.ts';
import { isVerbal } from './parts-of-speech.ts';

/** Longest distance in tokens between a "not" and its "until" or "but". */
const REACH = 16;

function isNot({ lower }: Word): boolean {
  return lower === 'not' || lower === "n't" || lower === 'n’t';
}

function endsClause(token: Word): boolean {
  return (
    /^[;:()–—.!?]$/.test(token.text) ||
    /^(?:although|though|because|while|whereas|which|who|when|if|unless)$/.test(token.lower)
  );
}

/** Index of the "until" or "till" that follows the negative word at `at` in its clause; -1 if there is none. */
function untilAfter(tokens: readonly Word[], at: number): number {
  for (let i = at + 1; i < tokens.length && i <= at + REACH; i++) {
    const token = tokens[i]!;
    if (token.lower === 'until' || token.lower === 'till') return i;
    if (endsClause(token) || token.text === ',' || token.lower === 'but') return -1;
  }
  return -1;
}

/** True for the "not" of "not … until", which says when something happened. */
export function isNotUntil(tokens: readonly Word[], at: number): boolean {
  return isNot(tokens[at]!) && untilAfter(tokens, at) >= 0;
}

/** True if the "until" at `at` belongs to a "not" before it. */
export function isNegatedUntil(tokens: readonly Word[], at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - REACH; i--) {
    if (isNot(tokens[i]!)) return untilAfter(tokens, i) === at;
    if (endsClause(tokens[i]!)) return false;
  }
  return false;
}

/**
 * For the "not" of "not … but …", the range of tokens that it negates: "by Smith" in "built not by Smith but by Jones". Null for
 * any other word. Also null if a verb follows "but": then the whole first statement is negated.
 */
export function contrasted(tokens: readonly Word[], at: number): { start: number; end: number } | null {
  if (!isNot(tokens[at]!)) return null;
  let but = -1;
  for (let i = at + 1; i < tokens.length && i <= at + REACH && but < 0; i++) {
    if (endsClause(tokens[i]!)) return null;
    if (tokens[i]!.lower === 'but') but = i;
  }
  if (but < 0 || tokens[but + 1] === undefined) return null;
  for (let i = but + 1; i < tokens.length && !endsClause(tokens[i]!) && tokens[i]!.text !== ','; i++) {
    if (isVerbal(tokens[i])) return null;
  }
  let start = at + 1;
  for (let i = start; i < but && (isVerbal(tokens[i]) || tokens[i]!.pos === 'ADV'); i++) {
    if (isVerbal(tokens[i])) start = i + 1;
  }
  const end = tokens[but - 1]!.text === ',' ? but - 1 : but;
  return end > start ? { start, end } : null;
}

/** True if the token at `at` is "anymore" or the second word of "no longer", "any longer" or "any more". */
export function isCessation(tokens: readonly Word[], at: number): boolean {
  const { lower } = tokens[at]!;
  const before = tokens[at - 1]?.lower;
  if (lower === 'anymore') return true;
  if (lower === 'longer') return before === 'no' || before === 'any';
  return lower === 'more' && before === 'any' && !/^[\p{L}]/u.test(tokens[at + 1]?.text ?? '');
}
