/** Takes relative clauses, appositions, participles and life dates out of a sentence; each becomes a statement of its own. */
import type { Word } from './parse.ts';
import { type Atom, type Piece, range } from './pieces.ts';
import { isVerb, type VerbGroup, verbGroups } from './verb-groups.ts';

export interface Inserts {
  atoms: Atom[];
  /** Words of the main clause that remain, in order. */
  rest: number[];
}

const LONGEST_INSERT = 45;
const DETERMINERS = /^(?:an?|the|his|her|its|their)$/u;

/** Inserts of the sentence's words [0, end). */
export function takeInserts(words: readonly Word[], end: number): Inserts {
  const atoms: Atom[] = [];
  const dropped = new Set<number>();
  const groups = verbGroups(words.slice(0, end));
  const take = (found: Found) => {
    atoms.push(...found.atoms);
    for (let i = found.from; i < found.to; i++) dropped.add(i);
  };
  for (let i = 1; i < end; i++) {
    if (dropped.has(i)) continue;
    if (words[i]!.text === '(') {
      const found = lifeDates(words, i, end, groups);
      if (found !== null) take(found);
    } else if (words[i]!.text === ',') {
      const found =
        relative(words, i, end, groups) ??
        apposition(words, i, end, groups) ??
        participle(words, i, end, groups) ??
        whereClause(words, i, end, groups);
      if (found !== null) take(found);
    }
  }
  return { atoms, rest: range(0, end).filter((i): i is number => typeof i === 'number' && !dropped.has(i)) };
}

interface Found {
  atoms: Atom[];
  /** Words that leave the main clause, end exclusive. */
  from: number;
  to: number;
}

const isNominal = (word: Word | undefined) => word !== undefined && (word.pos === 'NOUN' || word.pos === 'PROPN');

