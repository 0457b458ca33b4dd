/**
 * Clause frames: the subject of every verb group and what follows it. A shallow parse of the tags with one purpose: to
 * tell who did what to whom when two sentences have the same words.
 */
import type { Token } from '#engine/language/nlp.ts';
import { isVerbal } from '#engine/language/parts-of-speech.ts';

export interface Frame {
  sentence: number;
  /** First token: of the adverbial before the subject ("In 1921 the museum …") if there is one, else of the subject. */
  start: number;
  /** Token range of the subject, which may be that of an earlier clause. */
  subjectStart: number;
  subjectEnd: number;
  /** False if the subject is inherited from an earlier clause. */
  ownSubject: boolean;
  verbStart: number;
  verbEnd: number;
  /** Token of the main verb; the copula if there is no other. */
  head: number;
  passive: boolean;
  /** A form of "be" (or "become", "remain") without another verb: what follows describes the subject. */
  copula: boolean;
  /** A participle ("a film directed by …"), infinitive or relative clause. */
  participle: boolean;
  /** Opened by "if", "when", "although" and the like. */
  subordinate: boolean;
  /** In brackets after its subject. */
  parenthetical: boolean;
  /** End of the clause: start of the next verb group or end of the sentence. */
  end: number;
}

const COPULAS = new Set(['be', 'become', 'remain']);

/** True for words that may occur inside a verb group: "has not yet been", "to", "also". */
function isInner(token: Token): boolean {
  return token.pos === 'ADV' || token.pos === 'PART' || token.lower === 'not' || token.lower === "n't";
}

/** "coming" of "coming-of-age", "written" of "a well-written play"; not "elected" of "was re-elected". */
function isInCompound(tokens: readonly Token[], at: number): boolean {
  if (isHyphen(tokens, at + 1)) return true;
  const next = tokens[at + 1]?.pos;
  return (
    isHyphen(tokens, at - 1) &&
    (next === 'NOUN' || next === 'PROPN' || next === 'ADJ') &&
    tokens[at - 2]!.lower.length > 2
  );
}

/** True for a hyphen without a space on either side. */
const isHyphen = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text === '-' && tokens[at - 1]?.end === tokens[at]!.start && tokens[at + 1]?.start === tokens[at]!.end;

/** True for an adjectival participle before its noun ("a widely spoken language"), which is not a verb group. */
function isPrenominal(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.pos === 'VERB' && isInCompound(tokens, at)) return true;
  if (token.pos !== 'VERB' || token.lower === token.lemma || token.lower === `${token.lemma}s`) return false;
  const next = tokens[at + 1];
  if (next === undefined || (next.pos !== 'NOUN' && next.pos !== 'PROPN' && next.pos !== 'ADJ')) return false;
  let i = at - 1;
  while (i >= 0 && tokens[i]!.pos === 'ADV') i--;
  const before = tokens[i];
  return before !== undefined && (before.pos === 'DET' || before.pos === 'ADJ' || before.pos === 'ADP');
}

interface Group {
  start: number;
  end: number;
}

function verbGroups(tokens: readonly Token[], from: number, to: number): Group[] {
  const groups: Group[] = [];
  for (let i = from; i < to; i++) {
    if (!isVerbal(tokens[i]!) || isPrenominal(tokens, i)) continue;
    let last = i;
    for (let j = i + 1; j < to && (isVerbal(tokens[j]!) || isInner(tokens[j]!)); j++) {
      if (isVerbal(tokens[j]!) && !isPrenominal(tokens, j)) last = j;
    }
    groups.push({ start: i, end: last + 1 });
    i = last;
  }
  return groups;
}

function isNominal(token: Token): boolean {
  return token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'PRON' || token.pos === 'NUM';
}

function headOf(tokens: readonly Token[], group: Group): number {
  // "refuses to be an actress": the copula is the head.
  if (tokens[group.end - 1]!.lemma === 'be') return group.end - 1;
  for (let i = group.end - 1; i >= group.start; i--) if (tokens[i]!.pos === 'VERB') return i;
  return group.end - 1;
}

