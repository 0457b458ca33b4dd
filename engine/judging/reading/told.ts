/** A report in the other order: "The mayor said that the bridge is closed" and "The bridge is closed, the mayor said". */
import { type AnalysedText, textBetween } from '../text/analysed-text.ts';

const TELLING = /^(?:say|tell|report|confirm|announce|hear|state|write|add|warn|admit|explain|reveal|declare)$/;
/** What stands between the verb and "that": "told staff on Monday that". */
const LONGEST_BETWEEN = 5;

interface Report {
  /** What is told, as a sentence. */
  told: string;
  /** The claim in the other order. */
  turned: string;
}

/** The claim as a report, null if it is none. */
export function toldOtherwise(claim: AnalysedText): Report | null {
  const { tokens, frames, sentences, negated } = claim;
  const [frame] = frames;
  // "Did not say that …" denies what the other order would tell.
  if (sentences > 1 || frame === undefined || negated[frame.head] === true) return null;
  const end = /^[.!]$/.test(tokens.at(-1)!.text) ? tokens.length - 1 : tokens.length;
  if (TELLING.test(tokens[frame.head]!.lemma) && !frame.passive) {
    const that = tokens.findIndex(({ lower }, at) => at >= frame.verbEnd && lower === 'that');
    if (that < 0 || that - frame.verbEnd > LONGEST_BETWEEN || that + 2 > end) return null;
    const told = capitalised(textBetween(claim, that + 1, end));
    return { told: `${told}.`, turned: `${told}, ${lowered(claim, that)}.` };
  }
  const last = frames.at(-1)!;
  const comma = tokens.findLastIndex(({ text }, at) => at < last.verbStart && text === ',');
  if (!TELLING.test(tokens[last.head]!.lemma) || last.passive || comma < 1 || last.verbEnd < end) return null;
  return {
    told: `${textBetween(claim, 0, comma)}.`,
    turned: `${capitalised(textBetween(claim, comma + 1, end))} that ${lowered(claim, comma)}.`,
  };
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The tokens before `to`, as they stand inside a sentence: a name keeps its capital. */
function lowered(claim: AnalysedText, to: number): string {
  const text = textBetween(claim, 0, to);
  const { pos } = claim.tokens[0]!;
  return pos === 'PROPN' ? text : text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}
