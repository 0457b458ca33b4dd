/**
 * Tells whether the claim mixes a clause with a later member that leaves its verb out: "the long bar belongs at the back, the
 * short ones at the sides", "drawings count towards the limit, text does not", "open from 10 to 6, on Thursdays until 8".
 */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchesIn, within } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../../text/analysed-text.ts';

/** Opens a clause with a verb of its own, which says more of the member or under which condition it holds. */
const OPENS_CLAUSE = /^(?:who|whom|whose|which|that|where|when|if|because|although|though|while|as|since|unless)$/;
/** What such a member is set against: the time or the case before it. */
const CONTRAST =
  /^(?:so|until|till|previously|formerly|hitherto|then|later|afterwards|otherwise|elsewhere|before|earlier)$/;

const JOINING = /^(?:and|or|but|nor|yet|while|whereas)$/;

interface Member {
  start: number;
  end: number;
  /** Where a clause of its own begins within it, else its end. */
  cut: number;
}

/** True for what names a member without a verb: "text", "the short ones"; a pronoun such as "it" would have its verb. */
function mayNameMember({ tokens }: AnalysedText, at: number): boolean {
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
    if (mayNameMember(text, at)) nominal = at;
  }
  if (opensWithPlace) return CONTRAST.test(tokens[start]!.lower);
  return nominal >= 0 && cut < end && !/^(?:who|whom|whose|which|that|where)$/.test(tokens[cut]!.lower);
}

/** The members without a verb of their own in [from, to). */
function membersIn(text: AnalysedText, from: number, to: number): Member[] {
  const { tokens } = text;
  const members: Member[] = [];
  let depth = 0;
  for (let mark = from; mark < to; mark++) {
    if (tokens[mark]!.text === '(') depth++;
    else if (tokens[mark]!.text === ')') depth = Math.max(0, depth - 1);
    if (depth > 0 || !/^[,;–]$/.test(tokens[mark]!.text)) continue;
    let start = mark + 1;
    if (JOINING.test(tokens[start]?.lower ?? '')) start++;
    let end = start;
    while (end < to && !/^[,;–.]$/.test(tokens[end]!.text) && (end === start || !JOINING.test(tokens[end]!.lower)))
      end++;
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

/** True for the last of a list: "training, arms and money from Norway". */
function endsList(text: AnalysedText, members: readonly Member[], { start }: Member, from: number): boolean {
  const { tokens } = text;
  if (!/^(?:and|or)$/.test(tokens[start - 1]?.lower ?? '')) return false;
  let mark = start - 3;
  while (mark > from && !/^[,;–]$/.test(tokens[mark]!.text)) mark--;
  const isMember = members.some((other) => other.start === mark + 1);
  return (
    mark > from &&
    !isMember &&
    tokens.slice(mark + 1, start - 2).every(({ pos }) => /^(?:NOUN|PROPN|ADJ|DET|NUM)$/.test(pos))
  );
}

/** "Five years at 4 % and then at a variable rate": the claim has two members as well. */
function hasTwoMembers(
  { tokens, terms }: AnalysedText,
  inside: readonly number[],
  outside: readonly number[],
): boolean {
  return tokens.some(
    ({ lower, text }, at) =>
      (JOINING.test(lower) || text === ',') &&
      inside.every((i) => terms[i]!.start > at) &&
      outside.some((i) => terms[i]!.start < at && terms[i]!.role !== 'subject'),
  );
}

/** True if the member says something besides what the claim takes from it; `isOfSameVerb`: the claim has also what follows the verb itself. */
function saysMore({ claim, evidence, used }: Alignment, member: Member, isOfSameVerb: () => boolean): boolean {
  const { start, end, cut } = member;
  const has = (word: string) => claim.tokens.some((token) => token.lower === word);
  const unused = evidence.terms.some(
    (term, at) => term.start >= start && term.start < cut && !term.light && !used.has(at) && term.pos !== 'ADV',
  );
  const { lower, pos } = evidence.tokens[start]!;
  if (CONTRAST.test(lower) && !has(lower)) return true;
  if (pos === 'ADP') {
    // "…, and into the second hall in 2001" names another place; "on Thursdays until 8" says when that is.
    const first = evidence.terms.findIndex((term) => within(term, start, end) && !term.light);
    return unused && (isOfSameVerb() || !used.has(first));
  }
  const denies = evidence.tokens
    .slice(start, cut)
    .some((token) => /^(?:not|n't)$/.test(token.lower) && !has(token.lower));
  const condition = evidence.tokens[cut]?.lower ?? '';
  const isConditional =
    cut < end &&
    /^(?:when|if|while|as|since|unless|because)$/.test(condition) &&
    !claim.tokens.some((token) => OPENS_CLAUSE.test(token.lower));
  return denies || isConditional || unused;
}

/** True if the claim takes one part from such a member and another from before it, and the member says something else besides. */
export function mixesMembers(alignment: Alignment, { sentence, frame, evidenceFrame, anchor }: Reading): boolean {
  const { claim, evidence } = alignment;
  const [start, end] = sentenceRange(evidence, sentence);
  const from = evidenceFrame?.sentence === sentence ? evidenceFrame.verbEnd : start;
  const places = (at: number) => {
    const here = matchesIn(alignment, at, sentence);
    const same = here.filter(({ inference }) => inference === 'same');
    return (same.length > 0 ? same : here).map(({ term }) => evidence.terms[term]!);
  };
  // Both have the verb in common.
  const isShared = (at: number) => at === anchor && claim.terms[at]!.role === 'predicate';
  const own = claim.terms.flatMap((term, at) => (term.light || isShared(at) || places(at).length === 0 ? [] : [at]));
  const members = membersIn(evidence, from, end);
  return members.some((member) => {
    if (endsList(evidence, members, member, from)) return false;
    const isIn = (term: Term) => within(term, member.start, member.end);
    const inside = own.filter((at) => places(at).every(isIn));
    const outside = own.filter((at) => !places(at).some(isIn));
    if (inside.length === 0 || outside.length === 0) return false;
    // "Is a ship of the navy, the second of her class"
    if (frame?.copula === true && evidenceFrame?.copula === true && inside.includes(anchor)) return false;
    if (hasTwoMembers(claim, inside, outside)) return false;
    return saysMore(alignment, member, () => outside.some((at) => places(at).every((term) => term.start >= from)));
  });
}