function isPassive(tokens: readonly Token[], group: Group, head: number): boolean {
  if (tokens[head]!.pos !== 'VERB' || tokens[head]!.lower.endsWith('ing')) return false;
  let after = head + 1;
  while (tokens[after]?.pos === 'ADV') after++;
  if (tokens[after]?.lower === 'by') return true;
  for (let i = group.start; i < head; i++) {
    if (tokens[i]!.lemma === 'be' || tokens[i]!.lemma === 'get') return true;
  }
  // "released in 1999 by Capitol": no object follows, and the agent comes later.
  if (group.end - group.start > 1 || tokens[after]?.pos !== 'ADP') return false;
  for (let i = after; i < tokens.length && i < after + 12; i++) {
    if (tokens[i]!.lower === 'by') return true;
    if (tokens[i]!.pos === 'VERB' || tokens[i]!.text === '.') return false;
  }
  return false;
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

function hasNominal(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isNominal(tokens[i]!)) return true;
  return false;
}

const SUBORDINATING =
  /^(?:if|when|whenever|once|unless|although|though|because|since|while|whereas|until|before|after|as|whether)$/;

/** True if the clause that starts at `start` is opened by "if", "when" and the like, there or right before. */
function isSubordinate(tokens: readonly Token[], from: number, start: number): boolean {
  const opens = (at: number) => at >= from && tokens[at]?.pos === 'SCONJ' && SUBORDINATING.test(tokens[at].lower);
  return opens(start) || opens(start - 1);
}

const SUBJECT_PRONOUN = /^(?:I|you|he|she|it|we|they)$/;

/** True for "she", and at the beginning of a clause for "She": "Reccared I" and "Shape of You" are names. */
function isSubjectPronoun(tokens: readonly Token[], at: number, opens: boolean): boolean {
  const { text, lower } = tokens[at]!;
  if (lower === 'i') return opens;
  return SUBJECT_PRONOUN.test(opens ? lower : text);
}

/**
 * Where the subject begins in [start, end): after "if", and after an adverbial ("In 1921", "At the end of the year,",
 * "In the United Kingdom"). `start` where nothing marks its end.
 */
function openingEnd(tokens: readonly Token[], isDate: readonly boolean[], start: number, end: number): number {
  let at = start;
  if (tokens[at]?.pos === 'CCONJ') at++;
  if (tokens[at]?.pos === 'SCONJ' && SUBORDINATING.test(tokens[at]!.lower) && tokens[at]!.lower !== 'as') at++;
  const begin = adverbialEnd(tokens, isDate, at, end);
  return begin < end && hasNominal(tokens, begin, end) ? begin : start;
}

function adverbialEnd(tokens: readonly Token[], isDate: readonly boolean[], start: number, end: number): number {
  // "She", after whatever comes before it.
  const isClause = tokens.slice(start, end).some(({ pos }) => pos === 'SCONJ');
  if (end > start && isSubjectPronoun(tokens, end - 1, end - 1 === start) && !isClause) return end - 1;
  if (!opensAdverbial(tokens[start]) && !isDate[start]) return start;
  let i = start;
  while (i < end && !isDate[i] && tokens[i]!.text !== ',' && !isNominal(tokens[i]!)) i++;
  if (isDate[i]) {
    while (i < end && isDate[i]) i++;
    if (tokens[i]?.text === ',') i++;
    return i;
  }
  for (; i < end; i++) {
    if (tokens[i]!.text === ',') return i + 1;
    const before = tokens[i - 1]!;
    // An article right after a noun opens another phrase, and so does a name after a noun.
    if (isNominal(before) && tokens[i]!.pos === 'DET') return i;
    if (before.pos === 'NOUN' && tokens[i]!.pos === 'PROPN' && before.lower !== 'of') return i;
    // "For the new furnace about 40 workers were trained"
    const isCount = tokens[i]!.pos === 'NUM' || (tokens[i]!.pos === 'ADV' && tokens[i + 1]?.pos === 'NUM');
    if (before.pos === 'NOUN' && isCount && i + 1 < end) return i;
    // "In the United Kingdom meals are …"
    if (before.pos === 'PROPN' && tokens[i]!.pos !== 'PROPN' && isPluralPhrase(tokens, i, end)) return i;
  }
  return start;
}

