/** Tells whether a part of the claim belongs to another verb in the passage: "was due on time and arrived late". */
import type { Alignment } from '../../alignment/alignment.ts';
import type { Inference } from '../../alignment/match.ts';
import { matchedTerms, matchesIn } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

/** Words that may stand for the claim's by accident. */
const LOOSE: ReadonlySet<Inference> = new Set(['synonym', 'hyponym']);

/** "While living in Hull": what is so at the same time. */
function accompanies({ tokens }: AnalysedText, { head, subordinate }: Frame): boolean {
  return subordinate || tokens[head]!.lower.endsWith('ing');
}

/** "Was designed and marketed by Apple": what follows the second verb belongs to both. */
function isShared({ tokens }: AnalysedText, { verbEnd, end }: Frame): boolean {
  return tokens.slice(verbEnd, end).every(({ pos }) => pos === 'CCONJ' || pos === 'PUNCT' || pos === 'ADV');
}

/** True if a phrase that the claim has with its verb stands only with another verb of the passage's sentence. */
export function isWithOtherVerb(
  { claim, evidence, matches }: Alignment,
  { frame, evidenceFrame, evidenceAnchor, sentence }: Reading,
): boolean {
  if (frame === null || evidenceFrame === null || evidence.terms[evidenceAnchor]?.role !== 'predicate') return false;
  const isElsewhere = ({ role, frame: at, start, preposition }: Term) => {
    const other = evidence.frames[at];
    if (role !== 'rest' || preposition === '' || other === undefined || other === evidenceFrame) return false;
    if (start < other.verbStart || other.participle || other.parenthetical || accompanies(evidence, other))
      return false;
    // "The thief hanged at Marl": a participle or an infinitive belongs to what stands before it.
    return other.verbStart < evidenceFrame.verbStart ? !evidenceFrame.participle : !isShared(evidence, evidenceFrame);
  };
  return claim.terms.some((own, at) => {
    if (own.light || own.role !== 'rest' || own.preposition === '' || claim.frames[own.frame] !== frame) return false;
    if (own.start < frame.verbEnd || own.kind === 'date' || own.kind === 'quantity') return false;
    if (claim.tokens.slice(frame.verbEnd, own.start).some(({ pos }) => pos === 'PUNCT' || pos === 'SCONJ'))
      return false;
    const here = matchesIn({ evidence, matches }, at, sentence);
    return (
      here.length > 0 &&
      here.every(({ term, inference }) => !LOOSE.has(inference) && isElsewhere(evidence.terms[term]!))
    );
  });
}

/** True if "begun in Bath and finished in Vienna" is "begun in Vienna and finished in Bath" in the passage. */
export function exchangesVerbs({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  const headTerm = (frame: number) =>
    claim.terms.findIndex((term) => term.frame === frame && term.start === claim.frames[frame]!.head);
  const found = claim.frames.map((_, frame) => {
    const head = headTerm(frame);
    if (head < 0) return -1;
    return matchedTerms({ evidence, matches }, head, sentence)[0]?.frame ?? -1;
  });
  // Of each pair of verbs one part of either must stand with the other.
  const crossed = new Set<string>();
  claim.terms.forEach((own, at) => {
    const frame = own.frame < 0 ? -1 : found[own.frame]!;
    if (own.light || own.role !== 'rest' || frame < 0) return;
    const here = matchedTerms({ evidence, matches }, at, sentence).filter(({ role }) => role === 'rest');
    const [first] = here;
    if (first === undefined || here.some((term) => term.frame !== first.frame) || first.frame === frame) return;
    if (found.includes(first.frame)) crossed.add(`${frame} ${first.frame}`);
  });
  return [...crossed].some((pair) => crossed.has(pair.split(' ').reverse().join(' ')));
}
