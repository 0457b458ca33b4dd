/** "A, B and C did X": lists of subjects, each of which makes a statement. */
import { BE_FORMS, singularForm, thirdPerson } from '#engine/language/verbs.ts';
import { isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isVerb } from '../grammar/verb-groups.ts';
import { pick } from './clauses.ts';

/** A single subject, and the verb form it needs instead of the predicate's first word (null: unchanged). */
export interface SingleSubject {
  pieces: Piece[];
  verb: string | null;
}

/** Words that hold for the members together, not for each. */
const COLLECTIVE =
  /^(?:together|each|other|another|both|between|among|same|different|similar|share|shared|shares|joint|jointly|marry|married|divorced|meet|met|agree|agreed|collaborate|collaborated|combine|combined|merge|merged|mix|mixed|compare|compared|total|totaled|either|or|only|twins?|brothers|sisters|siblings|friends|partners|rivals|couple|pair|duo|trio|respectively|separate|divide|divided|split|separated|alike|equal|identical|compete|fought|fight|differ|differs|joined|link|linked|connect|connects|connected|not|n't|never|former|formerly)$/u;

/** The same inside a predicate, where "a twin" or "former" says nothing of the list beside it. */
export const TOGETHER =
  /^(?:together|entire|entirely|whole|wholly|sole|solely|exclusively|everything|each|other|another|both|between|among|same|different|similar|share|shared|shares|joint|jointly|marry|married|divorced|combine|combined|merge|merged|mix|mixed|mixture|compare|compared|comparison|total|totaled|either|or|respectively|separate|divide|divided|split|separated|alike|equal|identical|differ|differs|linked|connect|connects|connected|combination|surrounded|difference|consist|consists|consisted|comprise|comprises|comprised)$/u;

/** True if something is said of several things together. */
export const isCollective = (words: readonly Word[]) =>
  words.some(({ lower }, i) => COLLECTIVE.test(lower) && !(lower === 'mixed' && words[i + 1]?.lower === 'martial'));

/** The single subjects of a list of names; null if the subject isn't a list or its members act together. */
export function splitSubjects(
  words: readonly Word[],
  subject: readonly number[],
  predicate: readonly Piece[],
): SingleSubject[] | null {
  const members = membersOf(words, subject);
  if (members === null || members.length < 2) return null;
  const predicateWords = predicate.filter((piece) => typeof piece === 'number').map((i) => words[i]!);
  if (isCollective(predicateWords) || isCollective(pick(words, subject)) || hasGap(predicateWords)) return null;
  const verb = predicateWords[0];
  if (verb === undefined || !isVerb(verb)) return null;
  const agreesPlural = singularForm(verb.lower) !== null;
  const isSafePair = members.length > 2 || agreesPlural || members.every((member) => member.length > 1);
  if (!isSafePair || !members.every((member) => isNameOrDefinite(pick(words, member)))) return null;
  // "are members of the union" would need its noun in the singular.
  const complement = predicateWords[1];
  if (
    BE_FORMS.has(verb.lower) &&
    complement !== undefined &&
    complement.pos !== 'VERB' &&
    complement.pos !== 'ADP' &&
    complement.pos !== 'ADJ'
  )
    return null;
  if (/^(?:is|was|has|does)$/u.test(verb.lower)) return null;
  return members.map((member) => ({
    pieces: member,
    verb: isPluralNoun(words[member.at(-1)!]!) ? null : singularVerb(verb),
  }));
}

/** True for "…, and the frame for life": a further part without a verb has a subject of its own. */
const hasGap = (predicate: readonly Word[]) =>
  predicate.some(({ text }, i) => {
    const rest = predicate.slice(i + 2);
    const end = rest.findIndex((word) => word.text === ',');
    return (
      text === ',' && predicate[i + 1]?.pos === 'CCONJ' && !rest.slice(0, end < 0 ? rest.length : end).some(isVerb)
    );
  });

function singularVerb(verb: Word): string | null {
  const fixed = singularForm(verb.lower);
  if (fixed !== null) return fixed;
  return verb.pos === 'VERB' && verb.forms?.base === true && !verb.forms.past ? thirdPerson(verb.lower) : null;
}

function isNameOrDefinite(member: readonly Word[]): boolean {
  if (member.every((word) => word.pos === 'PROPN')) return true;
  const [first, ...others] = member;
  return (
    first!.pos === 'DET' &&
    others.length > 0 &&
    others.every((word) => word.pos === 'ADJ' || word.pos === 'NOUN' || word.pos === 'PROPN')
  );
}

/** The members of "A, B, and C" if the words are only a list joined by "and", else null. */
function membersOf(words: readonly Word[], indexes: readonly number[]): number[][] | null {
  const members: number[][] = [[]];
  let joined = false;
  for (const i of indexes) {
    const word = words[i]!;
    if (word.text === ',' || word.lower === 'and') {
      if (joined && members.at(-1)!.length > 0) return null;
      if (word.lower === 'and') joined = true;
      if (members.at(-1)!.length > 0) members.push([]);
      continue;
    }
    if (word.pos === 'PUNCT' && word.text !== '-') return null;
    members.at(-1)!.push(i);
  }
  return joined && members.every((member) => member.length > 0) ? members : null;
}
