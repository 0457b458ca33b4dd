/** Finds the clause frames of a text. */
import type { Token } from '#engine/language/nlp.ts';
import { type ClauseVerb, clauseVerbs, headOf, isPassive } from './clause-verbs.ts';
import { RELATIVE, subjectOf } from './frame-subject.ts';
import type { Frame } from './frames.ts';
import { isSubordinate, openingEnd } from './subject-opening.ts';
import { subjectPhraseStart } from './subject-words.ts';

const COPULAS = new Set(['be', 'become', 'remain']);

/** The frames of all sentences, in order. Linear in the number of tokens but for short look-backs within a clause. */
export function findFrames(
  tokens: readonly Token[],
  sentenceOf: readonly number[],
  isDate: readonly boolean[],
): Frame[] {
  const frames: Frame[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (to < tokens.length && sentenceOf[to] === sentenceOf[from]) to++;
    framesOfSentence({ tokens, isDate, from, to, sentence: sentenceOf[from]! }, frames);
    from = to;
  }
  return frames;
}

/** For each token of [from, to) the index of its opening bracket, -1 outside brackets. */
function openingBrackets(tokens: readonly Token[], from: number, to: number): number[] {
  const opening = new Array<number>(to - from).fill(-1);
  for (let i = from, open = -1; i < to; i++) {
    if (tokens[i]!.text === '(' && open < 0) open = i;
    else if (tokens[i]!.text === ')' && open >= 0) {
      opening.fill(open, open - from, i + 1 - from);
      open = -1;
    }
  }
  return opening;
}

interface Sentence {
  tokens: readonly Token[];
  isDate: readonly boolean[];
  from: number;
  to: number;
  sentence: number;
}

function framesOfSentence(sentence: Sentence, frames: Frame[]): void {
  const { tokens, from, to } = sentence;
  const opening = openingBrackets(tokens, from, to);
  const groups = clauseVerbs(tokens, from, to);
  const outer = groups.filter((group) => opening[group.start - from]! < 0);
  addOuterFrames(sentence, outer, frames);
  for (let at = 0; at < groups.length; at++) {
    const open = opening[groups[at]!.start - from]!;
    if (open < 0) continue;
    // "(born 1799, died 1847)" says two things.
    const next = groups[at + 1];
    const isFollowed = next !== undefined && opening[next.start - from] === open;
    const end = isFollowed ? next.start : endOfBracket(opening, open, from);
    frames.push(parentheticalFrame(tokens, groups[at]!, { sentence: sentence.sentence, from, open, end }));
  }
}

/** Adds the frames of what stands outside brackets, each with its own subject or that of a frame before it. */
function addOuterFrames(sentence: Sentence, groups: readonly ClauseVerb[], frames: Frame[]): void {
  const { tokens, to } = sentence;
  let previous: Frame | null = null;
  let main: Frame | null = null;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    const sharer: Frame | null = main !== null && continuesMain(tokens, group, previous) ? main : previous;
    const frame = outerFrame(sentence, group, sharer, groups[at + 1]?.start ?? to);
    frames.push(frame);
    previous = frame;
    if (!frame.participle) main = frame;
  }
}

function outerFrame(
  { tokens, isDate, from, sentence }: Sentence,
  group: ClauseVerb,
  sharer: Frame | null,
  end: number,
): Frame {
  const head = headOf(tokens, group);
  const passive = isPassive(tokens, group, head);
  const subject = subjectOf(tokens, from, group, sharer, passive);
  if (subject.hasAside && sharer !== null) sharer.participle = true;
  return {
    sentence,
    start: subject.start,
    subjectStart: subject.own ? openingEnd(tokens, isDate, subject.start, subject.end) : subject.start,
    subjectEnd: subject.end,
    ownSubject: subject.own,
    verbStart: group.start,
    verbEnd: group.end,
    head,
    passive,
    copula: COPULAS.has(tokens[head]!.lemma),
    participle: subject.participle,
    subordinate: subject.own && isSubordinate(tokens, from, subject.start),
    parenthetical: false,
    end,
  };
}

/** "Is tied to the train shown and cannot be exchanged": a bare participle shares its subject with no auxiliary. */
function continuesMain(tokens: readonly Token[], { start }: ClauseVerb, previous: Frame | null): boolean {
  if (previous?.participle !== true || tokens[start]!.pos !== 'AUX' || tokens[start - 1]!.pos !== 'CCONJ') return false;
  const isBare = previous.verbEnd - previous.verbStart === 1 && tokens[previous.verbStart]!.pos === 'VERB';
  return (
    isBare &&
    !RELATIVE.has(tokens[previous.verbStart - 1]?.lower ?? '') &&
    tokens[previous.verbStart - 1]?.lower !== 'to'
  );
}

function endOfBracket(opening: readonly number[], open: number, from: number): number {
  let end = open - from;
  while (opening[end] === open) end++;
  return end + from;
}

/** "(born 1970 in Leeds)" is about the phrase before the bracket and separate from the sentence around it. */
function parentheticalFrame(
  tokens: readonly Token[],
  group: ClauseVerb,
  place: { sentence: number; from: number; open: number; end: number },
): Frame {
  const head = headOf(tokens, group);
  const start = subjectPhraseStart(tokens, place.from, place.open);
  return {
    sentence: place.sentence,
    start,
    subjectStart: start,
    subjectEnd: place.open,
    ownSubject: false,
    verbStart: group.start,
    verbEnd: group.end,
    head,
    passive: !tokens[head]!.lower.endsWith('ing'),
    copula: false,
    participle: true,
    subordinate: false,
    parenthetical: true,
    end: place.end,
  };
}
