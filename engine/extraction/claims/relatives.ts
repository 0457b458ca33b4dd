/** Makes a separate statement of a relative clause that commas set off from the noun phrase before it. */
import { canBePerson } from '#engine/text/class-nouns.ts';
import { mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { type Atom, range } from './atom.ts';
import { isBound, isDownward } from './scope.ts';

/** The statement without its relative clause, and the relative clause as a statement; the atom itself if there is none. */
export function withoutRelative(words: readonly Word[], atom: Atom): Atom[] {
  const { indexes } = atom;
  const said = indexes.map((i) => words[i]!);
  const comma = said.findIndex(({ text }, i) => text === ',' && /^(?:who|which)$/u.test(said[i + 1]?.lower ?? ''));
  if (comma < 1) return [atom];
  const main = mainGroup(said, verbGroups(said));
  if (main === null) return [atom];
  const isOfSubject = comma < main.start;
  const end = isOfSubject
    ? said.findLastIndex(({ text }, i) => i > comma && i < main.start && text === ',')
    : endOf(said);
  const from = isOfSubject ? subjectStart(said, comma) : antecedentStart(said, comma, main.end);
  if (end <= comma || from < 0) return [atom];
  const antecedent = said.slice(from, comma);
  const relative = said.slice(comma + 2, end);
  if (!fits(antecedent, said[comma + 1]!.lower, relative) || isBound(relative)) return [atom];
  if (!isOfSubject && !isOfName(antecedent, said[comma + 1]!.lower, relative)) return [atom];
  const rest = [...indexes.slice(0, comma), ...indexes.slice(isOfSubject ? end + 1 : end)];
  const own = { from: indexes[comma + 1]!, to: indexes[end - 1]! + 1 };
  const relativeAtom = {
    indexes: [...indexes.slice(from, comma), ...indexes.slice(comma + 2, end)],
    ...own,
    notes: [],
  };
  return [{ ...atom, indexes: rest, to: isOfSubject ? atom.to : Math.min(atom.to, indexes[comma]!) }, relativeAtom];
}

/** First word of the subject that ends before the comma, without any adverbial at the front. */
const subjectStart = (said: readonly Word[], comma: number) =>
  said.findLastIndex(({ text }, i) => i < comma && text === ',') + 1;

/** Where a relative clause ends that goes up to the end of the sentence: at its full stop. */
function endOf(said: readonly Word[]): number {
  const last = said.at(-1)!;
  return last.pos === 'PUNCT' ? said.length - 1 : said.length;
}

/** First word of the noun phrase that ends before the comma; -1 if "who" or "which" may refer to another one after the verb. */
function antecedentStart(said: readonly Word[], comma: number, verbEnd: number): number {
  let start = comma;
  while (start > verbEnd && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(said[start - 1]!.pos)) {
    start--;
    if (said[start]!.pos === 'DET') break;
  }
  const before = said.slice(verbEnd, start);
  const isNearest = before.every(({ pos }) => /^(?:ADP|ADV|PART|PRON)$/u.test(pos)) && before.length <= 2;
  return start < comma && isNearest ? start : -1;
}

/** True if the noun phrase and the relative clause agree in number and in whether they are about a person. */
function fits(antecedent: readonly Word[], pronoun: string, relative: readonly Word[]): boolean {
  const head = antecedent.at(-1);
  const verb = relative.find(({ pos }) => pos !== 'ADV');
  if (head === undefined || verb === undefined || !/^(?:VERB|AUX)$/u.test(verb.pos) || isDownward(antecedent))
    return false;
  if (
    range(0, antecedent.length).some((i) => opensClause(antecedent, i)) ||
    antecedent.some(({ text }) => text === ',')
  )
    return false;
  if (head.pos !== 'NOUN' && head.pos !== 'PROPN') return false;
  const isPerson = head.pos === 'NOUN' && canBePerson(head.lower);
  if (pronoun === 'who' ? !(isPerson || head.pos === 'PROPN') : isPerson) return false;
  const isPlural = head.pos === 'NOUN' && /[^su]s$/u.test(head.lower) && head.lemma !== head.lower;
  if (/^(?:is|was|has|does)$/u.test(verb.lower) || verb.forms?.thirdPerson === true) return !isPlural;
  return !/^(?:are|were|have|do)$/u.test(verb.lower) || isPlural;
}

/**
 * Whether a relative clause at the end is about the name before it. "which" may be about everything before it: "The team won in
 * Leeds, which surprised many". It is about the name if it tells what that is or what was done to it. "who" is always about the
 * person.
 */
function isOfName(antecedent: readonly Word[], pronoun: string, relative: readonly Word[]): boolean {
  if (pronoun === 'who') return true;
  if (antecedent.at(-1)!.pos !== 'PROPN') return false;
  const [verb, next] = relative;
  return /^(?:is|was|are|were)$/u.test(verb!.lower) && /^(?:DET|NUM|PROPN)$/u.test(next?.pos ?? '');
}
