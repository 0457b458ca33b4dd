/**
 * What a passage's document is about: its title, the heading above the passage and its first statement. What they name
 * needs no naming in each sentence: under "Orr Museum" the ticket office is that of the Orr Museum.
 */
import type { Alignment } from '../alignment/alignment.ts';
import { isMatchedIn } from '../alignment/share.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';

/** What stands above a passage; each null if there is none. */
export interface Above {
  title: AnalysedText | null;
  heading: AnalysedText | null;
  /** Beginning of the document. */
  opening: AnalysedText | null;
}

/** The first line of a passage that is a heading: it says nothing of anything, and a line break ends it. */
export function headingIn({ text, tokens, starts, sentenceOf, frames, sentences }: AnalysedText): string | null {
  if (sentences < 2 || frames.some(({ sentence }) => sentence === 0)) return null;
  const next = tokens.findIndex((_, at) => sentenceOf[at] === 1);
  const line = text.slice(0, starts[next]);
  return line.trimEnd().length < line.length && line.includes('\n') ? line.trim() : null;
}

/** The first clause of the beginning, if it says what something is: "The Orr Museum is a museum of clocks". */
function introduction(opening: AnalysedText | null): Frame | null {
  const frame = opening?.frames.find(
    ({ sentence, participle, subordinate }) => sentence === 0 && !participle && !subordinate,
  );
  return frame?.copula === true ? frame : null;
}

function keysIn({ terms }: AnalysedText, start: number, end: number): string[] {
  return terms.flatMap((term) => (term.start >= start && term.start < end && !term.light ? [term.key] : []));
}

/** True if `keys` stand in `all` in this order, at most one word apart. */
function holds(all: readonly string[], keys: readonly string[]): boolean {
  let before = -1;
  for (const key of keys) {
    const place = all.indexOf(key, before + 1);
    if (place < 0 || (before >= 0 && place - before > 2)) return false;
    before = place;
  }
  return keys.length > 0;
}

/** True if the title, the heading or the first statement names the whole of it. */
export function isNamedAbove(keys: readonly string[], { title, heading, opening }: Above): boolean {
  const inLine = (line: AnalysedText | null) => line !== null && holds(keysIn(line, 0, line.tokens.length), keys);
  const frame = introduction(opening);
  return (
    inLine(title) ||
    inLine(heading) ||
    (frame !== null && holds(keysIn(opening!, frame.subjectStart, frame.subjectEnd), keys))
  );
}

