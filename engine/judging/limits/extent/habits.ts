/** Tells whether a general statement of the claim ("the ferry runs daily") is one of some cases in the passage ("… in summer"). */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';
import { endOfPhraseAfter, isModified, isNarrowed } from './scope.ts';

const TIMES =
  /^(?:summers?|winters?|springs?|autumns?|weekdays?|weekends?|holidays?|nights?|daytime|dark|darkness|dusk|dawn|day|season|emergency|emergencies|mornings?|afternoons?|evenings?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|(?:first|second|third|last|final)|year|term|month|weeks?|home|away|january|february|march|april|june|july|august|september|october|november|december)$/;
const IN_TIME = /^(?:in|on|at|after|before|during|between|from|within|outside)$/;
const NARROWING = /^(?:with|without|aged|under|over|who|that|from)$/;

/** True for what is so in general: the present tense, and not "is a …", which one case makes true. */
function isGeneral(text: AnalysedText, frame: Frame): boolean {
  const { copula, verbEnd, end } = frame;
  if (copula && text.tokens.slice(verbEnd, end).some(({ pos }) => pos === 'NOUN' || pos === 'PROPN')) return false;
  return isPresent(text, frame);
}

function isPresent({ tokens }: AnalysedText, { head, verbStart, verbEnd }: Frame): boolean {
  const first = tokens[verbStart]!;
  if (first.pos === 'AUX') {
    // "Is being built", "is running": so now, and not in general.
    const isProgressive = tokens
      .slice(verbStart, verbEnd)
      .some(({ lower, lemma }) => /ing$/.test(lower) && lower !== lemma);
    return /^(?:is|are|may|can|must|shall|does|do)$/.test(first.lower) && !isProgressive;
  }
  // "Plans to close" is told by its first verb.
  const { lower, lemma } = tokens[first.pos === 'VERB' ? verbStart : head]!;
  return lower === lemma || (first.pos === 'VERB' && lower.endsWith('s'));
}

/** True if only the passage says at what times. */
function isAtTimes({ claim, evidence, used }: Alignment, { verbStart, end, subjectStart }: Frame): boolean {
  const isTime = ({ key, surface }: Term) => TIMES.test(key) || TIMES.test(surface.toLowerCase());
  if (claim.terms.some((term) => isTime(term) || term.date !== null)) return false;
  return evidence.terms.some(
    (term, at) =>
      term.start >= Math.min(verbStart, subjectStart) &&
      term.start < end &&
      !used.has(at) &&
      IN_TIME.test(term.preposition) &&
      isTime(term),
  );
}

/** Fronts that frame what follows and limit nothing. */
const FRAMING =
  /^(?:in (?:addition|fact|general|total|short|all|particular|practice|principle|other words)|for (?:example|instance)|of course|at present|on the whole|by default)$/;

/** "For members entry is free": a phrase before the subject that the claim has no part of. */
function isFronted({ claim, evidence, used }: Alignment, { start: opening, subjectStart, sentence }: Frame): boolean {
  const { tokens, terms, sentenceOf } = evidence;
  const start = sentenceOf.indexOf(sentence);
  if (tokens[start]?.pos !== 'ADP') return false;
  const comma = tokens.findIndex(({ text }, at) => at > start && text === ',');
  const isSetOff = comma >= 0 && comma < subjectStart;
  if (!isSetOff && (opening !== start || subjectStart === start)) return false;
  const end = isSetOff ? comma : subjectStart;
  const front = tokens.slice(start, end).map(({ lower }) => lower);
  if (FRAMING.test(front.join(' ')) || front[0] === 'according') return false;
  const inside = terms.flatMap((term, at) => (term.start > start && term.start < end && !term.light ? [at] : []));
  const isOwn = (at: number) => used.has(at) || claim.terms.some(({ key }) => key === terms[at]!.key);
  // "At 612 metres, the hill is …"
  const isMeasure = tokens[start]!.lower === 'at' && inside.every((at) => terms[at]!.quantity?.dimension === 'length');
  if (isMeasure) return false;
  return inside.length > 0 && inside.every((at) => terms[at]!.date === null) && !inside.some(isOwn);
}

