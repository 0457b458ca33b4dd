/** "In addition to her acting career, Stone is a painter": that she has an acting career, beside what else she is. */
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import { type Atom, range } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';

/** What the words before the comma say of the sentence's subject, and where the rest begins; null for other openings. */
export function careerOf(words: readonly Word[]): { atom: Atom; from: number } | null {
  const opening = words.slice(0, 3).map(({ lower }) => lower);
  const comma = words.findIndex(({ text }) => text === ',');
  const isCareer = /^(?:career|practice)$/u.test(words[comma - 1]?.lower ?? '') && comma > 5;
  if (opening.join(' ') !== 'in addition to' || !isCareer || !/^(?:his|her|their)$/u.test(words[3]!.lower)) return null;
  const after = words.slice(comma + 1);
  const main = mainGroup(after, verbGroups(after));
  if (main === null || main.start === 0 || main.start > LONGEST_SUBJECT) return null;
  const subject = range(comma + 1, comma + 1 + main.start).filter((i) => words[i as number]!.pos !== 'ADV');
  const verb = isPast(main) ? 'had' : words[3]!.lower === 'their' ? 'have' : 'has';
  const pieces = [...subject, verb, articleFor(words[4]!.text), ...range(4, comma)];
  return { atom: { pieces, from: 0, to: comma, unresolved: [] }, from: comma + 1 };
}

const LONGEST_SUBJECT = 5;
