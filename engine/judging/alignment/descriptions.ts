/**
 * Definite descriptions that stand for a name: "the station" for "the Velmar Tidal Power Station", "the island" for
 * "the island of Velmar". They count only if the passage or its title has at least part of the name and mentions
 * nothing else of that kind. If it has only part of the name, the match is loose: it can carry support, never a clash.
 */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Aligning } from './match.ts';

/** Last words of names of institutions and structures, which may then be called by that noun. */
const INSTITUTIONS = new Set([
  ...['station', 'museum', 'university', 'college', 'school', 'hospital', 'bank', 'company', 'institute', 'bridge'],
  ...['church', 'cathedral', 'library', 'airport', 'agency', 'association', 'foundation', 'theatre', 'theater'],
  ...['hotel', 'tunnel', 'dam', 'tower', 'castle', 'canal', 'harbour', 'harbor', 'park', 'stadium', 'observatory'],
  ...['society', 'commission', 'committee', 'council', 'court', 'ministry', 'department', 'office', 'board', 'fund'],
  ...['clinic'],
]);

/** Kinds of places whose names follow "of": "the island of Velmar". */
const PLACE_KINDS = new Set([
  ...['island', 'city', 'town', 'village', 'country', 'state', 'province', 'county', 'district', 'region', 'kingdom'],
  ...['republic', 'municipality', 'borough', 'parish'],
]);

function keysOf(text: AnalysedText, group: readonly number[]): string[] {
  return group.map((at) => text.terms[at]!.key);
}

interface Description {
  /** Keys of the words between "the" and the noun. */
  modifiers: string[];
}

/** The definite description that ends in the noun `term` ("the tidal station"); null if it can't stand for a name. */
export function descriptionAt({ tokens, terms }: AnalysedText, term: Term): Description | null {
  const next = tokens[term.end];
  // "The station of Karsund" and "the station manager" don't mean just the station.
  if (term.surface.toLowerCase() !== term.key || next?.pos === 'NOUN' || next?.pos === 'PROPN') return null;
  if (next?.lower === 'of') return null;
  const isRestricted = next?.pos === 'ADP' && terms.some(({ name, start }) => name >= 0 && start === term.end + 1);
  if (isRestricted) return null;
  const modifiers: string[] = [];
  for (let i = term.start - 1; i >= 0; i--) {
    const token = tokens[i]!;
    if (token.lower === 'the' || token.lower === 'this') return { modifiers };
    if (token.pos !== 'ADJ' && token.pos !== 'NOUN' && token.pos !== 'PROPN') return null;
    modifiers.push(token.lower);
  }
  return null;
}

/** True if the text mentions another thing of the same kind: "Karsund Station", "a second station". */
export function hasCompetitor(text: AnalysedText | null, head: string, keys: readonly string[]): boolean {
  if (text === null) return false;
  const otherName = text.names.some((group) => {
    const own = keysOf(text, group);
    return own.length > 1 && own.at(-1) === head && !own.every((key) => keys.includes(key));
  });
  return (
    otherName ||
    text.terms.some((term) => {
      if (term.key !== head || term.kind !== 'word') return false;
      const before = text.tokens.slice(Math.max(0, term.start - 4), term.start);
      let at = before.length - 1;
      while (at >= 0 && (before[at]!.pos === 'ADJ' || before[at]!.pos === 'NOUN')) {
        if (/^(?:other|second|third|new|old|former|neighbouring|neighboring)$/.test(before[at]!.lower)) return true;
        at--;
      }
      return /^(?:a|an|another|each|every|no|any|both)$/.test(before[at]?.lower ?? '');
    })
  );
}

function hasWholeName(text: AnalysedText | null, keys: readonly string[]): boolean {
  return text?.names.some((group) => keys.every((key) => keysOf(text, group).includes(key))) ?? false;
}

function hasAny(text: AnalysedText | null, keys: readonly string[]): boolean {
  return text?.terms.some((term) => keys.includes(term.key)) ?? false;
}

/** True if the last word of a name can stand for it: "the station" for "the Velmar Tidal Power Station". */
function isDescribable(claim: AnalysedText, group: readonly number[], head: string): boolean {
  if (group.length < 2) return false;
  const before = claim.tokens[claim.terms[group[0]!]!.start - 1]?.lower;
  return INSTITUTIONS.has(head) || (before === 'the' && isKnownWord(head));
}

function describeName(group: readonly number[], { claim, evidence, title, matches }: Aligning): void {
  const keys = keysOf(claim, group);
  const head = keys.at(-1)!;
  if (!isDescribable(claim, group, head)) return;
  const others = keys.slice(0, -1);
  if (!hasAny(evidence, others) && !hasAny(title, others)) return;
  if (hasCompetitor(evidence, head, keys) || hasCompetitor(title, head, keys)) return;
  const isWhole = hasWholeName(evidence, keys) || hasWholeName(title, keys);
  evidence.terms.forEach((term, at) => {
    if (term.kind !== 'word' || term.key !== head) return;
    const description = descriptionAt(evidence, term);
    if (description === null || !description.modifiers.every((modifier) => keys.includes(modifier))) return;
    for (const own of group) matches[own]!.push({ term: at, inference: isWhole ? 'description' : 'loose_description' });
  });
}

