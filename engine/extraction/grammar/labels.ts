/** Recognises labels with a colon: "Height: It stands 330 metres tall." and "Owner: City of Paris". */

import { isStatement, mainGroup, verbGroups } from './verb-groups.ts';
import type { Word } from './word.ts';

/** Longest label in words. */
const LONGEST_LABEL = 5;

/** Number of words of the label that opens the sentence, including its colon; 0 if there is none. */
export function labelLength(words: readonly Word[]): number {
  const colon = words.slice(0, LONGEST_LABEL + 1).findIndex((word) => word.text === ':');
  const hasBody = colon > 0 && words.slice(colon + 1).some((word) => word.pos !== 'PUNCT');
  if (
    !hasBody ||
    words.slice(0, colon).some((word) => word.pos === 'AUX' || word.pos === 'PRON' || word.pos === 'PUNCT') ||
    (colon > 2 && isStatement(words.slice(0, colon)))
  )
    return 0;
  return colon + 1;
}

/** True if a full clause follows the label, so the label adds nothing. */
export function isFollowedByClause(words: readonly Word[], label: number): boolean {
  if (isFrame(words.slice(0, label))) return false;
  const body = words.slice(label);
  const main = mainGroup(body, verbGroups(body));
  const opens = /^[\p{Lu}\d"“]/u.test(body[0]!.text) || isPlainTopic(words.slice(0, label - 1), body[0]!);
  return main !== null && main.start > 0 && opens;
}

/** Whether the label is a plain topic: "Money: a fifth of it comes from us", but not "On the way: it rained". */
const isPlainTopic = (label: readonly Word[], next: Word) =>
  label.length === 1 && /^(?:NOUN|PROPN)$/u.test(label[0]!.pos) && /^(?:DET|PRON)$/u.test(next.pos);

/** True if the words say whether what follows is so, or who says it. */
export const isFrame = (words: readonly Word[]): boolean => words.some(({ lower }) => FRAMES.test(lower));

const FRAMES =
  /^(?:myths?|false|fake|wrong|untrue|incorrect|misconceptions?|fictions?|hoax|rumou?rs?|claims?|claimed|allegations?|alleged|hypothesis|hypotheses|theory|question|quote|quoted|legend|lie|lies|doubtful|unproven|debunked|opinion|statement|said|scenario|example|not)$/u;
