/** Aligns the proper names of a claim with those of the evidence, each as a whole. */
import { genderOfName } from '#engine/language/given-names.ts';
import { isNameJoint } from '#engine/language/hyphens.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
import { isKnownWord } from '#engine/language/lexicon.ts';
import { isAcronymOf, isCourtesyTitle } from '#engine/language/names.ts';
import { placeRelation } from '#engine/language/places.ts';
import { type AnalysedText, textBetween } from '../text/analysed-text.ts';
import type { Aligning } from './match.ts';

/** Words that can't be dropped from a name: "West Virginia" is not "Virginia". */
const DISTINGUISHING = new Set([
  ...['north', 'south', 'east', 'west', 'northern', 'southern', 'eastern', 'western', 'new', 'old', 'little', 'great'],
  ...['upper', 'lower'],
]);

/** A longer run of capitalised words is more often a heading than a name with a short form. */
const LONGEST_NAME = 5;

const COMPANY_SUFFIX = /^(?:inc|corp|corporation|company|co|ltd|llc|plc|group|jr|sr|ii|iii)$/;

/** What many names end in and none is shortened to: a text that says "the War" may speak of any. */
const SHARED_ENDINGS = new Set([
  ...['war', 'wars', 'battle', 'siege', 'campaign', 'revolution', 'rebellion', 'revolt', 'uprising', 'crisis'],
  ...['treaty', 'agreement', 'accord', 'accords', 'pact', 'convention', 'conference', 'act', 'amendment'],
  ...['constitution', 'expedition', 'championship', 'championships', 'olympics', 'games', 'cup', 'festival', 'award'],
  ...['awards', 'prize', 'river', 'ocean', 'sea', 'mountains', 'desert', 'peninsula', 'empire', 'dynasty', 'era'],
  ...['age', 'period'],
]);

/**
 * True if the evidence's shorter name is the end ("Bell") or the start ("Apple" for "Apple Inc") of the claim's. `isDoubled`: it
 * begins with two given names for one ("Marie-Luce").
 */
function isShortForm(shorter: readonly string[], longer: readonly string[], isDoubled: boolean): boolean {
  if (shorter.length === 0 || shorter.length >= longer.length || longer.length > LONGEST_NAME) return false;
  if (shorter.every((key, at) => longer[at] === key)) return COMPANY_SUFFIX.test(longer[shorter.length] ?? '');
  if (!shorter.every((key, at) => longer[longer.length - shorter.length + at] === key)) return false;
  if (DISTINGUISHING.has(longer[0]!)) return false;
  if (shorter.length > 1) return true;
  // A single known word is a short form only of a two-word name: surnames are rarely words.
  const isTwoWords = longer.length === 2 || (longer.length === 3 && isDoubled);
  return !isKnownWord(shorter[0]!) || (isTwoWords && !SHARED_ENDINGS.has(shorter[0]!));
}

const MALE_TITLES = /^(?:mr|sir)\.?$/;
const FEMALE_TITLES = /^(?:mrs|ms|miss|mme|mlle)\.?$/;

/** Whether the name is that of a man or of a woman, by the title before it or by the given name; null if neither says it. */
function genderOf(text: AnalysedText, group: readonly number[]): 'male' | 'female' | null {
  const first = text.terms[group[0]!]!;
  const before = text.tokens[first.start - 1]?.lower ?? '';
  if (MALE_TITLES.test(before)) return 'male';
  if (FEMALE_TITLES.test(before)) return 'female';
  return group.length > 1 ? (genderOfName(first.key) ?? null) : null;
}

/** True for "Mr Noll" and "Mrs Noll", or "Eva Noll": one family, two persons. */
function areOfTwo(aligning: Aligning, group: readonly number[], other: readonly number[]): boolean {
  const { claim, evidence } = aligning;
  const hasTitle = (text: AnalysedText, name: readonly number[]) =>
    isCourtesyTitle({ lower: text.tokens[text.terms[name[0]!]!.start - 1]?.lower ?? '' });
  if (!hasTitle(claim, group) && !hasTitle(evidence, other)) return false;
  const [own, theirs] = [genderOf(claim, group), genderOf(evidence, other)];
  return own !== null && theirs !== null && own !== theirs;
}

const INITIAL = /^\p{L}\.?$/u;

/** True for "E. M. Noll" and "Eva Maria Noll": the same family name, and initials for given names. */
function isByInitials(own: readonly string[], theirs: readonly string[]): boolean {
  if (own.length < 2 || theirs.length < 2 || own.at(-1) !== theirs.at(-1)) return false;
  const count = Math.min(own.length, theirs.length) - 1;
  let initials = 0;
  for (let i = 0; i < count; i++) {
    const [a, b] = [own[i]!, theirs[i]!];
    if (a === b) continue;
    if (!(INITIAL.test(a) || INITIAL.test(b)) || a[0] !== b[0]) return false;
    initials++;
  }
  return initials > 0;
}