/** First word of the noun phrase that ends before `end`, or null where something stands in it that makes its extent uncertain. */
export function nounPhraseStart(words: readonly Word[], end: number): number | null {
  let start = end;
  while (start > 0) {
    const { pos, text } = words[start - 1]!;
    if (
      pos === 'NOUN' ||
      pos === 'PROPN' ||
      pos === 'ADJ' ||
      pos === 'NUM' ||
      text === '-' ||
      text === '"' ||
      text === '“' ||
      text === '”'
    )
      start--;
    else if (pos === 'PART' && /^['’]s$/u.test(text)) start--;
    else break;
  }
  if (start === end || !isNominal(words.slice(start, end).findLast((word) => word.pos !== 'PUNCT'))) return null;
  if (start > 0 && (words[start - 1]!.pos === 'DET' || /^(?:his|her|its|their|our)$/u.test(words[start - 1]!.lower)))
    start--;
  return start;
}

/** The noun phrase before a comma, if it is clear how far it reaches: no "of" chain, no list. */
function antecedent(
  words: readonly Word[],
  comma: number,
  groups: readonly VerbGroup[],
): { start: number; isSubject: boolean } | null {
  const start = nounPhraseStart(words, comma);
  if (start === null) return null;
  const isSubject = !groups.some((group) => group.finite && group.end <= start);
  const before = words[start - 1];
  if (before === undefined || (isSubject && before.text === ',')) return { start, isSubject };
  if (before.lower === 'of' || before.pos === 'CCONJ' || (before.text === ',' && !isSubject)) return null;
  const hasName = words.slice(start, comma).some((word) => word.pos === 'PROPN');
  const isDefinite = /^(?:the|his|her|its|their|an?)$/u.test(words[start]!.lower);
  return hasName || isDefinite ? { start, isSubject } : null;
}

/** Where an insert that begins after the comma at `from` ends: at the comma before the main verb, with the sentence, or where a new clause begins. */
function insertEnd(
  words: readonly Word[],
  from: number,
  end: number,
  groups: readonly VerbGroup[],
  mainSeen: boolean,
): number | null {
  for (let i = from + 1; i < end && i - from <= LONGEST_INSERT; i++) {
    if (words[i]!.text === ';' || words[i]!.text === ':') return mainSeen && words[i]!.text === ';' ? i : null;
    if (words[i]!.text !== ',') continue;
    if (!mainSeen) {
      if (groups.some((group) => group.finite && group.start === i + 1)) return i;
      continue;
    }
    const step = commaInTail(words, i, groups);
    if (step === 'ends') return i;
    if (step === 'unclear') return null;
  }
  return mainSeen && end - from <= LONGEST_INSERT ? end : null;
}

/** What a comma does inside an insert that may run to the end of the sentence. */
function commaInTail(
  words: readonly Word[],
  comma: number,
  groups: readonly VerbGroup[],
): 'ends' | 'continues' | 'unclear' {
  const next = words[comma + 1];
  if (next === undefined) return 'continues';
  if (/^(?:which|who|whose)$/u.test(next.lower)) return 'ends';
  const hasVerbLater = groups.some((group) => group.finite && group.start > comma);
  if (/^(?:and|but|while|whereas)$/u.test(next.lower) && hasVerbLater) {
    const verb = groups.find((group) => group.finite && group.start > comma)!;
    return verb.start > comma + 2 ? 'ends' : 'unclear';
  }
  if (hasVerbLater) return 'unclear';
  if (/^(?:including|such|especially|particularly|notably|namely)$/u.test(next.lower) || next.pos === 'NUM')
    return 'continues';
  return /^(?:DET|PROPN|NOUN|ADJ|CCONJ)$/u.test(next.pos) ? 'continues' : 'unclear';
}

/** First word after an insert: its closing comma goes with it, but one that opens something new stays. */
function afterInsert(words: readonly Word[], to: number, end: number, mainSeen: boolean): number {
  return to < end && !mainSeen && words[to]!.text === ',' ? to + 1 : to;
}

function mainVerbBefore(groups: readonly VerbGroup[], at: number): VerbGroup | undefined {
  return groups.find((group) => group.finite && group.end <= at);
}

/** ", which makes headphones," and ", who was born in Warsaw,": said of the noun phrase before the comma. */
function relative(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Found | null {
  const pronoun = words[comma + 1];
  if (pronoun === undefined || !/^(?:who|which|whose)$/u.test(pronoun.lower)) return null;
  const place = antecedent(words, comma, groups);
  if (place === null) return null;
  const verb = groups.find((group) => group.finite && group.start >= comma + 2);
  if (verb === undefined) return null;
  if (pronoun.lower !== 'whose' && verb.start !== comma + 2) return null;
  if (pronoun.lower === 'whose' && (verb.start > comma + 8 || verb.start < comma + 3)) return null;
  // A relative clause in the past about an event ("…, which led to …") may be said of the whole sentence.
  const noun = words[comma - 1]!;
  if (
    pronoun.lower === 'which' &&
    !place.isSubject &&
    noun.pos !== 'PROPN' &&
    /^(?:cause|lead|result|allow|make|mean|help|give|enable|force|prompt|contribute)$/u.test(verb.head.lemma)
  )
    return null;
  const to = insertEnd(words, comma, end, groups, mainVerbBefore(groups, comma) !== undefined);
  if (to === null) return null;
  if (endsInClause(words, comma + 2, to, groups, verb)) return null;
  const subject = relativeSubject(words, place, comma, groups);
  if (subject === null) return null;
  const body = range(comma + 2, to);
  const pieces: Piece[] = pronoun.lower === 'whose' ? [...possessive(words, subject), ...body] : [...subject, ...body];
  return {
    atoms: [{ pieces, from: place.start, to, unresolved: [] }],
    from: comma,
    to: afterInsert(words, to, end, mainVerbBefore(groups, comma) !== undefined),
  };
}

/** What a relative clause is said of. After "is a painter, who …" that is the subject; an unnamed "a man" elsewhere is nobody in particular. */
function relativeSubject(
  words: readonly Word[],
  place: { start: number; isSubject: boolean },
  comma: number,
  groups: readonly VerbGroup[],
): Piece[] | null {
  if (place.isSubject || !/^an?$/u.test(words[place.start]!.lower)) return range(place.start, comma);
  const main = mainVerbBefore(groups, comma);
  const isPredicate = main !== undefined && main.end === place.start && /^(?:is|was|are|were)$/u.test(main.head.lower);
  if (!isPredicate || main.start > 6 || words.slice(0, main.start).some((word) => word.text === ',')) return null;
  return range(0, main.start);
}

/** Whether a second full clause follows inside the stretch, so that its end is uncertain. */
function endsInClause(
  words: readonly Word[],
  from: number,
  to: number,
  groups: readonly VerbGroup[],
  verb: VerbGroup,
): boolean {
  return groups.some((group) => {
    if (!group.finite || group === verb || group.start < from || group.start >= to) return false;
    const before = words[group.start - 1]!;
    return (
      before.pos === 'NOUN' ||
      before.pos === 'PROPN' ||
      (before.pos === 'PRON' && /^(?:he|she|it|they|we|i|you)$/u.test(before.lower))
    );
  });
}

function possessive(words: readonly Word[], subject: readonly Piece[]): Piece[] {
  const last = words[subject.at(-1) as number]!;
  return [...subject.slice(0, -1), `${last.text}${last.text.endsWith('s') ? '’' : '’s'}`];
}

/** "Marie Curie, a Polish physicist, …" → "Marie Curie was a Polish physicist". Tense as in the main clause. */
function apposition(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Found | null {
  const opener = words[comma + 1];
  if (opener === undefined || !DETERMINERS.test(opener.lower)) return null;
  const name = nameBefore(words, comma);
  if (name === null) return null;
  const main = mainVerbBefore(groups, comma);
  const to = insertEnd(words, comma, end, groups, main !== undefined);
  if (to === null) return null;
  const verb = main ?? groups.find((group) => group.finite && group.start > to);
  if (verb === undefined) return null;
  const copula = isPast(verb) ? 'was' : 'is';
  const isMember = main !== undefined && looksLikeList(words, name, comma);
  const parts = isMember ? null : describedBy(words, { name, from: comma + 1, to, comma, copula }, groups);
  return parts === null ? null : { atoms: parts, from: comma, to: afterInsert(words, to, end, main !== undefined) };
}

interface Description {
  name: number;
  comma: number;
  from: number;
  to: number;
  copula: string;
}

/** What an apposition says of the name: a plain noun phrase, perhaps with "who …" after it; null for anything else. */
function describedBy(
  words: readonly Word[],
  { name, comma, from, to, copula }: Description,
  groups: readonly VerbGroup[],
): Atom[] | null {
  const pronoun = words.findIndex((word, i) => i > from + 1 && i < to && /^(?:who|that|which)$/u.test(word.lower));
  const relative = pronoun < 0 ? undefined : groups.find((group) => group.finite && group.start === pronoun + 1);
  const stop = relative === undefined ? to : pronoun;
  const body = words.slice(from, stop);
  const isPlain = !body.some(
    (word, i) =>
      word.text === ',' ||
      word.text === '"' ||
      (word.pos === 'CCONJ' && /^(?:DET|PROPN|PRON)$/u.test(body[i + 1]?.pos ?? 'DET')),
  );
  const clauses = groups.filter(
    (group) => group.finite && group.start >= from && group.start < to && group !== relative,
  );
  if (!isPlain || clauses.length > 0 || !body.some(isNominal)) return null;
  const atom = { pieces: [...range(name, comma), copula, ...range(from, stop)], from: name, to: stop, unresolved: [] };
  if (relative === undefined) return splitDescription(words, atom, from, to, copula);
  return [atom, { pieces: [...range(name, comma), ...range(pronoun + 1, to)], from: name, to, unresolved: [] }];
}

/** "a Polish physicist born in Warsaw" says two things. */
function splitDescription(words: readonly Word[], atom: Atom, from: number, to: number, copula: string): Atom[] {
  const at = reducedParticipleAt(words, from, to);
  if (at === null || !/^an?$/u.test(words[from]!.lower)) return [atom];
  const subject = atom.pieces.slice(0, atom.pieces.indexOf(copula));
  const verb = words[at]!.lower === 'born' ? 'was' : copula;
  return [
    { ...atom, pieces: [...subject, copula, ...range(from, at)], to: at },
    { ...atom, pieces: [...subject, verb, ...range(at, to)] },
  ];
}

/** Position of a participle that describes the noun before it ("born in", "known for", "located in"), or null. */
export function reducedParticipleAt(words: readonly Word[], from: number, to: number): number | null {
  for (let i = from + 1; i + 1 < to; i++) {
    if (words[i]!.forms?.participle !== true || words[i + 1]!.pos !== 'ADP') continue;
    const start = words[i - 1]!.pos === 'ADV' ? i - 1 : i;
    if (!isNominal(words[start - 1])) continue;
    const isUnclear = words
      .slice(from, start)
      .some((word) => word.pos === 'ADP' || isVerb(word) || word.pos === 'PRON');
    return isUnclear ? null : start;
  }
  return null;
}

/** First word of the name that ends right before `end`: proper nouns, at most one article; null if it is part of a list or chain. */
function nameBefore(words: readonly Word[], end: number): number | null {
  const start = properNounsBefore(words, end);
  if (start === end || isCalendarName(words[end - 1]!)) return null;
  const before = words[start - 1];
  if (before === undefined) return start;
  if (before.text === ',') return start >= 2 && !isNominal(words[start - 2]) ? start : null;
  return before.pos === 'CCONJ' || before.lower === 'of' ? null : start;
}

const isCalendarName = ({ lower }: Word) =>
  MONTH.test(lower) || /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/u.test(lower);

function properNounsBefore(words: readonly Word[], end: number): number {
  let start = end;
  while (start > 0 && words[start - 1]!.pos === 'PROPN') start--;
  return start < end && words[start - 1]?.lower === 'the' ? start - 1 : start;
}

/** ", Paris, the Hague and Rome": an apposition never has a name and a comma right before its own name. */
function looksLikeList(words: readonly Word[], name: number, comma: number): boolean {
  return (
    words[name - 1]?.text === ',' ||
    words.slice(comma + 1).some((word, i, rest) => word.text === ',' && rest[i + 1]?.pos === 'CCONJ')
  );
}

export function isPast(group: VerbGroup): boolean {
  return (
    /^(?:was|were|had|did)$/u.test(group.first.lower) ||
    (group.first.pos === 'VERB' && group.first.forms?.past === true && !group.first.forms.thirdPerson)
  );
}

/** "Marie Curie, born in Warsaw, won …" and "The bridge, built in 1937, is …". */
function participle(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Found | null {
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

/** ", also known as the Buddha" and ", located in Europe" at the end, after a name. */
function alias(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Found | null {
  const main = mainVerbBefore(groups, comma);
  const name = nameBefore(words, comma);
  if (main === undefined || name === null || words.slice(comma + 1, end).some((word) => word.text === ',')) return null;
  const pieces: Piece[] = [...range(name, comma), isPast(main) ? 'was' : 'is', ...range(comma + 1, end)];
  return { atoms: [{ pieces, from: name, to: end, unresolved: [] }], from: comma, to: end };
}

/** "… at the University of Paris, where she earned a degree" → "At the University of Paris, she earned a degree". */
function whereClause(words: readonly Word[], comma: number, end: number, groups: readonly VerbGroup[]): Found | null {
  if (words[comma + 1]?.lower !== 'where' || mainVerbBefore(groups, comma) === undefined) return null;
  const verb = groups.find((group) => group.finite && group.start >= comma + 2);
  if (verb === undefined || verb.start === comma + 2 || verb.start > comma + 10) return null;
  let start = comma;
  while (start > 0 && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(words[start - 1]!.pos)) start--;
  while (words[start - 1]?.lower === 'of' && start > 1) {
    start--;
    while (start > 0 && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(words[start - 1]!.pos)) start--;
  }
  const preposition = words[start - 1];
  if (preposition === undefined || start === comma) return null;
  const before =
    preposition.pos === 'ADP' && /^(?:at|in|on)$/u.test(preposition.lower)
      ? preposition.lower
      : preposition.lower === 'to'
        ? 'in'
        : null;
  const to = insertEnd(words, comma, end, groups, true);
  if (before === null || to === null || endsInClause(words, comma + 2, to, groups, verb)) return null;
  return {
    atoms: [
      { pieces: [before, ...range(start, comma), ',', ...range(comma + 2, to)], from: start, to, unresolved: [] },
    ],
    from: comma,
    to,
  };
}

/** Participles of what happened once. */
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

const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/u;

/** "(born 7 November 1867)" and "(January 9, 1913 – April 22, 1994)" after a name. */
function lifeDates(words: readonly Word[], open: number, end: number, groups: readonly VerbGroup[]): Found | null {
  const close = words.findIndex((word, i) => i > open && word.text === ')');
  if (close < 0 || close >= end || close - open > 16) return null;
  const name = properNounsBefore(words, open);
  if (name === open || mainVerbBefore(groups, open) !== undefined) return null;
  const inner = range(open + 1, close) as number[];
  const born = inner.find((i) => words[i]!.lower === 'born');
  const drop = { from: open, to: close + 1 };
  if (born !== undefined && words[close - 1]!.pos === 'NUM') {
    const preposition =
      words[born + 1]!.pos === 'NUM' && born + 2 === close ? ['in'] : words[born + 1]!.pos === 'ADP' ? [] : ['on'];
    return {
      atoms: [
        {
          pieces: [...range(name, open), 'was born', ...preposition, ...range(born + 1, close)],
          from: name,
          to: close,
          unresolved: [],
        },
      ],
      ...drop,
    };
  }
  const dash = inner.find((i) => /^[–—-]$/u.test(words[i]!.text));
  const isSpanOfDates =
    dash !== undefined &&
    [range(open + 1, dash), range(dash + 1, close)].every((side) =>
      side.some((i) => MONTH.test(words[i as number]!.lower)),
    );
  if (!isSpanOfDates) return null;
  const subject = range(name, open);
  return {
    atoms: [
      { pieces: [...subject, 'was born on', ...range(open + 1, dash)], from: name, to: dash, unresolved: [] },
      { pieces: [...subject, 'died on', ...range(dash + 1, close)], from: name, to: close, unresolved: [] },
    ],
    ...drop,
  };
}
