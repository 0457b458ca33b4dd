/**
 * Another maker or place than the claim's, where the sentence has all else of the claim: "directed by Orde" against "directed by
 * Lowe", "invented in Japan" against "invented in Bonn".
 */
import { placeRelation } from '#engine/language/places.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { nameText } from '../alignment/name-alignment.ts';
import type { Reading } from '../reading/reading.ts';
import type { Clash } from './clash.ts';
import { FUNCTIONAL_RELATIONS } from './entity-clashes.ts';
import { REGION } from './plain-clash.ts';

function clashOf({ claim, evidence }: Alignment, at: number, name: readonly number[]): Clash {
  return {
    kind: 'entity',
    claimText: nameText(claim, claim.names[claim.terms[at]!.name]!),
    evidenceText: nameText(evidence, name),
    claimTerm: at,
    evidenceTerm: name[0]!,
    isProven: true,
  };
}

/** The names of the sentence that match nothing in the claim. */
function otherNames({ evidence, used }: Alignment, sentence: number): (readonly number[])[] {
  return evidence.names.filter(
    (name) => evidence.terms[name[0]!]!.sentence === sentence && name.every((term) => !used.has(term)),
  );
}

/** What several may do to one thing, each in a way of their own. */
const SHARED = /^(?:produce|distribute|publish|develop|record|own|lead|host|sing|edit|raise)$/;

/** "Directed by A" against "directed by B": the same verb right before "by" on both sides. */
function otherMaker(alignment: Alignment, at: number, sentence: number): Clash | null {
  const { claim, evidence, matches } = alignment;
  const own = claim.terms[at]!;
  const verb = claim.terms.findIndex(({ end }) => end === own.start - 1);
  if (claim.tokens[own.start - 1]?.lower !== 'by' || verb < 0 || !FUNCTIONAL_RELATIONS.has(claim.terms[verb]!.key))
    return null;
  if (SHARED.test(claim.terms[verb]!.key)) return null;
  const group = claim.names[own.name]!;
  const keys = new Set(group.map((term) => claim.terms[term]!.key));
  for (const name of otherNames(alignment, sentence)) {
    const first = evidence.terms[name[0]!]!;
    const isBy = evidence.tokens[first.start - 1]?.lower === 'by';
    const isOfVerb = matches[verb]!.some(({ term }) => evidence.terms[term]!.end === first.start - 1);
    const last = evidence.terms[name.at(-1)!]!;
    const isJoined =
      /^(?:and|,|&|or|-)$/.test(evidence.tokens[last.end]?.lower ?? '') &&
      evidence.tokens[last.end + 1]?.pos === 'PROPN';
    if (!isBy || !isOfVerb || isJoined || name.some((term) => keys.has(evidence.terms[term]!.key))) continue;
    return clashOf(alignment, at, name);
  }
  return null;
}

/** "Is in Wales" against "in Dundee": one place of a thing that has one, and every other place named so lies apart. */
function otherPlace(alignment: Alignment, reading: Reading, at: number, sentence: number): Clash | null {
  const { claim, evidence } = alignment;
  const own = claim.terms[at]!;
  const { frame } = reading;
  const verb = frame === null ? '' : claim.tokens[frame.head]!.lemma;
  const isOne =
    frame !== null && (frame.copula || FUNCTIONAL_RELATIONS.has(verb) || /^(?:lie|come|originate|flow)$/.test(verb));
  if (!isOne || !/^(?:in|from|at|near)$/.test(own.preposition)) return null;
  // "North Africa" has no bounds that the gazetteer knows.
  if (claim.names[own.name]!.some((term) => REGION.test(claim.terms[term]!.key))) return null;
  const place = nameText(claim, claim.names[own.name]!);
  const others = otherNames(alignment, sentence).filter(
    (name) => evidence.terms[name[0]!]!.preposition === own.preposition,
  );
  const isApart = others.every((name) => placeRelation(place, nameText(evidence, name)) === 'apart');
  return others.length > 0 && isApart ? clashOf(alignment, at, others[0]!) : null;
}

/** The clash if only the part at `at` is missing from the sentence and it has another in its place; else null. */
export function otherNameClash(alignment: Alignment, reading: Reading, at: number, sentence: number): Clash | null {
  const { claim } = alignment;
  const own = claim.terms[at]!;
  if (claim.negated.some(Boolean)) return null;
  if (own.kind !== 'name') return null;
  return otherMaker(alignment, at, sentence) ?? otherPlace(alignment, reading, at, sentence);
}
