/** Names with "and" in them. */
import type { Word } from '../grammar/parse.ts';
import type { Member } from './members.ts';
import { hasOf } from './noun-members.ts';

/** "Ministry of Trade and Industry", "Marks and Spencer", "the Rock and Roll Hall of Fame". */
export function isOneName(
  view: readonly Word[],
  members: readonly Member[],
  parts: readonly Word[][],
  isComplement: boolean,
): boolean {
  const at = members[0]!.from;
  const [first, second] = parts as [Word[], Word[]];
  const goesOn = parts.length === 2 && second[0]!.lower !== 'the' && hasOf(first) !== hasOf(second);
  // "is Director of News and Current Affairs", "the Rock and Roll Hall of Fame": one office, one name.
  if (goesOn && (isComplement || (hasOf(second) && first[0]!.lower === 'the'))) return true;
  const texts = parts.map((part) => part.map(({ lower }) => lower).join(' '));
  if (new Set(texts).size < texts.length) return true;
  const follows = view[at - 1]!.pos === 'ADP' && view[at - 2]?.pos === 'PROPN';
  const isPair = parts.length === 2 && parts.every((part) => part.length === 1);
  // "the Ministry of Trade and Industry"
  const mayGoOn = parts.at(-1)!.length === 1 && parts.some(hasOf);
  return (
    mayGoOn || (follows && !parts.every((part) => part[0]!.lower === 'the')) || (isPair && view[at - 1]!.pos !== 'ADP')
  );
}
