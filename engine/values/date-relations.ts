/** Reads the words before a date that relate the statement to it: "before 1990", "since May", "no later than Friday". */

import { isNegatedUntil } from '#engine/text/negative-idioms.ts';
import type { Token } from '#engine/text/nlp.ts';
import { byWord } from '#engine/text/word-lists.ts';

/** `by`: on that date or earlier. `from`: on that date or later. */
export type DateRelation = 'in' | 'before' | 'after' | 'by' | 'from' | 'since' | 'until';

const RELATIONS: ReadonlyMap<string, DateRelation> = byWord({
  before: 'before prior',
  by: 'by',
  after: 'after',
  since: 'since',
  until: 'until till',
});

/** Prepositions after which "the end of May" means its last day: "by the end of May", "before the end of May". */
const RELATIONS_TO_END: ReadonlyMap<string, DateRelation> = byWord({ by: 'by before', until: 'until till' });

/** Words for states that hold from a day on: "valid from 1 May". */
const LASTING = /^(?:force|effect|valid|effective|applicable|binding)$/;

/** The relation that the words before token `at` express. */
export function relationBefore(tokens: readonly Token[], at: number): DateRelation {
  const before = tokens[at - 1]?.lower ?? '';
  if (before === 'than') {
    const isDenied = /^(?:no|not)$/.test(tokens[at - 3]?.lower ?? '');
    const word = tokens[at - 2]?.lower;
    if (word === 'later') return isDenied ? 'by' : 'after';
    if (word === 'earlier') return isDenied ? 'from' : 'before';
  }
  if (before === 'of' && tokens[at - 2]?.lower === 'end' && tokens[at - 3]?.lower === 'the') {
    const bound = RELATIONS_TO_END.get(tokens[at - 4]?.lower ?? '');
    if (bound !== undefined) return bound;
  }
  // E.g. "in force from 1 May".
  if (before === 'from' && LASTING.test(tokens[at - 2]?.lower ?? '')) return 'since';
  const relation = RELATIONS.get(before === 'to' ? (tokens[at - 2]?.lower ?? '') : before) ?? 'in';
  // "Not finished until 2021" means finished in 2021.
  return relation === 'until' && isNegatedUntil(tokens, at - 1) ? 'in' : relation;
}
