/** Tells whether the passage says it only of a part: "the highest mountain of the island", "books on botany", "pupils with a pass". */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import { wordClass } from '../../text/lexical-forms.ts';
import { isSectionNumber } from '../../text/section-number.ts';

const AFTER_RANKED = /^(?:of|in|among|on|since|for|to|from|within|outside|at|with|between)$/;
const AFTER_COUNTED = /^(?:on|under|with|without|in|at|aged|of|about|who|that|which|alone)$/;
const BESIDE_OTHERS = /^(?:in|at|on|for|with|without|under|from|as|by)$/;
const AFTER_SUBJECT = /^(?:with|without|of|from|in|under|over|aged|who|that|on|for|to)$/;
const RANKS = /^(?:first|only|last|sole)$/;
const TIMES = /^(?:night|day|week|month|year|decade|century|summer|winter|spring|autumn|time|moment|term|season)$/;
/** Verbs by which a figure is all that there is. */
const HAVING = /^(?:have|employ|hold|own|contain|comprise|include|number|total|operate|run|keep|house|store|count)$/;

function isRanked(text: AnalysedText, term: Term): boolean {
  const surface = term.surface.toLowerCase();
  const isDefinite = text.tokens
    .slice(Math.max(0, term.start - 3), term.start)
    .some(({ lower }) => /^(?:the|'s|’s|its|his|her)$/.test(lower));
  if (!isDefinite) return false;
  if (RANKS.test(surface)) return true;
  if (wordClass(term) === 'modifier' && surface !== term.key && surface.endsWith('est')) return true;
  return text.tokens[term.start - 1]?.lower === 'most';
}

/** Index after the noun phrase that goes on at `from`; -1 if it has no noun. */
function endOfPhrase({ tokens }: AnalysedText, from: number): number {
  let i = from;
  let hasNoun = false;
  while (/^(?:NOUN|PROPN|ADJ|NUM)$/.test(tokens[i]?.pos ?? '')) {
    if (tokens[i]!.pos === 'NOUN' || tokens[i]!.pos === 'PROPN') hasNoun = !TIMES.test(tokens[i]!.lower);
    i++;
  }
  return hasNoun ? i : -1;
}

function endOfPhrasesAfter({ tokens }: AnalysedText, from: number): number {
  let end = from + 1;
  while (end < tokens.length && end < from + 9 && !/^(?:VERB|AUX|PUNCT|CCONJ|SCONJ)$/.test(tokens[end]!.pos)) end++;
  return end;
}

/** The end of the phrase after the preposition at `from`, with what "of" adds to it. */
export function endOfPhraseAfter(text: AnalysedText, from: number): number {
  const end = endOfPhrasesAfter(text, from);
  const next = text.tokens.findIndex(({ pos, lower }, at) => at > from && at < end && pos === 'ADP' && lower !== 'of');
  return next < 0 ? end : next;
}

/** True if a phrase right at `from` is another thing than any part of the claim: "of the island"; `byTime`: or a time. */
export function isNarrowed(
  { evidence, claim, used }: Alignment,
  from: number,
  openers: RegExp,
  byTime = false,
  end = endOfPhrasesAfter(evidence, from),
): boolean {
  const { tokens, terms } = evidence;
  const opener = tokens[from]?.lower ?? '';
  if (from < 0 || !openers.test(opener)) return false;
  if (opener === 'alone') return !claim.tokens.some(({ lower }) => lower === 'alone');
  if (/^(?:who|that|which)$/.test(opener)) return !claim.tokens.some(({ lower }) => lower === opener);
  const inside = terms.flatMap((term, at) => (term.start > from && term.start < end && !term.light ? [at] : []));
  const isOwn = (at: number) => used.has(at) || claim.terms.some(({ key }) => key === terms[at]?.key);
  const isOnlyTime = !byTime && inside.every((at) => terms[at]!.kind === 'date' || TIMES.test(terms[at]!.key));
  // "Of the country's north" is another thing than the country.
  const isPossessor = tokens.slice(from, end).some(({ lower }) => lower === "'s" || lower === '’s');
  const hasOwn = isPossessor ? isOwn(inside.at(-1) ?? -1) : inside.some(isOwn);
  return inside.length > 0 && !isOnlyTime && !hasOwn;
}

/** "The first woman to climb it in winter": the deed has a phrase that the claim lacks. */
function isNarrowedDeed({ evidence, claim, used }: Alignment, from: number): boolean {
  if (evidence.tokens[from]?.lower !== 'to' || evidence.tokens[from + 1]?.pos !== 'VERB') return false;
  const end = endOfPhrasesAfter(evidence, from + 1);
  const isOwn = (at: number) => used.has(at) || claim.terms.some(({ key }) => key === evidence.terms[at]!.key);
  return evidence.terms.some(
    ({ start, light, kind, preposition }, at) =>
      start > from &&
      start < end &&
      !light &&
      kind !== 'date' &&
      preposition !== '' &&
      preposition !== 'to' &&
      !isOwn(at),
  );
}

/** "Since 1950" after what is ranked, which the claim lacks. */
function isSince({ evidence, used }: Alignment, from: number): boolean {
  const end = endOfPhrasesAfter(evidence, from);
  return evidence.terms.some(
    (term, at) =>
      term.date !== null &&
      term.start >= from &&
      term.start < end + 2 &&
      (term.preposition === 'since' || term.date.relation === 'since') &&
      !used.has(at),
  );
}

/** "Among the falls that can be reached by bus they are the highest": of which it is so stands first. */
function isRankedOfFront(alignment: Alignment, sentence: number): boolean {
  const { evidence } = alignment;
  const start = evidence.sentenceOf.indexOf(sentence);
  if (!/^(?:among|of)$/.test(evidence.tokens[start]?.lower ?? '')) return false;
  const noun = evidence.tokens.findIndex(({ pos }, at) => at > start && (pos === 'NOUN' || pos === 'PROPN'));
  const found = evidence.terms.find((term) => term.start === noun);
  return found !== undefined && (isModified(alignment, found) || isNarrowed(alignment, found.end, AFTER_SUBJECT));
}

/** "The largest family brewery": a word between the rank that ends at `end` and its noun that the claim lacks. */
function isRankedAmong({ evidence, used }: Alignment, end: number): boolean {
  const { terms, tokens } = evidence;
  const noun = terms.find((term, at) => term.start >= end && used.has(at));
  const next = tokens[end];
  // "The largest and oldest brewery" is the largest brewery.
  if (noun === undefined || next === undefined || next.pos === 'CCONJ' || next.pos === 'ADP' || next.text === ',')
    return false;
  const between = tokens.slice(end, noun.start);
  if (between.some(({ pos, text }) => /^(?:ADP|AUX|DET|PRON|SCONJ|CCONJ)$/.test(pos) || text === ',')) return false;
  return terms.some((term, at) => term.start >= end && term.end <= noun.start && !term.light && !used.has(at));
}

/** True if what the claim calls the first, only or highest is so only of what the passage adds. */
export function isRankedWithin(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence } = alignment;
  if (claim.terms.some((term) => !term.light && isRanked(claim, term)) && isRankedOfFront(alignment, sentence))
    return true;
  const isTheOnly = ({ tokens }: AnalysedText, at: number) =>
    tokens[at]!.lower === 'only' && tokens[at - 1]?.pos === 'DET';
  const isOnlyAmong = evidence.tokens.some(
    (_, at) => evidence.sentenceOf[at] === sentence && isTheOnly(evidence, at) && isRankedAmong(alignment, at + 1),
  );
  if (isOnlyAmong && claim.tokens.some((_, at) => isTheOnly(claim, at))) return true;
  return claim.terms.some((term, at) => {
    if (term.light || !isRanked(claim, term)) return false;
    const here = matchedTerms(alignment, at, sentence);
    const isWithin = ({ end }: Term) => {
      if (isRankedAmong(alignment, end)) return true;
      const after = endOfPhrase(evidence, end);
      if (after < 0) return false;
      return (
        isNarrowed(alignment, after, AFTER_RANKED) || isSince(alignment, after) || isNarrowedDeed(alignment, after)
      );
    };
    return here.length > 0 && here.every(isWithin);
  });
}

/** True if another count follows that leaves out what it counts: "three under another name and two as herself". */
function hasOtherCount({ tokens, sentenceOf }: AnalysedText, { end, sentence }: Term): boolean {
  return tokens.some(({ pos, text }, at) => {
    if (at < end || sentenceOf[at] !== sentence || (pos !== 'CCONJ' && text !== ',')) return false;
    const [next, after] = [tokens[at + 1], tokens[at + 2]];
    if (next?.lower === 'others') return true;
    return (
      next?.pos === 'NUM' && /^(?:in|at|on|for|with|without|as|under|from|more|elsewhere)$/.test(after?.lower ?? '')
    );
  });
}

/** True if the claim's figure counts only some of what the claim's subject has. */
export function countsPart(alignment: Alignment, { sentence, frame, evidenceFrame }: Reading): boolean {
  const { claim, evidence, used } = alignment;
  if (frame === null) return false;
  const isWhole = HAVING.test(claim.tokens[frame.head]!.lemma);
  return claim.terms.some((term, at) => {
    if (term.quantity?.dimension !== 'count') return false;
    const here = matchedTerms(alignment, at, sentence);
    const isPart = (found: Term) => {
      // "Ten people died in Marne"
      const after =
        found.role === 'subject' && evidenceFrame !== null ? evidenceFrame.verbEnd : endOfPhrase(evidence, found.end);
      if (isWhole && isNarrowed(alignment, endOfPhrase(evidence, found.end), AFTER_COUNTED)) return true;
      if (hasOtherCount(evidence, found) && isNarrowed(alignment, after, BESIDE_OTHERS)) return true;
      // "Closed 40 shops in Norway"
      const end = endOfPhraseAfter(evidence, after);
      const isElsewhere = evidence.terms.some(
        ({ kind, start }, i) => kind === 'name' && start > after && start < end && !used.has(i),
      );
      return isElsewhere && isNarrowed(alignment, after, /^in$/, false, end);
    };
    return here.length > 0 && here.every(isPart);
  });
}

/** True if a plural subject of the claim ("members") is narrowed in the passage ("premium members", "members with a pass"). */
export function isOfSome(alignment: Alignment, { sentence, frame, subjectTerms }: Reading): boolean {
  const { claim } = alignment;
  if (frame === null) return false;
  // "70 per cent of pupils"
  const isShare = (at: number) =>
    claim.terms.some(({ quantity, end }) => quantity !== null && end === claim.terms[at]!.start - 1);
  const shares = claim.terms.flatMap((term, at) => (term.preposition === 'of' && isShare(at) ? [at] : []));
  return [...subjectTerms, ...shares].some((at) => {
    const { key, surface, pos, preposition } = claim.terms[at]!;
    const lower = surface.toLowerCase();
    // The tagger takes a first word for a name: "Pupils may leave".
    const isFirst = pos === 'PROPN' && claim.terms[at]!.start === 0 && claim.tokens[1]?.pos !== 'PROPN';
    const isPlural =
      pos === 'NOUN'
        ? lower !== key
        : isFirst && lower.endsWith('s') && (isKnownWord(lower.slice(0, -1)) || isKnownWord(lower.slice(0, -2)));
    if (!isPlural || (preposition !== '' && !shares.includes(at))) return false;
    const here = matchedTerms(alignment, at, sentence);
    return (
      here.length > 0 &&
      here.every((found) => isModified(alignment, found) || isNarrowed(alignment, found.end, AFTER_SUBJECT))
    );
  });
}

/** True if a figure of "the amount" is that of "the amount permitted" in the passage: a participle says which of them is meant. */
export function isOfThoseThatAre(alignment: Alignment, { sentence, frame }: Reading): boolean {
  const { claim, evidence, used } = alignment;
  if (frame?.copula !== true) return false;
  const hasFigure = claim.terms.some(({ kind, start }) => kind === 'quantity' && start >= frame.verbEnd);
  return (
    hasFigure &&
    claim.terms.some((term, at) => {
      const isHead = term.pos === 'NOUN' && term.preposition === '' && term.role === 'subject';
      const here = isHead ? matchedTerms(alignment, at, sentence) : [];
      return here.length > 0 && here.every(({ end }) => hasParticiple(evidence, used, end));
    })
  );
}

/** True for "permitted" in "the amount permitted is": a verb follows that says something of the noun. */
function hasParticiple({ tokens, terms }: AnalysedText, used: ReadonlySet<number>, at: number): boolean {
  const term = terms.findIndex(({ start }) => start === at);
  if (term < 0 || used.has(term) || terms[term]!.light || tokens[at]!.pos !== 'VERB') return false;
  if (!/(?:ed|en|lt|nt|ld)$/.test(tokens[at]!.lower)) return false;
  const next = tokens.findIndex(({ pos, text }, i) => i > at && (pos === 'AUX' || /^[,.;]$/.test(text)));
  return tokens[next]?.pos === 'AUX';
}

/** True if "everyone" of the claim is "everyone under 16" in the passage. */
export function isEverybodyOf(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence } = alignment;
  const everybody = /^(?:everyone|everybody|anyone|anybody|everything)$/;
  if (!claim.tokens.some(({ lower }) => everybody.test(lower))) return false;
  const here = evidence.tokens.flatMap(({ lower }, at) =>
    evidence.sentenceOf[at] === sentence && everybody.test(lower) ? [at] : [],
  );
  return here.length > 0 && here.every((at) => isNarrowed(alignment, at + 1, AFTER_SUBJECT));
}

/** True for a noun after an adjective or noun that the claim lacks. */
export function isModified({ evidence, used, claim }: Alignment, found: Term): boolean {
  return evidence.terms.some(
    (term, at) =>
      term.end === found.start &&
      !used.has(at) &&
      !term.light &&
      (term.pos === 'ADJ' || term.pos === 'NOUN' || (term.pos === 'PROPN' && term.start === 0)) &&
      !isSectionNumber(term.surface) &&
      !claim.terms.some(({ key }) => key === term.key),
  );
}
