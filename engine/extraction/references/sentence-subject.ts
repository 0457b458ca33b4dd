/** Finds the grammatical subject of a sentence. */

import { BE_FORMS } from '#engine/language/verbs.ts';
import { isPersonNoun } from '../grammar/class-nouns.ts';
import { labelLength } from '../grammar/labels.ts';
import type { Word } from '../grammar/parse.ts';
import { isNominal } from '../grammar/pronouns.ts';
import { mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { frontedTime } from '../splitting/clauses.ts';
import type { Entity, Mention } from './discourse.ts';

export interface Subject {
  /** Index of its first word. */
  at: number;
  text: string;
  /** Null if the subject isn't a name. */
  entity: Entity | null;
  isPlural: boolean;
  /** A common noun without an article: "rain". */
  isBare: boolean;
  isPerson: boolean;
  /** The name it is equated with ("The highest mountain is Olympus Mons"), which isn't a second candidate. */
  equals: Entity | null;
}

function nameAfterCopula(words: readonly Word[], main: VerbGroup, mentions: readonly Mention[]): Entity | null {
  if (!BE_FORMS.has(main.head.lower)) return null;
  const at = words[main.end]?.lower === 'the' ? main.end + 1 : main.end;
  return mentions.find((mention) => mention.from === at)?.entity ?? null;
}

/** The words before the main verb if they are a plain noun phrase, a pronoun or a list of names, else null. */
export function subjectOf(words: readonly Word[], mentions: readonly Mention[]): Subject | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return null;
  let end = main.start;
  while (end > 0 && words[end - 1]!.text === ',') end--;
  const comma = words.findIndex((word, i) => i < end && word.text === ',');
  const isInsert = comma > 0 && mentions.some((mention) => mention.from <= 1 && mention.to === comma);
  let from = isInsert || comma < 0 ? 0 : words.slice(0, end).findLastIndex((word) => word.text === ',') + 1;
  from = Math.max(from, labelLength(words));
  while (/^(?:PUNCT|CCONJ|INTJ)$/u.test(words[from]?.pos ?? '') && from < end) from++;
  from += frontedTime(words.slice(from, end));
  const stop = isInsert ? comma : end;
  const part = words.slice(from, stop);
  if (part.length === 0 || part.length > 10) return null;
  const isPlain =
    part.every((word) => /^(?:NOUN|PROPN|ADJ|ADV|DET|NUM|PRON|CCONJ|ADP|PART|PUNCT)$/u.test(word.pos)) &&
    part[0]!.pos !== 'ADP' &&
    part.some((word) => isNominal(word) || word.pos === 'PRON');
  if (!isPlain) return null;
  const mention = mentions.find(
    (candidate) =>
      candidate.from >= from && candidate.to === stop && (candidate.from === from || words[from]!.lower === 'the'),
  );
  const isJoined = part.some((word) => word.lower === 'and');
  const isPossessor = (i: number) => /^['’]s?$/u.test(part[i + 1]?.text ?? '');
  const last =
    part.find((word, i) => word.pos === 'NOUN' && part[i + 1]?.pos !== 'NOUN' && !isPossessor(i)) ?? part.at(-1)!;
  const text = words
    .slice(from, stop)
    .map((word, i) => (i > 0 && word.start > words[from + i - 1]!.end ? ' ' : '') + word.text)
    .join('')
    .replace(/["“”]/gu, '');
  const isIndefinite = /^an?$/u.test(part[0]!.lower);
  return {
    at: from,
    text: isIndefinite
      ? `the ${text.replace(/^\S+\s/u, '')}`
      : part[0]!.pos === 'DET'
        ? text[0]!.toLowerCase() + text.slice(1)
        : text,
    entity: isJoined ? null : (mention?.entity ?? null),
    isPlural:
      isJoined || (last.pos === 'NOUN' && /[^su]s$/u.test(last.lower)) || /^(?:they|these|those|we)$/u.test(last.lower),
    isBare: part[0]!.pos !== 'DET' && part[0]!.pos !== 'PROPN' && mention === undefined,
    equals: nameAfterCopula(words, main, mentions),
    isPerson:
      mention?.entity.kind === 'person' ||
      /^(?:he|she)$/u.test(last.lower) ||
      (mention === undefined && last.pos === 'NOUN' && isPersonNoun(last.lower)),
  };
}
