/**
 * Decoys: statements that are mixed into those that a model is asked about again, and that their sentences certainly do not
 * state.
 */
import { negate } from '#engine/syntax/negate.ts';
import { plainWords, YEAR } from './words.ts';

export interface Decoy {
  /** Index of the asked sentence that it is listed under; null if it comes with a sentence of its own. */
  of: number | null;
  sentence: string;
  statement: string;
}

interface Asked {
  sentence: string;
  statements: readonly string[];
}

/** Invented sentences, each with a part that it does not state. The parts are cut out the way the real statements are. */
const CUTS: readonly (readonly [sentence: string, statement: string])[] = [
  [
    'Members of the reading circle pay four pounds a year if they are older than sixty.',
    'Members of the reading circle pay four pounds a year.',
  ],
  ['The bakery behind the church is open on Sundays in July.', 'The bakery behind the church is open on Sundays.'],
  [
    'A brother of the old schoolmaster was elected to the parish council.',
    'The old schoolmaster was elected to the parish council.',
  ],
  [
    'In the opinion of two neighbours, the footpath by the brook is dangerous after rain.',
    'The footpath by the brook is dangerous after rain.',
  ],
  [
    'One half of the orchard behind the vicarage was sold in March.',
    'The orchard behind the vicarage was sold in March.',
  ],
  ['The choir will meet in the town hall or in the school gymnasium.', 'The choir will meet in the town hall.'],
  [
    'The caretaker of the bathing huts is often mistaken for a retired sailor.',
    'The caretaker of the bathing huts is a retired sailor.',
  ],
  [
    'Without the flood, the new reading room would have been finished in May.',
    'The new reading room was finished in May.',
  ],
];

/**
 * Up to three decoys: a cut of an invented sentence and, where possible, a negated statement and a statement with a year of
 * another sentence. `pick` chooses a number below its argument, always the same one for the same sentences.
 */
export function decoysAmong(asked: readonly Asked[], pick: (below: number) => number): Decoy[] {
  const [sentence, statement] = CUTS[pick(CUTS.length)]!;
  const all = asked.flatMap(({ sentence: own, statements }, of) => statements.map((one) => ({ of, own, one })));
  const from = pick(all.length);
  const turned = [...all.slice(from), ...all.slice(0, from)];
  const years = [...new Set(asked.flatMap((one) => yearsIn(one.sentence)))];
  const first = (changed: (one: string, own: string) => string | null): Decoy[] => {
    for (const { of, own, one } of turned) {
      const decoy = changed(one, own);
      if (decoy !== null) return [{ of, sentence: own, statement: decoy }];
    }
    return [];
  };
  return [{ of: null, sentence, statement }, ...first(denied), ...first((one, own) => withOtherYear(one, own, years))];
}

/**
 * The statement negated. Null if it or its sentence contains a negation, as the sentence might then state the negated form too.
 */
function denied(statement: string, sentence: string): string | null {
  const words = [...plainWords(sentence, null), ...plainWords(statement, null)];
  const denies = words.some(({ marks }) => marks.some(({ kind }) => kind === 'negation'));
  return denies ? null : negate(statement);
}

/** The statement with its year replaced by one that its sentence does not name; null if there is none. */
function withOtherYear(statement: string, sentence: string, years: readonly string[]): string | null {
  const own = yearsIn(sentence);
  const year = yearsIn(statement).find((one) => own.includes(one));
  const other = years.find((one) => !own.includes(one));
  return year === undefined || other === undefined ? null : statement.replaceAll(year, other);
}

const yearsIn = (text: string): string[] => (text.match(/\p{L}+|\d+/gu) ?? []).filter((word) => YEAR.test(word));
