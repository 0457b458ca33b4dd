/** Tells whether the passage says it of a group or firm to which the claim's subject belongs: "one of the people who wrote it". */
import { canBePerson } from '#engine/language/class-nouns.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms, within } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, isNameOrNoun } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

const RELATIVE = /^(?:who|that|which)$/;
/** Words by which a deed is that of several: "helped to write", "took part in writing". */
const SHARING = /^(?:help|assist|participate|contribute|join)$/;

/** The token of the noun or pronoun that a relative clause describes; -1 if the clause is none. */
function antecedentOf({ tokens }: AnalysedText, { verbStart, verbEnd }: Frame): number {
  let at = verbStart - 1;
  while (at > 0 && tokens[at]!.pos === 'ADV') at--;
  if (!RELATIVE.test(tokens[at]?.lower ?? '') || verbEnd <= at) return -1;
  at--;
  if (tokens[at]?.text === ',') at--;
  return /^(?:NOUN|PROPN|PRON|DET)$/.test(tokens[at]?.pos ?? '') ? at : -1;
}

/** True if "who" or "that" can mean the noun right before it: "the author of fiction who", "a game for two players that". */
function fitsRelative({ tokens }: AnalysedText, noun: number, by: string, { verbStart }: Frame): boolean {
  const { lemma, lower, pos } = tokens[noun]!;
  const isPerson = canBePerson(lemma) || /^(?:those|people|person|team|group|family|staff|crew)$/.test(lower);
  const isWho = tokens.slice(noun + 1, verbStart).some(({ lower: word }) => word === 'who');
  return isWho ? isPerson : pos !== 'PROPN' && (by === 'of' || !canBePerson(lemma));
}

/** The token of the preposition that governs the phrase whose noun stands at `noun`; -1 if there is none. */
function prepositionOf({ tokens }: AnalysedText, noun: number): number {
  let at = noun - 1;
  while (at >= 0 && /^(?:NOUN|PROPN|ADJ|DET|NUM|PRON)$/.test(tokens[at]!.pos)) at--;
  return tokens[at]?.pos === 'ADP' ? at : -1;
}

function hasObject({ terms, tokens }: AnalysedText, { verbEnd, end }: Frame): boolean {
  // "That make up the district"
  const particle = /^(?:up|out|off|down|away|back|over)$/.test(tokens[verbEnd]?.lower ?? '')
    ? tokens[verbEnd]!.lower
    : '';
  return terms.some(
    (term) =>
      within(term, verbEnd, end) && (term.preposition === '' || term.preposition === particle) && isNameOrNoun(term),
  );
}

/** True if the passage's verb is that of a group, and the claim says it of one who belongs to it. */
export function isOfGroup(alignment: Alignment, { frame, evidenceFrame, sentence }: Reading): boolean {
  const { claim, evidence, used } = alignment;
  if (frame === null || evidenceFrame === null || evidenceFrame.sentence !== sentence) return false;
  const { tokens, terms } = evidence;
  const before = tokens.slice(Math.max(0, evidenceFrame.head - 3), evidenceFrame.head + 1);
  const shares = (words: AnalysedText['tokens']) =>
    words.some(({ lemma, pos }) => pos === 'VERB' && SHARING.test(lemma));
  if (shares(before) && !shares(claim.tokens)) return true;
  const noun = antecedentOf(evidence, evidenceFrame);
  if (noun < 0 || terms.some(({ start }, at) => start === noun && used.has(at))) return false;
  const by = prepositionOf(evidence, noun);
  if (by < 0 || !fitsRelative(evidence, noun, tokens[by]!.lower, evidenceFrame)) return false;
  // What is done to all of them is done to one: "one of the mills that were burned".
  const isShared = evidenceFrame.passive || !hasObject(evidence, evidenceFrame);
  return !(tokens[by]!.lower === 'of' && tokens[by - 1]?.lower === 'one' && isShared);
}

/** True if the claim says that the subject is "the founder", and the passage that it is one of them. */
export function isOneOfSeveral({ claim, evidence, matches }: Alignment, { frame, sentence }: Reading): boolean {
  if (frame?.copula !== true) return false;
  return claim.terms.some((own, at) => {
    if (own.start < frame.verbEnd || own.pos !== 'NOUN' || own.preposition !== '' || own.surface !== own.key)
      return false;
    if (articleOf(claim, own.start) !== 'the') return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return (
      here.length > 0 &&
      here.every(({ start, surface, preposition }) => {
        const isOneOf =
          preposition === 'of' &&
          evidence.tokens.slice(Math.max(0, start - 6), start).some(({ lower }) => lower === 'one');
        return (
          isOneOf || /^an?$/.test(articleOf(evidence, start)) || (/^co-/iu.test(surface) && !/^co-/iu.test(own.surface))
        );
      })
    );
  });
}

/** The article of the phrase whose noun stands at `noun`, '' if it has none. */
function articleOf({ tokens }: AnalysedText, noun: number): string {
  let at = noun - 1;
  while (at >= 0 && /^(?:NOUN|PROPN|ADJ|NUM|ADV)$/.test(tokens[at]!.pos)) at--;
  return tokens[at]?.lower ?? '';
}
