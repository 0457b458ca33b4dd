import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossFigures } from '#eval/metrics/losses.ts';
import { openClaim, row, wrongClaim } from '../rows.ts';

const part = (verdict: 'supported' | 'unverifiable', reason: string) => ({ claim: 'It opened.', verdict, reason });

test('each claim that can be settled is lost at one step', () => {
  const { outcomes, reasons } = lossFigures([
    row(),
    row({ said: 'contradicted' }),
    row({ said: 'disputed' }),
    row({ said: 'none' }),
    row({ said: 'not_checkable' }),
    row({ said: 'unverifiable', retrieval: { alone: [2], retrieved: [false], shown: [false] } }),
    row({ said: 'unverifiable', retrieval: { alone: [2], retrieved: [true], shown: [false] } }),
    wrongClaim({
      said: 'unverifiable',
      parts: [part('supported', 'authoritative_support: so.'), part('unverifiable', 'context_only: it lacks a word.')],
    }),
    openClaim(),
  ]);
  assert.deepEqual(Object.fromEntries(outcomes.map(({ outcome, claims }) => [outcome, claims])), {
    settled_rightly: 1,
    settled_wrongly: 2,
    not_extracted: 1,
    called_not_checkable: 1,
    passage_not_found: 1,
    passage_not_shown: 1,
    left_open: 1,
  });
  assert.deepEqual(reasons, [{ reason: 'context_only', claims: 1 }]);
});
