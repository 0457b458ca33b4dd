/** Rows for tests: a supported claim that came out so, unless told otherwise. */
import type { ClaimRow } from '#eval/claim-row.ts';

export function row(changes: Partial<ClaimRow> = {}): ClaimRow {
  return {
    article: 'bridge',
    number: 1,
    claim: 'The bridge was opened in 1878.',
    gold: 'supported',
    how: 'literal',
    error: null,
    said: 'supported',
    reliability: 0.9,
    parts: [
      { claim: 'The bridge was opened in 1878.', verdict: 'supported', reason: 'authoritative_support: it says so.' },
    ],
    extraction: { own: 1, wide: 0, exact: true, checkable: true },
    retrieval: { alone: [1], retrieved: [true], shown: [true] },
    ...changes,
  };
}

/** A claim that the documents contradict, left open unless told otherwise. */
export function wrongClaim(changes: Partial<ClaimRow> = {}): ClaimRow {
  return row({ gold: 'contradicted', how: null, error: 'number', said: 'unverifiable', reliability: 0.6, ...changes });
}

/** A claim that the documents say nothing of, left open unless told otherwise. */
export function openClaim(changes: Partial<ClaimRow> = {}): ClaimRow {
  return row({ gold: 'unverifiable', how: null, said: 'unverifiable', reliability: 0.6, retrieval: null, ...changes });
}

/** An opinion, taken for one unless told otherwise. */
export function opinion(changes: Partial<ClaimRow> = {}): ClaimRow {
  const extraction = { own: 1, wide: 0, exact: true, checkable: false };
  const parts = [{ claim: 'It is ugly.', verdict: 'not_checkable' as const, reason: 'opinion: this is no statement.' }];
  const none = { how: null, reliability: null, retrieval: null };
  return row({ gold: 'not_checkable', said: 'not_checkable', parts, extraction, ...none, ...changes });
}