/** True for the tail of a longer name that quotation marks split: Kenneth "Babyface" Edmonds. */
function isTailOfQuoted(evidence: AnalysedText, first: number): boolean {
  const at = evidence.terms[first]!.start;
  return /^["”']$/.test(evidence.tokens[at - 1]?.text ?? '') && startsWithCapital(evidence.tokens[at - 2]?.text ?? '');
}

function isAcronymPair(
  group: readonly number[],
  claim: AnalysedText,
  other: readonly number[],
  evidence: AnalysedText,
) {
  const own = group.map((at) => claim.terms[at]!.surface);
  const theirs = other.map((at) => evidence.terms[at]!.surface);
  if (own.length === 1) return isAcronymOf(own[0]!, theirs);
  return theirs.length === 1 && isAcronymOf(theirs[0]!, own);
}

/** Matches names that the evidence lower-cases or splits differently, if all words are close together in a sentence. */
function alignWords(group: readonly number[], { claim, evidence, index, matches }: Aligning): void {
  const places = group.map((at) => {
    const term = claim.terms[at]!;
    return index.get(term.key) ?? index.get(claim.tokens[term.start]!.lemma.toLowerCase()) ?? [];
  });
  const window = group.length + 3;
  for (const first of places[0]!) {
    const start = evidence.terms[first]!.start;
    const here = places.map((list) =>
      list.find(
        (at) =>
          Math.abs(evidence.terms[at]!.start - start) < window &&
          evidence.terms[at]!.sentence === evidence.terms[first]!.sentence,
      ),
    );
    if (here.some((at) => at === undefined)) continue;
    group.forEach((at, i) => {
      matches[at]!.push({ term: here[i]!, inference: 'same' });
    });
    return;
  }
}

/** The name as written in the text; `group` holds its terms. */
export function nameText(text: AnalysedText, group: readonly number[]): string {
  const first = text.terms[group[0]!]!;
  const last = text.terms[group.at(-1)!]!;
  return textBetween(text, first.start, last.end);
}

/** True if the evidence's place lies in the claim's: what happened in Tulsa happened in Oklahoma. */
function liesWithin(claim: string, evidence: string): boolean {
  return placeRelation(evidence, claim) === 'inside';
}

/** True if the claim names the place itself: a text about Arizona doesn't prove that it is in the United States. */
function isNamedInClaim(keys: readonly string[], claim: AnalysedText): boolean {
  return claim.terms.some((term) => term.kind === 'name' && keys.includes(term.key));
}

/** True for the beginning of "Marie-Luce Noll" and "Paris-Lyon". */
function isHyphened({ tokens, terms }: AnalysedText, group: readonly number[]): boolean {
  const { end } = terms[group[0]!]!;
  return group.length > 1 && isNameJoint(tokens[end]?.text ?? '') && terms[group[1]!]!.start === end + 1;
}

/** Adds the matches of one name: "Drake Bell" matches "Drake Bell" and "Bell", but no other Bell. */
export function alignName(group: readonly number[], aligning: Aligning): void {
  const { claim, evidence, matches } = aligning;
  const keys = group.map((at) => claim.terms[at]!.key);
  const isJoined = isHyphened(claim, group);
  const isDoubled = isJoined && genderOfName(keys[0]!) !== undefined;
  // "Paris-Lyon" is neither Paris nor Lyon.
  const mayBeShortened = !isJoined || isDoubled;
  let isOfAnother = false;
  for (const other of evidence.names) {
    const otherKeys = other.map((at) => evidence.terms[at]!.key);
    if (areOfTwo(aligning, group, other)) {
      isOfAnother ||= keys.at(-1) === otherKeys.at(-1);
      continue;
    }
    if (keys.every((key) => otherKeys.includes(key))) {
      for (const at of group) {
        matches[at]!.push({ term: other[otherKeys.indexOf(claim.terms[at]!.key)]!, inference: 'same' });
      }
    } else if (isByInitials(keys, otherKeys)) {
      for (const at of group) matches[at]!.push({ term: other.at(-1)!, inference: 'short_name' });
    } else if (mayBeShortened && isShortForm(otherKeys, keys, isDoubled) && !isTailOfQuoted(evidence, other[0]!)) {
      for (const at of group) matches[at]!.push({ term: other.at(-1)!, inference: 'short_name' });
    } else if (isAcronymPair(group, claim, other, evidence)) {
      for (const at of group) matches[at]!.push({ term: other[0]!, inference: 'acronym' });
    } else if (!isNamedInClaim(otherKeys, claim) && liesWithin(nameText(claim, group), nameText(evidence, other))) {
      for (const at of group) matches[at]!.push({ term: other[0]!, inference: 'place_containment' });
    }
  }
  if (matches[group[0]!]!.length === 0 && !isOfAnother) alignWords(group, aligning);
}
