/** Finds list items that have no subject of their own and are about the line above the list. */
import { isInstruction } from '../description/instructions.ts';
import { labelLength } from '../grammar/labels.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { cleanText } from '../layout/markdown.ts';
import type { Segment } from '../layout/segments.ts';

const FEWEST_WORDS_OF_SENTENCE = 6;
/** Characters of the line above that are shown. */
const LONGEST_SHOWN = 200;

/** For a list item without a clause of its own, the line above as an open dependency; else empty. */
export function missingSubject(content: string, { kind, heading }: Segment, words: readonly Word[]): string[] {
  if (kind !== 'list_item' || heading === null) return [];
  const main = mainGroup(words, verbGroups(words));
  if ((main !== null && main.start > 0) || isInstruction(words) || isFullSentence(words)) return [];
  const end = Math.min(heading.end, heading.start + LONGEST_SHOWN);
  return [`subject: "${cleanText(content, heading.start, end)}"`];
}

/** True for a sentence whose verb was not recognised: it has a subject and ends like one. */
function isFullSentence(words: readonly Word[]): boolean {
  const first = words[labelLength(words)];
  const isSubject = /^(?:DET|PRON|PROPN|NOUN|ADP|NUM)$/u.test(first?.pos ?? '');
  return words.length >= FEWEST_WORDS_OF_SENTENCE && words.at(-1)!.text === '.' && isSubject;
}
