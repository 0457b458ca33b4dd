/** Tells titles that state something ("City bans cars") from others ("What it produces", "Lessons learned"). */
import { isMonth, isWeekday } from '#engine/values/calendar.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { isTimeWord } from './scope.ts';

/** True for a declarative sentence: a subject with a finite verb that belongs to no "what" or "how". */
export function isDeclarative(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null || main.start === 0) return false;
  const subject = words.slice(0, main.start);
  if (!subject.some((word) => /^(?:NOUN|PROPN|PRON|DET)$/u.test(word.pos))) return false;
  // "Lessons learned from the storm": a participle that describes the noun before it.
  const next = words[main.end];
  const isBareParticiple =
    main.first.forms?.participle === true && (next === undefined || next.pos === 'PUNCT' || next.pos === 'ADP');
  return !isBareParticiple || subject.some((word, i) => word.pos === 'DET' || (i > 0 && word.pos === 'PROPN'));
}

/**
 * Whether a bold text is a title at the start of a paragraph: "**Hotels and meals.** In London …". With a date beside other
 * words, it is a statement: "**Open from 1 May**". `text` has its markup.
 */
export function isTitleInBold(text: string, words: readonly Word[]): boolean {
  if (text.length > LONGEST_RUN_IN || !/^(\*\*|__)[^*_]+\1$/u.test(text)) return false;
  const isOfTime = words.some(({ lower, text }) => isMonth(lower) || isWeekday(lower) || text === ':');
  const isAboutSomething = words.some((word) => /^(?:NOUN|PROPN|VERB|ADJ)$/u.test(word.pos) && !isTimeWord(word));
  const statesTime = isOfTime && isAboutSomething && words.some(({ pos }) => pos === 'NUM');
  return !statesTime && !isDeclarative(words);
}

const LONGEST_RUN_IN = 80;
