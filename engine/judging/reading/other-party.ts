/** Finds the claim's other party where the passage only refers to it: "It was designed by Noll" for "Noll designed the bridge". */
import type { Alignment } from '../alignment/alignment.ts';
import type { Above } from './document.ts';
import type { Reading } from './reading.ts';
import { referenceStatus } from './reference.ts';
import { partiesOf } from './subject.ts';

/**
 * The claim terms of the object (or of a passive claim's agent) for which a pronoun or description stands as the subject of the
 * evidence's clause, one of the two being passive. Empty if there is none.
 */
export function otherPartyReferredTo(alignment: Alignment, { frame, evidenceFrame }: Reading, above: Above): number[] {
  if (frame === null || evidenceFrame === null || frame.passive === evidenceFrame.passive) return [];
  if (frame.copula || evidenceFrame.copula) return [];
  const parties = partiesOf(alignment.claim, frame);
  if (parties.length === 0) return [];
  return referenceStatus({ alignment, subject: parties, above }, evidenceFrame, frame) === 'resolved' ? parties : [];
}
