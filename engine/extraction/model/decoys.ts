/** Statements among those that a model is asked about again, of which it is certain that their sentence does not state them. */
import { negate } from '#engine/syntax/negate.ts';
import { plainWords, YEAR } from './words.ts';

export interface Decoy {
  /** Of which sentence it is said to be taken, by its place; null: of `sentence`. */
  of: number | null;
  sentence: string;
  statement: string;
}

interface Asked {
  sentence: string;
  statements: readonly string[];
}

/** Sentences of no text, each with a part of it that it doesn't state: cut as the statements are that are asked about. */
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
 * A cut of a sentence of no text; a statement that is denied, and one with a year of another sentence, where there are such.
 * `pick` chooses a number below its argument, always the same one for the same sentences.
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

/** The statement denied, or null: a sentence that denies something might say that as well. */
function denied(statement: string, sentence: string): string | null {
  const words = [...plainWords(sentence, null), ...plainWords(statement, null)];
  const denies = words.some(({ marks }) => marks.some(({ kind }) => kind === 'negation'));
  return denies ? null : negate(statement);
}

/** The statement with a year that its sentence doesn't name, or null. */
function withOtherYear(statement: string, sentence: string, years: readonly string[]): string | null {
  const own = yearsIn(sentence);
  const year = yearsIn(statement).find((one) => own.includes(one));
  const other = years.find((one) => !own.includes(one));
  return year === undefined || other === undefined ? null : statement.replaceAll(year, other);
}

const yearsIn = (text: string): string[] => (text.match(/\p{L}+|\d+/gu) ?? []).filter((word) => YEAR.test(word));
