/**
 * Checks whether a claim gives each name the role that it has in the words that the claim was made from: who did it, and to whom.
 */
import type { ReadWord } from './words.ts';

type Words = readonly ReadWord[];

const NOMINAL = /^(?:NOUN|PROPN)$/;
/** Parts of speech between a preposition and its noun. */
const BEFORE_NOUN = /^(?:DET|ADJ|NUM)$/;
/** Prepositions that give their noun a distinct role. A noun after one of them has not the role of a noun after another. */
const PARTING = /^(?:by|from|to|against|after|before|under|over|of)$/;

/**
 * A noun that a claim and its own words have once each, with its place in both. `behind` is the preposition before it; '' if
 * there is none.
 */
interface Named {
  word: ReadWord;
  own: Place;
  claim: Place;
}

interface Place {
  at: number;
  behind: string;
}

/**
 * True if no two names or nouns have exchanged their roles: "Peck, beaten by Noll" does not become "Peck beat Noll", nor "from
 * Orley to Velmar" "from Velmar to Orley". Words may move, and a passive may become active, as long as whoever follows "by"
 * remains the one who does it.
 */
export function hasSameRoles(claim: Words, own: Words): boolean {
  const named = own.flatMap((word, at): Named[] => {
    const there = claim.findIndex(({ lower }) => lower === word.lower);
    if (!opensNoun(own, at) || !isOnce(own, word) || !isOnce(claim, word) || !opensNoun(claim, there)) return [];
    return [{ word, own: placeAt(own, at), claim: placeAt(claim, there) }];
  });
  return (
    named.every((one) => keepsPreposition(one) && keepsDoer(claim, own, one)) &&
    named.every((one, at) => named.slice(at + 1).every((other) => !isExchanged(one, other, claim, own)))
  );
}

/** True for the first noun of a name or a compound. */
const opensNoun = (words: Words, at: number): boolean =>
  NOMINAL.test(words[at]?.pos ?? '') && !NOMINAL.test(words[at - 1]?.pos ?? '');

const isOnce = (words: Words, { lower }: ReadWord) => words.filter((other) => other.lower === lower).length === 1;

function placeAt(words: Words, at: number): Place {
  const before = words.findLast(({ pos }, i) => i < at && !BEFORE_NOUN.test(pos));
  const isBehind = before !== undefined && (before.pos === 'ADP' || before.lower === 'to');
  return { at, behind: isBehind ? before.lower : '' };
}

/** Whether the noun has not moved from one such preposition to another: "to Noll by Peck" is not "by Noll to Peck". */
const keepsPreposition = ({ own, claim }: Named): boolean =>
  own.behind === claim.behind || !PARTING.test(own.behind) || !PARTING.test(claim.behind);

/**
 * Whether the doer stays the same. A noun after "by" may lose its "by" only if it comes before the verb: "sued by Noll", "Noll
 * sued". A noun may get a "by" only if it came before the verb.
 */
function keepsDoer(claim: Words, own: Words, one: Named): boolean {
  if ((one.own.behind === 'by') === (one.claim.behind === 'by')) return true;
  const [behindBy, other] = one.own.behind === 'by' ? [own, claim] : [claim, own];
  const [at, there] = one.own.behind === 'by' ? [one.own.at, one.claim.at] : [one.claim.at, one.own.at];
  const verb = behindBy.findLast(({ pos }, i) => i < at && pos === 'VERB');
  const did =
    verb === undefined ? -1 : other.findIndex(({ lemma, lower }) => lemma === verb.lemma || lower === verb.lower);
  return did < 0 || there < did;
}

/** True if each noun now stands where the other did: after its preposition, or on its side of the verb. */
function isExchanged(one: Named, other: Named, claim: Words, own: Words): boolean {
  if (one.own.behind !== other.own.behind) {
    const isEither = [one.own.behind, other.own.behind].some((behind) => behind !== 'by' && PARTING.test(behind));
    return isEither && one.claim.behind === other.own.behind && other.claim.behind === one.own.behind;
  }
  const isFree = [one.own, one.claim, other.own, other.claim].every(({ behind }) => behind === '');
  if (!isFree || one.claim.at < other.claim.at) return false;
  const between = own.slice(one.own.at, other.own.at).filter(({ pos }) => pos === 'VERB');
  const said = claim.slice(other.claim.at, one.claim.at).filter(({ pos }) => pos === 'VERB');
  return between.some(({ lemma }) => said.some((verb) => verb.lemma === lemma));
}
