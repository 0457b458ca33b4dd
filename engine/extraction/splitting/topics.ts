/** "As for the kiosk, it closes in May", "On Ada Stone: she was born in Hull": what is spoken of stands before the statement. */
import { isNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { type Piece, range } from '../grammar/pieces.ts';
import { isImpersonal } from '../grammar/pronouns.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';

/** A topic: the words that name it, and where the statement about it begins, with a pronoun. */
export interface Topic {
  pieces: Piece[];
  from: number;
}

const LONGEST_TOPIC = 8;

/** The topic that opens the words; null if there is none, or if no pronoun takes it up as the subject. */
export function topicOf(words: readonly Word[]): Topic | null {
  const isAsFor = words[0]?.lower === 'as' && words[1]?.lower === 'for';
  const start = isAsFor ? 2 : /^(?:on|about|regarding|concerning)$/u.test(words[0]?.lower ?? '') ? 1 : 0;
  const mark = words.findIndex(({ text }) => text === ':' || (isAsFor && text === ','));
  if (start === 0 || mark <= start || mark - start > LONGEST_TOPIC) return null;
  const phrase = words.slice(start, mark);
  const isPlain = phrase.every(({ pos, text }) => /^(?:DET|ADJ|NOUN|PROPN|ADP|NUM|PART)$/u.test(pos) || text === '-');
  const rest = words.slice(mark + 1);
  const main = mainGroup(rest, verbGroups(rest));
  const isTakenUp = main?.start === 1 && /^(?:he|she|it|they)$/u.test(rest[0]!.lower) && !isImpersonal(rest, 0);
  return isPlain && isNoun(phrase.at(-1)) && isTakenUp ? { pieces: range(start, mark), from: mark + 1 } : null;
}
