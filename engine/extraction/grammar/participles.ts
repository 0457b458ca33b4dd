/** Participles that describe a noun: "born in Warsaw", "known as the Buddha", "located in France". */
import { type Insert, insertEnd, mainVerbBefore } from './insert-bounds.ts';
import { isNoun, nameBefore, nounPhraseStart } from './noun-phrases.ts';
import type { Word } from './parse.ts';
import { type Piece, range } from './pieces.ts';
import { isVerb, type VerbGroup } from './verb-groups.ts';

/** Index of a participle that describes the noun before it ("born in", "known for", "located in"), or null. */
export function reducedParticipleAt(words: readonly Word[], from: number, to: number): number | null {
  for (let i = from + 1; i + 1 < to; i++) {
    if (words[i]!.forms?.participle !== true || words[i + 1]!.pos !== 'ADP') continue;
    const start = words[i - 1]!.pos === 'ADV' ? i - 1 : i;
    if (!isNoun(words[start - 1])) continue;
    const isUnclear = words
      .slice(from, start)
      .some((word) => word.pos === 'ADP' || isVerb(word) || word.pos === 'PRON');
    return isUnclear ? null : start;
  }
  return null;
}

/** The participle insert after `comma`: "Marie Curie, born in Warsaw, won …", "The bridge, built in 1937, is …". */
export function participle(
  words: readonly Word[],
  comma: number,
  end: number,
  groups: readonly VerbGroup[],
): Insert | null {
  const verb = words[comma + 1]?.pos === 'ADV' ? comma + 2 : comma + 1;
  if (words[verb]?.forms?.participle !== true || words[verb + 1]?.pos !== 'ADP') return null;
  if (/^(?:known|called|nicknamed|located|situated|headquartered)$/u.test(words[verb]!.lower)) {
    const named = alias(words, comma, end, groups);
    if (named !== null) return named;
  }
  const start = nounPhraseStart(words, comma);
  if (start === null || mainVerbBefore(groups, comma) !== undefined || (start > 0 && words[start - 1]!.text !== ','))
    return null;
  const to = insertEnd(words, comma, end, groups, false);
  if (to === null) return null;
  const main = groups.find((group) => group.finite && group.start > to);
  if (main === undefined) return null;
  const copula = copulaFor(words, start, comma, isPast(main) || isPastEvent(words[verb]!));
  return {
    atoms: [{ pieces: [...range(start, comma), copula, ...range(comma + 1, to)], from: start, to, unresolved: [] }],
    from: comma,
    to: to + 1,
  };
}

/** An insert such as ", also known as the Buddha" or ", located in Europe" after a name, at the end. */
function alias(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Insert | null {
  const main = mainVerbBefore(groups, comma);
  const name = nameBefore(words, comma);
  if (main === undefined || name === null || words.slice(comma + 1, end).some((word) => word.text === ',')) return null;
  const pieces: Piece[] = [...range(name, comma), isPast(main) ? 'was' : 'is', ...range(comma + 1, end)];
  return { atoms: [{ pieces, from: name, to: end, unresolved: [] }], from: comma, to: end };
}

/** True for participles of past events ("born", "built"), not of lasting states ("known", "located"). */
export function isPastEvent(verb: Word): boolean {
  return !/^(?:known|located|based|situated|called|named|found|used|considered|regarded|owned|headquartered|abbreviated|spelled|composed|made|bordered|surrounded)$/u.test(
    verb.lower,
  );
}

function copulaFor(words: readonly Word[], from: number, to: number, past: boolean): string {
  const last = words[to - 1]!;
  const isPlural = last.pos === 'NOUN' && /[^su]s$/u.test(last.lower);
  if (past) return isPlural ? 'were' : 'was';
  return isPlural && from < to ? 'are' : 'is';
}

/** True if the finite verb of the group is in the past tense. */
export function isPast(group: VerbGroup): boolean {
  return (
    /^(?:was|were|had|did)$/u.test(group.first.lower) ||
    (group.first.pos === 'VERB' && group.first.forms?.past === true && !group.first.forms.thirdPerson)
  );
}
