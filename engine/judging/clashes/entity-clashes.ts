/** Clashes of proper names: a different agent, place or holder of a unique role. */
import { placeRelation } from '#engine/language/places.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { nameText } from '../alignment/name-alignment.ts';
import { isMatchedIn } from '../alignment/share.ts';
import type { Reading } from '../reading/reading.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { type Clash, sharesClause } from './clash.ts';

/** Lemmas of functional relations, which hold with one thing only: nobody is born in two places. */
export const FUNCTIONAL_RELATIONS = new Set([
  ...['bear', 'die', 'direct', 'found', 'write', 'compose', 'invent', 'discover', 'locate', 'headquarter', 'situate'],
  ...['capital', 'ceo', 'president', 'author', 'director', 'founder', 'inventor', 'developer', 'create', 'design'],
  ...['publish', 'bury', 'base', 'kill', 'assassinate', 'paint', 'sing', 'build', 'acquire', 'chairman', 'birthplace'],
  ...['live', 'raise', 'marry', 'produce', 'distribute', 'record', 'develop', 'manufacture', 'own'],
  ...['portray', 'host', 'illustrate', 'edit', 'succeed', 'precede', 'lead', 'appoint', 'grow', 'educate'],
  ...['headquarters', 'composer', 'writer', 'creator', 'husband', 'wife', 'father', 'mother', 'currency', 'defeat'],
]);

/** The clash of the claim's name `group` with the evidence's name `rival`. */
function nameClash({ claim, evidence }: Alignment, group: readonly number[], rival: readonly number[]): Clash {
  return {
    kind: 'entity',
    claimText: nameText(claim, group),
    evidenceText: nameText(evidence, rival),
    claimTerm: group[0]!,
    evidenceTerm: rival[0]!,
  };
}

/** The evidence has another name in the claim's slot: "directed by A" against "directed by B". */
function slotClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence } = alignment;
  if (reading.anchor < 0 || reading.evidenceAnchor < 0) return null;
  if (!FUNCTIONAL_RELATIONS.has(claim.terms[reading.anchor]!.key)) return null;
  const used = alignment.used;
  for (const group of claim.names) {
    if (group.some((at) => alignment.matches[at]!.length > 0)) continue;
    const term = claim.terms[group[0]!]!;
    if (term.role !== 'rest') continue;
    const rival = evidence.names.find((other) => {
      const first = evidence.terms[other[0]!]!;
      const isFree = other.every((at) => !used.has(at));
      const isNear =
        first.sentence === reading.sentence && first.role === 'rest' && sharesClause(alignment, reading, first);
      const followsAnchor = first.start > (evidence.terms[reading.evidenceAnchor]?.start ?? 0);
      return isFree && isNear && followsAnchor && samePlaceInClause(claim, term, evidence, first);
    });
    if (rival === undefined || mayContain(claim, group, evidence, rival)) continue;
    return nameClash(alignment, group, rival);
  }
  return null;
}

/** "A directed X" against "X, directed by B": the agents differ. */
function agentClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence } = alignment;
  const { frame, evidenceFrame } = reading;
  if (reading.anchor < 0 || reading.evidenceAnchor < 0) return null;
  if (frame === null || evidenceFrame === null || frame.passive || !evidenceFrame.passive) return null;
  const verb = claim.terms[reading.anchor]!;
  const isVerb = verb.start === frame.head && evidence.terms[reading.evidenceAnchor]!.role === 'predicate';
  if (!isVerb || !FUNCTIONAL_RELATIONS.has(verb.key)) return null;
  const group = claim.names.find((name) => reading.subjectTerms.includes(name[0]!));
  if (group === undefined) return null;
  const isHere = group.some((at) => isMatchedIn(alignment, at, reading.sentence));
  const object = claim.terms.flatMap((term, at) =>
    term.start >= frame.verbEnd && !term.light && term.preposition === '' ? [at] : [],
  );
  const isSame =
    object.length > 0 &&
    object.every((at) =>
      alignment.matches[at]!.some(
        ({ term }) =>
          evidence.terms[term]!.sentence === reading.sentence && evidence.terms[term]!.start < evidenceFrame.verbStart,
      ),
    );
  const used = alignment.used;
  const rival = evidence.names.find((name) => {
    const first = evidence.terms[name[0]!]!;
    const isAgent =
      first.start >= evidenceFrame.verbEnd &&
      first.start < evidenceFrame.end &&
      evidence.tokens[first.start - 1]?.lower === 'by';
    return isAgent && first.sentence === reading.sentence && name.every((at) => !used.has(at));
  });
  if (isHere || !isSame || rival === undefined) return null;
  return { ...nameClash(alignment, group, rival), holdsByItself: true };
}