/** "Of the eleven bills three became law" says of which. */
function opensAdverbial(token: Token | undefined): boolean {
  return token !== undefined && token.lower !== 'of' && (token.pos === 'ADP' || token.lower === 'as');
}

/** True if [start, end) is a plural noun with nothing but adjectives before it. */
function isPluralPhrase(tokens: readonly Token[], start: number, end: number): boolean {
  const last = tokens[end - 1]!;
  if (last.pos !== 'NOUN' || last.lower === last.lemma || !last.lower.endsWith('s')) return false;
  return tokens.slice(start, end - 1).every(({ pos }) => pos === 'ADJ' || pos === 'NOUN');
}

const RELATIVE = new Set(['who', 'which', 'that', 'whom']);

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

function framesOfSentence({ tokens, isDate, from, to, sentence }: Sentence, frames: Frame[]): void {
  const opening = openingBrackets(tokens, from, to);
  const groups = verbGroups(tokens, from, to);
  const outer = groups.filter((group) => opening[group.start - from]! < 0);
  let previous: Frame | null = null;
  let main: Frame | null = null;
  outer.forEach((group, at) => {
    const head = headOf(tokens, group);
    const passive = isPassive(tokens, group, head);
    const hasAuxiliary = tokens[group.start]!.pos === 'AUX';
    const sharer: Frame | null = main !== null && continuesMain(tokens, group, previous) ? main : previous;
    const subject: Subject = subjectOf(tokens, from, group, sharer, hasAuxiliary, passive);
    const opening = subject.own ? openingEnd(tokens, isDate, subject.start, subject.end) : subject.start;
    const frame: Frame = {
      sentence,
      start: subject.start,
      subjectStart: opening,
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
      end: outer[at + 1]?.start ?? to,
    };
    frames.push(frame);
    previous = frame;
    if (!frame.participle) main = frame;
  });
  groups.forEach((group, at) => {
    const open = opening[group.start - from]!;
    if (open < 0) return;
    const end = endOfBracket(opening, open, from);
    // "(born 1799, died 1847)" says two things.
    const next = groups[at + 1];
    const isEnd = next === undefined || opening[next.start - from] !== open;
    frames.push(parentheticalFrame(tokens, group, { sentence, from, open, end: isEnd ? end : next.start }));
  });
}

