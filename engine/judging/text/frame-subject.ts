/** The subject of a verb group: its own, or that of a clause before it. */
import type { Token } from '#engine/language/nlp.ts';
import type { ClauseVerb } from './clause-verbs.ts';
import type { Frame } from './frames.ts';
import { hasNominal, isNominal, isSubjectPronoun, subjectPhraseStart } from './subject-words.ts';

export const RELATIVE = new Set(['who', 'which', 'that', 'whom']);

export interface Subject {
  start: number;
  end: number;
  /** False if it is inherited from the clause before. */
  own: boolean;
  /** The group is a participle, an infinitive or the verb of a relative clause. */
  participle: boolean;
  /** The clause before is only an aside between this subject and its verb. */
  hasAside: boolean;
}

/**
 * The subject of `group`, in a sentence that begins at `from`. `previous`: the clause whose subject it may share; null for
 * the sentence's first.
 */
export function subjectOf(
  tokens: readonly Token[],
  from: number,
  group: ClauseVerb,
  previous: Frame | null,
  passive: boolean,
): Subject {
  const pronoun = previous === null ? null : pronounBefore(tokens, group, previous);
  if (pronoun !== null) return pronoun;
  // "Obama, whose father was born …": the clause is about the father.
  const whose = lastWhose(tokens, previous?.verbEnd ?? from, group.start);
  if (whose >= 0) return own(whose + 1, group.start, true);
  if (previous === null) return own(from, group.start, false);
  const before = tokens[group.start - 1]!;
  // "beat Croatia to win": the infinitive has the subject of the verb before it.
  if (before.lower === 'to') return inherited(previous, true);
  if (RELATIVE.has(before.lower) && before.text !== 'WHO') return antecedent(tokens, group, previous);
  if (before.text === ',') {
    const around = isFiniteGroup(tokens, group) ? subjectAround(tokens, from, group, previous) : null;
    if (around !== null) return around;
    // "has won three prizes, toured the world" share one subject; "a film, directed by X," doesn't.
    if (tokens[group.start]!.pos !== 'AUX' && !passive) return inherited(previous, false);
  }
  return phraseBefore(tokens, group, previous);
}

function own(start: number, end: number, participle: boolean): Subject {
  return { start, end, own: true, participle, hasAside: false };
}

function inherited({ subjectStart, subjectEnd }: Frame, participle: boolean): Subject {
  return { start: subjectStart, end: subjectEnd, own: false, participle, hasAside: false };
}

function lastWhose(tokens: readonly Token[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (tokens[at]!.lower === 'whose') return at;
  return -1;
}

/** What a relative clause is about. After a copula that is the subject too: "X is the man who …". */
function antecedent(tokens: readonly Token[], { start }: ClauseVerb, previous: Frame): Subject {
  if (previous.copula) return inherited(previous, true);
  return own(subjectPhraseStart(tokens, previous.verbEnd, start - 1), start - 1, true);
}

/** The subject from which `previous` parts the verb as an aside between commas; null if it is no aside. */
function subjectAround(tokens: readonly Token[], from: number, { start }: ClauseVerb, previous: Frame): Subject | null {
  // "X, known as Y, was …", "X, which stands in Z, has …": the aside belongs to the subject.
  if (isAside(tokens, from, previous)) return { ...own(previous.subjectStart, start, false), hasAside: true };
  // "The mill, in which grain had been ground, was …"
  const comma = relativeAside(tokens, from, previous);
  return comma < 0 ? null : { ...own(previous.start, comma, false), hasAside: true };
}

/** The phrase right before the verb, if it is one and belongs to this clause; else the subject of the clause before. */
function phraseBefore(tokens: readonly Token[], group: ClauseVerb, previous: Frame): Subject {
  const before = tokens[group.start - 1]!;
  const start = subjectStartBefore(tokens, previous.verbEnd, group.start);
  const adjacent = isNominal(before) || before.text === ')' || before.text === '"' || before.text === ',';
  if (!hasNominal(tokens, start, group.start) || !adjacent || before.pos === 'CCONJ') return inherited(previous, false);
  if (start > previous.verbEnd) return own(start, group.start, false);
  // No conjunction between: a participle after its noun, or an unmarked clause.
  const isParticiple = tokens[group.start]!.pos !== 'AUX';
  if (isParticiple && previous.copula) return inherited(previous, true);
  return own(subjectPhraseStart(tokens, previous.verbEnd, group.start), group.start, isParticiple);
}

/** "If you are ill, we put off …": a pronoun right before a verb is its subject. */
function pronounBefore(tokens: readonly Token[], { start }: ClauseVerb, previous: Frame): Subject | null {
  let at = start - 1;
  while (at > previous.verbEnd && tokens[at]!.pos === 'ADV') at--;
  if (at < previous.verbEnd) return null;
  const before = tokens[at - 1]!;
  if (!isSubjectPronoun(tokens, at, before.text === ',' || before.pos === 'CCONJ' || before.pos === 'SCONJ'))
    return null;
  // "The bridge it replaced", "made it work"
  const participle = before.pos === 'NOUN' || before.pos === 'PROPN' || at === previous.verbEnd;
  return own(at, start, participle);
}

/** True if the group is finite: it starts with an auxiliary or a third person ("has", "stands"). */
function isFiniteGroup(tokens: readonly Token[], { start }: ClauseVerb): boolean {
  const { pos, lower, lemma } = tokens[start]!;
  return pos === 'AUX' || (lower !== lemma && lower.endsWith('s'));
}

/** True if `previous` is the first clause of its sentence, a participle or relative clause set off by a comma. */
function isAside(tokens: readonly Token[], from: number, previous: Frame): boolean {
  if (previous.start !== from || previous.verbStart === from) return false;
  let i = previous.verbStart - 1;
  while (i > from && tokens[i]!.pos === 'ADV') i--;
  const isRelative = RELATIVE.has(tokens[i]!.lower);
  if (isRelative) i--;
  if (tokens[i]?.text !== ',') return false;
  return isRelative || (tokens[previous.verbStart]!.pos === 'VERB' && previous.verbEnd - previous.verbStart === 1);
}

/** The comma before a relative clause with a subject of its own that is the sentence's first clause; -1 if it isn't one. */
function relativeAside(tokens: readonly Token[], from: number, previous: Frame): number {
  if (previous.start !== from) return -1;
  let comma = from + 1;
  while (comma < previous.verbStart && tokens[comma]!.text !== ',') comma++;
  if (comma >= previous.verbStart) return -1;
  const at = tokens[comma + 1]!.pos === 'ADP' ? comma + 2 : comma + 1;
  return at < previous.verbStart && /^(?:which|whom|where)$/.test(tokens[at]!.lower) ? comma : -1;
}

/** Start of the subject phrase that ends before `end`, looking back no further than `limit`. */
function subjectStartBefore(tokens: readonly Token[], limit: number, end: number): number {
  for (let i = end - 1; i >= limit; i--) {
    const token = tokens[i]!;
    if (token.pos === 'SCONJ' || /^[;:]$/.test(token.text)) return i + 1;
    if (token.pos === 'CCONJ' && i > limit && tokens[i - 1]!.text === ',') return i + 1;
  }
  return limit;
}