/** True for a heading that is the name itself, or begins with it and a mark: "Orr Brewery: the last ten years". */
export function isHeadedBy(keys: readonly string[], { heading }: Above): boolean {
  if (heading === null || !keys.every((key, at) => heading.terms[at]?.key === key)) return false;
  const [first, last] = [heading.terms[0], heading.terms[keys.length - 1]];
  if (first === undefined || last === undefined || first.kind !== 'name') return false;
  const isOpening = heading.tokens
    .slice(0, first.start)
    .every(({ pos, text }) => pos === 'DET' || /^[#\d.]+$/.test(text));
  const next = heading.tokens[last.end];
  return isOpening && (next === undefined || /^[:–—(,-]$/.test(next.text));
}

/** Nouns by which the first statement says what `keys` name: "museum" of "The Orr Museum is a small museum of clocks". */
export function kindsAbove(keys: readonly string[], { opening }: Above): string[] {
  const frame = introduction(opening);
  if (frame === null || !holds(keysIn(opening!, frame.subjectStart, frame.subjectEnd), keys)) return [];
  const { tokens } = opening!;
  const kinds: string[] = [];
  for (let at = frame.verbEnd; at < frame.end; at++) {
    const { pos, lemma, text } = tokens[at]!;
    if (pos === 'ADP' || pos === 'VERB' || pos === 'PRON' || pos === 'SCONJ' || /^[(:;]$/.test(text)) break;
    const next = tokens[at + 1]?.pos;
    if (pos === 'NOUN' && next !== 'NOUN') kinds.push(lemma);
  }
  return kinds;
}

/** What many titles end in, and what names the document itself. */
const DOCUMENTS =
  /^(?:report|review|manual|guide|handbook|policy|plan|leaflet|letter|minutes|statement|note|notes|terms|news|release|paper|study|survey|article|page|overview|history|story|rules)$/;

/** True for the reserve of "Orr Marsh Nature Reserve" and the plant of "Tumbo (plant)", where `keys` name the rest. */
export function isTitledAs(noun: string, keys: readonly string[], { title }: Above): boolean {
  if (title === null || DOCUMENTS.test(noun)) return false;
  const last = title.terms.findIndex((term) => term.key === keys.at(-1));
  if (last < 0 || !holds(keysIn(title, 0, title.terms[last]!.end), keys)) return false;
  const kind = title.terms.findIndex(({ key }, at) => at > last && key === noun);
  if (kind < 0) return false;
  const between = title.tokens.slice(title.terms[last]!.end, title.terms[kind]!.start);
  return between.every(({ pos, text }) => pos === 'PROPN' || pos === 'NOUN' || pos === 'ADJ' || text === '(');
}

/** True for the name in "Lumora recordings are encrypted": the first part of a compound that is the subject. */
function isCompound({ tokens }: AnalysedText, { kind, role, end }: Term): boolean {
  return kind === 'name' && role === 'subject' && tokens[end]?.pos === 'NOUN';
}

const OF_WHOLE = new Set(['of', 'at', 'in', 'on', 'for', 'with', 'by', 'under']);

/** True for the name in "the shop of the Orr Museum", "the Orr Museum's shop", "visitors to" it and "At the Orr Museum". */
function isOfWhole(claim: AnalysedText, first: Term, last: Term): boolean {
  const opensWithNoun = () => {
    const to = claim.tokens.findLastIndex(({ lower }, at) => at < first.start && lower === 'to');
    return /^(?:NOUN|PROPN)$/.test(claim.tokens[to - 1]?.pos ?? '') && first.role === 'subject';
  };
  if (first.preposition === 'to' && opensWithNoun()) return true;
  if (isCompound(claim, last)) return true;
  return OF_WHOLE.has(first.preposition) || /^['’]s?$/.test(claim.tokens[last.end]?.text ?? '');
}

/**
 * True if the passage's first sentence is about the name (`group`), and no sentence from there to `sentence` names anything else:
 * "The Corvane line opened in 1902. … Passenger service ceased in 1959."
 */
function isSubjectSoFar(
  { claim, evidence, matches, used }: Alignment,
  group: readonly number[],
  sentence: number,
): boolean {
  const first = evidence.frames[0];
  if (first === undefined || first.sentence >= sentence || claim.terms[group[0]!]!.kind !== 'name') return false;
  const isSubject = group.every((at) =>
    matches[at]!.some(({ term }) => {
      const { sentence: place, start } = evidence.terms[term]!;
      return place === first.sentence && start >= first.subjectStart && start < first.subjectEnd;
    }),
  );
  const isHere = group.some((at) => isMatchedIn({ evidence, matches }, at, sentence));
  const isOther = (name: readonly number[]) => {
    const { sentence: place } = evidence.terms[name[0]!]!;
    return place > first.sentence && place <= sentence && !name.some((at) => used.has(at));
  };
  return isSubject && !isHere && !evidence.names.some(isOther);
}

/**
 * The claim's names that only say of which whole it speaks, and that what stands above the sentence names though the sentence
 * doesn't: indices into the claim's terms.
 */
export function namesOfWhole(alignment: Alignment, above: Above, sentence: number): number[] {
  const { claim, matches } = alignment;
  // "Entry to the reserve" under "Orr Marsh Nature Reserve"
  const nouns = claim.terms.flatMap((term, at) => {
    const isPlain = term.kind === 'word' && term.pos === 'NOUN' && claim.tokens[term.start - 1]?.lower === 'the';
    return isPlain && claim.tokens[term.end]?.pos !== 'NOUN' ? [[at]] : [];
  });
  return [...claim.names, ...nouns].flatMap((group) => {
    const terms = group.map((at) => claim.terms[at]!);
    if (!isOfWhole(claim, terms[0]!, terms.at(-1)!)) return [];
    const keys = terms.map(({ key }) => key);
    if (group.every((at) => matches[at]!.length === 0)) return isNamedAbove(keys, above) ? [...group] : [];
    // A neighbour that speaks of it as well does not make it another.
    const isHere = group.some((at) => isMatchedIn(alignment, at, sentence));
    const isAbove = !isHere && isNamedAbove(keys, above);
    return isAbove || isSubjectSoFar(alignment, group, sentence) ? [...group] : [];
  });
}

/**
 * True if the sentence may speak of another whole than the claim's name `at`: it names something that the claim doesn't, or
 * what the claim says is of the whole is of something there ("the tower of the old school").
 */
export function mayBeOfOther(alignment: Alignment, at: number, sentence: number): boolean {
  const { claim, evidence, used } = alignment;
  const isOther = evidence.names.some(
    (name) => evidence.terms[name[0]!]!.sentence === sentence && !name.some((own) => used.has(own)),
  );
  if (isOther) return true;
  const group = claim.names[claim.terms[at]!.name] ?? [at];
  if (hasOtherVersion(alignment, group, sentence)) return true;
  return partsOf(claim, group).some((part) =>
    alignment.matches[part]!.some(({ term }) => {
      const found = evidence.terms[term]!;
      return found.sentence === sentence && hasOwner(evidence, found, claim.terms[at]!.preposition);
    }),
  );
}

/** "Introduced in 4.0" is not said of the 4.2 that the document is about. */
function hasOtherVersion({ claim, evidence, used }: Alignment, group: readonly number[], sentence: number): boolean {
  const { surface, preposition } = claim.terms[group.at(-1)!]!;
  const isVersion = (text: string) => /^v?\d+(?:\.\d+)*$/i.test(text);
  return (
    isVersion(surface) &&
    preposition !== '' &&
    evidence.terms.some(
      (term, at) =>
        term.sentence === sentence && !used.has(at) && term.preposition === preposition && isVersion(term.surface),
    )
  );
}

/** What the name says the whole of: "tower" in "the tower of the Orr Museum", "shop" in "the Orr Museum's new shop". */
function partsOf(text: AnalysedText, group: readonly number[]): number[] {
  const { tokens, terms } = text;
  const first = terms[group[0]!]!;
  const end = terms[group.at(-1)!]!.end;
  let before = first.start - 1;
  while (before > 0 && tokens[before]!.lower !== first.preposition) before--;
  const isOwner = /^['’]s?$/.test(tokens[end]?.text ?? '') || isCompound(text, terms[group.at(-1)!]!);
  let last = end;
  while (isOwner && /^(?:NOUN|ADJ|PART|PUNCT)$/.test(tokens[last]?.pos ?? '') && tokens[last]!.text !== ',') last++;
  return terms.flatMap((term, at) => {
    if (term.kind !== 'word') return [];
    return isOwner ? (term.start >= end && term.end === last ? [at] : []) : term.end === before ? [at] : [];
  });
}

const PLACING = /^(?:at|in|on)$/;

/** True for "the old school's tower", "the tower of the old school" and "revenue at our Dutch works". */
function hasOwner({ tokens }: AnalysedText, { start, end }: Term, preposition: string): boolean {
  const next = tokens[end]?.lower ?? '';
  const isPlace = PLACING.test(preposition) && PLACING.test(next);
  if (next === 'of' || (next !== '' && next === preposition) || isPlace) return true;
  let at = start - 1;
  while (at >= 0 && /^(?:ADJ|NOUN)$/.test(tokens[at]!.pos)) at--;
  return at >= 0 && /^(?:['’]s?|another|other|every|each|any|no|a|an)$/.test(tokens[at]!.lower);
}
