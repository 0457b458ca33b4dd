/**
 * Computes the figures that a percentage in the evidence yields when applied to another figure, depending on the words beside the
 * percentage.
 */
import type { Quantity } from '#engine/values/quantities.ts';
import { clausesOf } from './clauses.ts';
import type { ReadText } from './read-text.ts';

/** Words for a discount. "Less than" is excluded: it compares with something else. */
const LESS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:less(?! than)|cheaper(?! than)|off|discount|reduction|rebate)\b/i,
  de: /(?<!\p{L})(?:(?:weniger|günstiger|billiger)(?! als)|Rabatt|Ermäßigung|Nachlass)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:(?:de moins|moins chère?s?)(?! que)|remise|réduction|rabais)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:menos(?! que)|descuento|rebaja)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:(?:in|di) meno(?! di| che)|sconto|riduzione)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:menos(?! (?:do )?que)|desconto)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:(?:minder|goedkoper)(?! dan)|korting)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:(?:mniej|taniej)(?! niż)|zniżk\p{L}{1,3}|rabat\p{L}{0,3})(?!\p{L})/iu,
  zh: /优惠|折扣|便宜/u,
  ja: /割引|引き|安く|安い/u,
  ar: /(?<!\p{L})(?:خصم|تخفيض)(?!\p{L})/u,
};

/** Words that show that the claim's figure is the amount saved, if the claim has none of the words for a discount. */
const SAVED: Readonly<Record<string, RegExp>> = {
  en: /\bsav(?:e[sd]?|ings?)\b/i,
  de: /(?<!\p{L})(?:ge|er)?spar/iu,
  fr: /économi/iu,
  es: /(?<!\p{L})ahorr/iu,
  it: /(?<!\p{L})risparmi/iu,
  pt: /(?<!\p{L})(?:poup|economiz)/iu,
  nl: /(?<!\p{L})bespa/iu,
  pl: /oszczęd/iu,
  zh: /省/u,
  ja: /節約|お得/u,
  ar: /يوفر/u,
};

/** Phrases that show that the percentage is a part of what was named before. */
const OF_IT: Readonly<Record<string, RegExp>> = {
  en: /\bof (?:which|whom|them|it|this|that|these|those)\b/i,
  de: /(?<!\p{L})(?:davon|von (?:ihnen|denen))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:dont|d['’]entre (?:eux|elles)|desquel(?:le)?s)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:de (?:los|las) cuales|de ell[oa]s|del que)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:di cui|di (?:essi|esse)|de(?:i|lle) quali)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:d[oa]s quais|del[ea]s)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:waarvan|van (?:hen|wie))(?!\p{L})/iu,
  pl: /(?<!\p{L})z (?:czego|nich|których)(?!\p{L})/iu,
  zh: /其中/u,
  ja: /(?:その|この)うち/u,
  ar: /(?<!\p{L})(?:منها|منهم)(?!\p{L})/u,
};

const says = (words: Readonly<Record<string, RegExp>>, language: string, text: string) =>
  words[language]?.test(text) ?? false;

/** With more percentages, nearly any figure could be derived. */
const MOST_SHARES = 3;

/** Least share of the words beside a percentage that the claim must have. */
const MIN_CONTEXT_COVERAGE = 0.5;

/**
 * Applies the evidence's percentages to `base`, its only figure of the claim's kind. The result is what is left after a discount,
 * the discount itself if the claim is about that, or a part "of them". The claim must have at least half of the words that stand
 * beside the percentage and not beside `base`: otherwise it is about the whole.
 */
export function takenShares(base: Quantity, claim: ReadText, evidence: ReadText): number[] {
  const clauses = clausesOf(evidence);
  const own = evidence.items.find(({ quantity }) => quantity === base);
  const shares = evidence.items.flatMap(({ quantity, start }) =>
    quantity?.dimension === 'share' && quantity.low === quantity.high ? { quantity, clause: clauses.of[start]! } : [],
  );
  if (own === undefined || shares.length > MOST_SHARES) return [];
  const ofBase = wordsOf(evidence, clauses.of, clauses.of[own.start]!);
  const { language } = evidence;
  return shares.flatMap(({ quantity, clause }) => {
    const beside = [...wordsOf(evidence, clauses.of, clause).difference(ofBase)];
    const said = beside.filter((word) => claim.items.some(({ key, lower }) => key === word || lower === word));
    if (clause === clauses.of[own.start] || said.length === 0 || said.length < MIN_CONTEXT_COVERAGE * beside.length)
      return [];
    const share = quantity.low / 100;
    const text = clauses.texts[clause]!;
    if (says(LESS, language, text)) {
      const isSaving = says(LESS, claim.language, claim.text) || says(SAVED, claim.language, claim.text);
      return base.low * (isSaving ? share : 1 - share);
    }
    return says(OF_IT, language, text) ? base.low * share : [];
  });
}

/** The words of a clause. Verbs are left out: "pay" and "cost" stand beside any price. */
function wordsOf({ items }: ReadText, clauseOf: readonly number[], clause: number): Set<string> {
  const own = items.filter(({ kind, pos, start }) => kind === 'word' && pos !== 'VERB' && clauseOf[start] === clause);
  return new Set(own.map(({ lower }) => lower));
}