/** Matches "the island" with "Velmar" of "the island of Velmar", or with the only name in the title. */
function describePlace(group: readonly number[], { claim, evidence, title, matches }: Aligning): void {
  const first = claim.terms[group[0]!]!;
  const keys = keysOf(claim, group);
  const isOf = claim.tokens[first.start - 1]?.lower === 'of';
  const kind = isOf ? (claim.tokens[first.start - 2]?.lemma ?? '') : '';
  const isNamed = PLACE_KINDS.has(kind) && (hasWholeName(evidence, keys) || hasWholeName(title, keys));
  // "The city" is no museum.
  if (!isNamed && (INSTITUTIONS.has(keys.at(-1)!) || !isOnlyNameOf(title, keys))) return;
  evidence.terms.forEach((term, at) => {
    if (term.kind !== 'word' || !PLACE_KINDS.has(term.key) || (kind !== '' && term.key !== kind)) return;
    const description = descriptionAt(evidence, term);
    if (description === null || description.modifiers.length > 0 || hasCompetitor(evidence, term.key, keys)) return;
    for (const own of group) matches[own]!.push({ term: at, inference: isNamed ? 'description' : 'loose_description' });
  });
}

/** True if the title has this name and no other; a known word at its start doesn't count as a name. */
function isOnlyNameOf(title: AnalysedText | null, keys: readonly string[]): boolean {
  if (title === null || !hasWholeName(title, keys)) return false;
  const others = title.names.filter((group) => !keysOf(title, group).every((key) => keys.includes(key)));
  return others.every((group) => title.terms[group[0]!]!.start === 0 && keysOf(title, group).every(isKnownWord));
}

/** Matches "the station" in the claim with the only name in the passage that ends in "Station". */
function nameDescription(at: number, { claim, evidence, matches }: Aligning): void {
  const term = claim.terms[at]!;
  if (term.kind !== 'word' || term.pos !== 'NOUN' || term.role === 'subject') return;
  const description = descriptionAt(claim, term);
  if (description === null) return;
  const named = evidence.names.filter((group) => group.length > 1 && evidence.terms[group.at(-1)!]!.key === term.key);
  const only = named[0];
  if (only === undefined || named.some((group) => keysOf(evidence, group).join() !== keysOf(evidence, only).join())) {
    return;
  }
  const keys = keysOf(evidence, only);
  if (!description.modifiers.every((modifier) => keys.includes(modifier))) return;
  if (evidence.tokens[evidence.terms[only[0]!]!.start - 1]?.lower !== 'the') return;
  for (const group of named) matches[at]!.push({ term: group.at(-1)!, inference: 'loose_description' });
}

/** The words right before the noun `at` that say which one: "skin prick" of "skin prick test". */
function modifiersOf(claim: AnalysedText, at: number): number[] {
  const modifiers: number[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const term = claim.terms[i]!;
    const isAdjacent = term.end === claim.terms[i + 1]!.start;
    if (!isAdjacent || term.kind !== 'word' || (term.pos !== 'NOUN' && term.pos !== 'ADJ')) break;
    modifiers.unshift(i);
  }
  return modifiers;
}

/** Matches "skin prick" of the claim's "skin prick test" with "the test" of a document titled "Having a skin prick test". */
function describeNoun(at: number, { claim, evidence, title, matches }: Aligning): void {
  const head = claim.terms[at]!;
  if (title === null || head.kind !== 'word' || head.pos !== 'NOUN') return;
  if (claim.tokens[head.end]?.pos === 'NOUN') return;
  const modifiers = modifiersOf(claim, at);
  const open = modifiers.filter((modifier) => matches[modifier]!.length === 0);
  if (open.length === 0 || !hasInRow(title, keysOf(claim, [...modifiers, at]))) return;
  const keys = keysOf(claim, [...modifiers, at]);
  if (hasCompetitor(evidence, head.key, keys)) return;
  evidence.terms.forEach((term, place) => {
    if (term.kind !== 'word' || term.key !== head.key) return;
    const description = descriptionAt(evidence, term);
    if (description === null || !description.modifiers.every((modifier) => keys.includes(modifier))) return;
    for (const modifier of open) matches[modifier]!.push({ term: place, inference: 'description' });
  });
}

function hasInRow({ terms }: AnalysedText, keys: readonly string[]): boolean {
  return terms.some((_, from) => keys.every((key, i) => terms[from + i]?.key === key));
}

/** Matches the claim's names with descriptions that stand for them, and its descriptions with names. */
export function alignDescriptions(aligning: Aligning): void {
  for (const group of aligning.claim.names) {
    describeName(group, aligning);
    describePlace(group, aligning);
  }
  aligning.claim.terms.forEach((_, at) => {
    nameDescription(at, aligning);
    describeNoun(at, aligning);
  });
}