/** True for a plural without an article or figure: "companies" may mean all of them. */
function isBarePlural({ tokens }: AnalysedText, { surface, key, pos, start }: Term): boolean {
  const before = tokens[start - 1]?.pos;
  return pos === 'NOUN' && surface.toLowerCase() !== key && (before === 'VERB' || before === 'ADP' || before === 'AUX');
}

/** True if the claim says in general what the passage says of certain times, or of some of a kind. */
export function isOfCertainCases(alignment: Alignment, { frame, evidenceFrame, sentence }: Reading): boolean {
  const { claim, evidence, matches } = alignment;
  if (frame === null || evidenceFrame === null) return false;
  if (isPresent(claim, frame) && isFronted(alignment, evidenceFrame)) return true;
  if (!isGeneral(claim, frame)) return false;
  if (isAtTimes(alignment, evidenceFrame)) return true;
  return claim.terms.some((term, at) => {
    if (term.role !== 'rest' || !isBarePlural(claim, term)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return (
      here.length > 0 &&
      here.every((found) => isModified(alignment, found) || isNarrowed(alignment, found.end, NARROWING))
    );
  });
}

/** True if what the claim says of all or none ("every match", "no Latin") the passage says of some of it. */
export function isAllOfSome(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence, matches } = alignment;
  return claim.quantifiers.some(({ kind, at }) => {
    if ((kind !== 'all' && kind !== 'none') || claim.tokens[at + 1]?.lower === 'longer') return false;
    const noun = claim.terms.findIndex(({ start, pos }) => start > at && start <= at + 4 && pos === 'NOUN');
    if (noun < 0) return false;
    const here = matchedTerms({ evidence, matches }, noun, sentence);
    const isPart = ({ end }: Term) =>
      isNarrowed(
        alignment,
        end,
        /^(?:in|on|at|with|without|of|from|under|over|aged|who|that|during|after|before)$/,
        true,
      );
    return here.length > 0 && here.every((found) => isPart(found) || (kind === 'all' && isModified(alignment, found)));
  });
}

/** Verbs and adjectives of rules and decisions: what they say holds where, and for whom, it was ruled. */
const RULING =
  /^(?:adopt|approve|pass|ratify|reject|uphold|overturn|ban|forbid|prohibit|allow|permit|authori[sz]e|licen[sc]e|legali[sz]e|cover|insure|exempt|free|legal|illegal|lawful|mandatory|compulsory|valid)$/;
const WITHIN = /^(?:in|at|for|under|within)$/;

/** True if the passage says where or for whom a rule or price holds, and the claim does not: "banned in the dining room". */
export function isRuledWithin(
  alignment: Alignment,
  { frame, evidenceFrame, evidenceAnchor, anchor }: Reading,
): boolean {
  const { claim, evidence, used } = alignment;
  if (frame === null || evidenceFrame === null || evidenceAnchor < 0) return false;
  const isRule = RULING.test(claim.terms[anchor]?.key ?? '') || RULING.test(claim.tokens[frame.head]!.lemma);
  const hasFigure = claim.terms.some(
    ({ quantity, start }) => quantity !== null && quantity.dimension !== 'ordinal' && start >= frame.verbEnd,
  );
  if (!isRule && !(frame.copula && hasFigure && isPresent(claim, frame))) return false;
  const from = Math.max(evidenceFrame.verbEnd, evidence.terms[evidenceAnchor]!.end);
  for (let at = from; at < evidenceFrame.end; at++) {
    const { pos, text } = evidence.tokens[at]!;
    if (pos === 'CCONJ' || pos === 'SCONJ' || text === ',' || text === '(') break;
    const last = evidence.terms.findLastIndex(({ start }) => start < at);
    // "40 per cent in the north", "banned in the north", but not "approved the plan for the north".
    const isOfRule = last === evidenceAnchor || used.has(last);
    if (isOfRule && isNarrowed(alignment, at, WITHIN, false, endOfPhraseAfter(evidence, at))) return true;
  }
  return false;
}
