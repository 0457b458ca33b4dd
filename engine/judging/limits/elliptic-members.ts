/**
 * Tells whether the claim mixes a clause with a later member that leaves its verb out: "the long bar belongs at the back, the
 * short ones at the sides", "drawings count towards the limit, text does not", "open from 10 to 6, on Thursdays until 8".
 */
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../text/analysed-text.ts';

/** Opens a clause with a verb of its own, which says more of the member or under which condition it holds. */
const OPENS_CLAUSE = /^(?:who|whom|whose|which|that|where|when|if|because|although|though|while|as|since|unless)$/;
/** What such a member is set against: the time or the case before it. */
const CONTRAST =
  /^(?:so|until|till|previously|formerly|hitherto|then|later|afterwards|otherwise|elsewhere|before|earlier)$/;

interface Member {
  start: number;
  end: number;
  /** Where a clause of its own begins within it, else its end. */
  cut: number;
}

function isNominal({ tokens }: AnalysedText, at: number): boolean {
  const { pos, lower } = tokens[at]!;
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'NUM' || lower === 'those' || lower === 'one' || lower === 'ones';
}

/** True if something is said in [start, cut) of what the member names first: "the short ones | at the sides", "text | does not". */
function hasTwoPhrases(text: AnalysedText, { start, cut, end }: Member): boolean {
  const { tokens, terms } = text;
  if (/^(?:a|an)$/.test(tokens[start]!.lower)) return false;
  const opensWithPlace = tokens[start]!.pos === 'ADP' || tokens[start]!.pos === 'ADV';
  let nominal = -1;
  for (let at = start; at < cut; at++) {
    const { pos, lower } = tokens[at]!;
    if (nominal >= 0) {
      const isFigure = terms.some((term) => term.start === at && (term.quantity !== null || term.date !== null));
      const isOther = (pos === 'ADP' && lower !== 'of') || pos === 'AUX' || pos === 'PART' || isFigure;
      if (isOther || /^(?:only|not|too|also)$/.test(lower)) return true;
    }
    if (isNominal(text, at)) nominal = at;
  }
  if (opensWithPlace) return CONTRAST.test(tokens[start]!.lower);
  return nominal >= 0 && cut < end && !/^(?:who|whom|whose|which|that|where)$/.test(tokens[cut]!.lower);
}

/** The members without a verb of their own in [from, to). */
function membersIn(text: AnalysedText, from: number, to: number): Member[] {
  const { tokens } = text;
  const members: Member[] = [];
  for (let mark = from; mark < to; mark++) {
    if (!/^[,;–]$/.test(tokens[mark]!.text)) continue;
    let start = mark + 1;
    if (/^(?:and|but|while|whereas|yet)$/.test(tokens[start]?.lower ?? '')) start++;
    let end = start;
    while (end < to && !/^[,;–.]$/.test(tokens[end]!.text)) end++;
    let cut = start;
    while (cut < end && (!OPENS_CLAUSE.test(tokens[cut]!.lower) || tokens[cut + 1]?.lower === 'of')) cut++;
    const inner = tokens.slice(start, cut);
    const isBare = inner.every(({ pos }, i) => {
      if (pos === 'VERB') return false;
      return pos !== 'AUX' || inner.slice(i + 1).every(({ lower }) => /^(?:not|n't|also|too|both)$/.test(lower));
    });
    const member = { start, end, cut };
    if (cut > start && isBare && hasTwoPhrases(text, member)) members.push(member);
  }
  return members;
}

/** True if the claim takes one part from such a member and another from before it, and the member says something else besides. */
export function mixesMembers(
  { claim, evidence, matches, used }: Alignment,
  { sentence, evidenceFrame, anchor }: Reading,
): boolean {
  const [start, end] = sentenceRange(evidence, sentence);
  const frame = evidenceFrame?.sentence === sentence ? evidenceFrame : undefined;
  const from = frame?.verbEnd ?? start;
  return membersIn(evidence, from, end).some((member) => {
    const isIn = (term: Term) => term.start >= member.start && term.start < member.end;
    const places = (at: number) =>
      matches[at]!.map(({ term }) => evidence.terms[term]!).filter((term) => term.sentence === sentence);
    // Both have the verb in common.
    const isShared = (at: number) => at === anchor && claim.terms[at]!.role === 'predicate';
    const own = claim.terms.flatMap((term, at) => (term.light || isShared(at) || places(at).length === 0 ? [] : [at]));
    if (!own.some((at) => places(at).every(isIn)) || !own.some((at) => !places(at).some(isIn))) return false;
    const isUnused = (term: Term, at: number) =>
      term.start >= member.start && term.start < member.cut && !term.light && !used.has(at);
    const opener = evidence.tokens[member.start]!.lower;
    const isContrast = CONTRAST.test(opener) && !claim.tokens.some(({ lower }) => lower === opener);
    const denies = evidence.tokens
      .slice(member.start, member.cut)
      .some(({ lower }) => /^(?:not|n't)$/.test(lower) && !claim.tokens.some((token) => token.lower === lower));
    const isConditional =
      member.cut < member.end &&
      !claim.tokens.some(({ lower }) => OPENS_CLAUSE.test(lower)) &&
      /^(?:when|if|while|as|since|unless|because)$/.test(evidence.tokens[member.cut]!.lower);
    return isContrast || denies || isConditional || evidence.terms.some(isUnused);
  });
}