/** "Is tied to the train shown and cannot be exchanged": a bare participle shares its subject with no auxiliary. */
function continuesMain(tokens: readonly Token[], { start }: Group, previous: Frame | null): boolean {
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
  group: Group,
  place: { sentence: number; from: number; open: number; end: number },
): Frame {
  const head = headOf(tokens, group);
  const start = nounPhraseStart(tokens, place.from, place.open);
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

interface Subject {
  start: number;
  end: number;
  own: boolean;
  participle: boolean;
}

function subjectOf(
  tokens: readonly Token[],
  from: number,
  group: Group,
  previous: Frame | null,
  hasAuxiliary: boolean,
  passive: boolean,
): Subject {
  const pronoun = previous === null ? null : pronounBefore(tokens, group, previous);
  if (pronoun !== null) return pronoun;
  // "Obama, whose father was born …": the clause is about the father.
  const whose = tokens.findLastIndex(
    (token, at) => at < group.start && at >= (previous?.verbEnd ?? from) && token.lower === 'whose',
  );
  if (whose >= 0) return { start: whose + 1, end: group.start, own: true, participle: true };
  if (previous === null) return { start: from, end: group.start, own: true, participle: false };
  const inherited = { start: previous.subjectStart, end: previous.subjectEnd, own: false };
  const before = tokens[group.start - 1]!;
  // "beat Croatia to win": the infinitive has the subject of the verb before it.
  if (before.lower === 'to') return { ...inherited, participle: true };
  if (RELATIVE.has(before.lower) && before.text !== 'WHO') {
    const start = nounPhraseStart(tokens, previous.verbEnd, group.start - 1);
    // After a copula the relative clause is about the subject too: "X is the man who …".
    return previous.copula
      ? { ...inherited, participle: true }
      : { start, end: group.start - 1, own: true, participle: true };
  }
  // "X, known as Y, was …", "X, which stands in Z, has …": the aside between commas belongs to the subject.
  if (before.text === ',' && isFiniteGroup(tokens, group) && isAside(tokens, from, previous)) {
    previous.participle = true;
    return { start: previous.subjectStart, end: group.start, own: true, participle: false };
  }
  // "The mill, in which grain had been ground, was …"
  const relative = before.text === ',' && isFiniteGroup(tokens, group) ? relativeAside(tokens, from, previous) : -1;
  if (relative >= 0) {
    previous.participle = true;
    return { start: previous.start, end: relative, own: true, participle: false };
  }
  // "has won three prizes, toured the world" share one subject; "a film, directed by X," doesn't.
  if (before.text === ',' && !hasAuxiliary && !passive) return { ...inherited, participle: false };
  const start = subjectStartBefore(tokens, previous.verbEnd, group.start);
  const adjacent = isNominal(before) || before.text === ')' || before.text === '"' || before.text === ',';
  if (!hasNominal(tokens, start, group.start) || !adjacent || before.pos === 'CCONJ') {
    return { ...inherited, participle: false };
  }
  if (start > previous.verbEnd) return { start, end: group.start, own: true, participle: false };
  // No conjunction between: a participle after its noun, or an unmarked clause.
  if (!hasAuxiliary) {
    if (previous.copula) return { ...inherited, participle: true };
    return {
      start: nounPhraseStart(tokens, previous.verbEnd, group.start),
      end: group.start,
      own: true,
      participle: true,
    };
  }
  const phrase = nounPhraseStart(tokens, previous.verbEnd, group.start);
  return { start: phrase, end: group.start, own: true, participle: false };
}

/** "If you are ill, we put off …": a pronoun right before a verb is its subject. */
function pronounBefore(tokens: readonly Token[], { start }: Group, previous: Frame): Subject | null {
  let at = start - 1;
  while (at > previous.verbEnd && tokens[at]!.pos === 'ADV') at--;
  if (at < previous.verbEnd) return null;
  const before = tokens[at - 1]!;
  if (!isSubjectPronoun(tokens, at, before.text === ',' || before.pos === 'CCONJ' || before.pos === 'SCONJ'))
    return null;
  // "The bridge it replaced", "made it work"
  const participle = before.pos === 'NOUN' || before.pos === 'PROPN' || at === previous.verbEnd;
  return { start: at, end: start, own: true, participle };
}

/** True if the group is finite: it starts with an auxiliary or a third person ("has", "stands"). */
function isFiniteGroup(tokens: readonly Token[], { start }: Group): boolean {
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
  const comma = tokens.findIndex(({ text }, at) => at > from && at < previous.verbStart && text === ',');
  if (comma < 0) return -1;
  const at = tokens[comma + 1]!.pos === 'ADP' ? comma + 2 : comma + 1;
  return at < previous.verbStart && /^(?:which|whom|where)$/.test(tokens[at]!.lower) ? comma : -1;
}

/** Start of the noun phrase (with its "of" phrases) that ends before `end`, no earlier than `limit`. */
function nounPhraseStart(tokens: readonly Token[], limit: number, end: number): number {
  let i = end;
  while (i > limit && tokens[i - 1]!.pos === 'PUNCT') i--;
  while (i > limit) {
    const token = tokens[i - 1]!;
    const inside =
      isNominal(token) || token.pos === 'ADJ' || token.pos === 'DET' || token.lower === 'of' || token.lower === "'s";
    if (!inside) break;
    i--;
  }
  return i;
}