function samePlaceInClause(claim: AnalysedText, term: Term, evidence: AnalysedText, other: Term): boolean {
  const own = claim.tokens[term.start - 1];
  const theirs = evidence.tokens[other.start - 1];
  // Both names fill the same slot only if the preposition directly precedes them.
  const isDirect = own?.pos === 'ADP' && theirs?.pos === 'ADP';
  return isDirect && own.lower === theirs.lower;
}

/** True unless the places are known to lie apart; agents ("by") are two people or two firms, not places. */
function mayContain(
  claim: AnalysedText,
  group: readonly number[],
  evidence: AnalysedText,
  rival: readonly number[],
): boolean {
  const preposition = claim.tokens[claim.terms[group[0]!]!.start - 1]?.lower;
  return preposition !== 'by' && placeRelation(nameText(claim, group), nameText(evidence, rival)) !== 'apart';
}

/** True for a description that fits one thing only: "the capital of …", "the longest river". */
function isUnique(text: AnalysedText, at: number): boolean {
  const term = text.terms[at]!;
  let isDefinite = false;
  let isSuperlative = false;
  for (let i = term.start - 1; i >= 0 && i >= term.start - 5; i--) {
    const token = text.tokens[i]!;
    if (token.pos === 'VERB' || token.pos === 'AUX' || token.pos === 'PUNCT') break;
    if (token.lower === 'former' || token.lower === 'of' || token.lower === 'a' || token.lower === 'an') return false;
    if (token.lower === 'the' || token.lower === "'s") isDefinite = true;
    if (/est$/.test(token.lower) || token.lower === 'most' || token.lower === 'first' || token.lower === 'only')
      isSuperlative = true;
  }
  return isDefinite && (isSuperlative || FUNCTIONAL_RELATIONS.has(term.key));
}

/** "Lyon is the capital of France" against "Paris is the capital of France": only one name differs. */
function identityClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence, matches } = alignment;
  if (reading.frame?.copula !== true) return null;
  const here = (at: number) => matches[at]!.find(({ term }) => evidence.terms[term]!.sentence === reading.sentence);
  const missing = claim.names.filter((name) => name.every((at) => matches[at]!.length === 0));
  const group = missing[0];
  if (group === undefined || missing.length > 1) return null;
  const others = claim.terms.flatMap((term, at) => (term.light || group.includes(at) ? [] : [at]));
  if (others.length < 2 || others.some((at) => here(at) === undefined)) return null;
  const role = others.find(
    (at) => claim.terms[at]!.kind === 'word' && isUnique(claim, at) && isUnique(evidence, here(at)!.term),
  );
  if (role === undefined || claim.terms[role]!.negated) return null;
  const holder = evidence.terms[here(role)!.term]!;
  const frame = evidence.frames.find(
    (candidate) =>
      candidate.copula &&
      candidate.sentence === reading.sentence &&
      holder.start >= candidate.subjectStart &&
      holder.start < candidate.end,
  );
  if (frame === undefined || holder.negated) return null;
  const isSubject = holder.start < frame.verbStart;
  const used = alignment.used;
  const rival = evidence.names.find((name) => {
    const first = evidence.terms[name[0]!]!;
    const isOpposite = isSubject
      ? first.start >= frame.verbEnd && first.start <= frame.verbEnd + 2
      : first.start >= frame.subjectStart &&
        first.start <= frame.subjectStart + 1 &&
        evidence.terms[name.at(-1)!]!.end <= frame.subjectEnd;
    return isOpposite && first.sentence === reading.sentence && name.every((at) => !used.has(at));
  });
  if (rival === undefined) return null;
  return { ...nameClash(alignment, group, rival), holdsByItself: true };
}

/** The clash of names between claim and evidence, null if there is none. */
export function entityClash(alignment: Alignment, reading: Reading): Clash | null {
  return slotClash(alignment, reading) ?? agentClash(alignment, reading) ?? identityClash(alignment, reading);
}
