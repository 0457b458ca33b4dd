/** Computes figures from rates per unit of measure, e.g. kilograms per millimetre of thickness. English only. */
import { unitOf } from '#engine/values/units.ts';
import type { Item, ReadText } from './read-text.ts';

const EACH = /^(?:each|every|per)$/;

interface Rate {
  /** The sentence that states the rate. */
  sentence: number;
  /** Lemma of the thing measured, e.g. "thickness". */
  measure: string;
  dimension: string;
  factor: number;
}

/** Finds phrases such as "For each millimetre of thickness". */
function ratesIn({ tokens, sentenceOf }: ReadText): Rate[] {
  return tokens.flatMap(({ lower }, at) => {
    const [unit, of, measured] = tokens.slice(at + 1, at + 4);
    if (!EACH.test(lower) || measured?.pos !== 'NOUN' || of?.lower !== 'of') return [];
    const found = unitOf(unit!.lower) ?? unitOf(unit!.lemma);
    if (found === null) return [];
    const { dimension, factor } = found;
    return [{ sentence: sentenceOf[at]!, measure: measured.lemma, dimension, factor }];
  });
}

/**
 * The results, in base units of `dimension`, of applying a rate such as "1.5 kg for each millimetre of thickness" to a measure
 * such as "the usual thickness is 2 mm". The claim must name what is measured, and the evidence must give exactly one figure of
 * it.
 */
export function measuredFigures(dimension: string, claim: ReadText, evidence: ReadText): number[] {
  if (claim.language !== 'en' || evidence.language !== 'en') return [];
  const exactly = ({ quantity }: Item, wanted: string): number[] =>
    quantity?.dimension === wanted && quantity.low === quantity.high ? [quantity.low] : [];
  return ratesIn(evidence).flatMap((rate) => {
    const names = ({ lemma }: ReadText['tokens'][number]) => lemma === rate.measure;
    if (!claim.tokens.some(names)) return [];
    const named = new Set(evidence.sentenceOf.filter((_, at) => names(evidence.tokens[at]!)));
    const measures = evidence.items.flatMap((item) =>
      named.has(item.sentence) && item.quantity?.bound === 'exact' ? exactly(item, rate.dimension) : [],
    );
    const given = evidence.items.flatMap((item) => (item.sentence === rate.sentence ? exactly(item, dimension) : []));
    if (measures.length !== 1 || given.length !== 1) return [];
    return [(given[0]! * measures[0]!) / rate.factor];
  });
}
