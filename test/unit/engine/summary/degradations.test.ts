import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_TO_CALLER } from '#engine/limitation-words.ts';
import { summarise } from '#engine/summary/summarise.ts';
import { claim, input } from './summary-fixtures.ts';

const UNREACHED = 'This claim rests on the local judge alone: the language model could not be reached.';
const SPENT = 'This claim rests on the local judge alone: calls or time for the language model were spent.';

test('each kind of degradation is told once, with the number of its claims', () => {
  const claims = [
    claim({ limitations: [UNREACHED], gaps: ['no_network'] }),
    claim({ limitations: [UNREACHED, UNREACHED], gaps: ['rate_limited', 'no_network'] }),
    claim({ limitations: [SPENT], gaps: ['left_out_by_mode', 'no_passage_found'] }),
    claim({ verdict: 'not_checkable', limitations: [UNREACHED] }),
    claim({ limitations: ['The NLI model did not read all passages of this claim: it could not be run.'] }),
  ];
  const { limitations } = summarise(input(claims));
  assert.deepEqual(limitations.slice(0, -1), [
    'No language model read 2 of 4 claims: the language model could not be reached.',
    'No language model read 1 of 4 claims: calls or time for the language model were spent.',
    'The NLI model did not read all passages of 1 of 4 claims: it could not be run.',
    'Outside sources were not searched for 2 of 4 claims, as there is no network connection to them.',
    'An outside source refused to be asked so often, for 1 of 4 claims.',
  ]);
});

test('claims that a model was not asked about again are told once, with their number', () => {
  const claims = [claim({ limitations: [KNOWN_TO_CALLER] }), claim({ limitations: [KNOWN_TO_CALLER] }), claim({})];
  assert.equal(
    summarise(input(claims)).limitations[0],
    'No language model was asked about 2 of 3 claims again: whoever asked has had the same judged before.',
  );
});

test('a run in which nothing was missing tells of no degradation', () => {
  const { limitations } = summarise(input([claim({ limitations: [], gaps: ['no_passage_found'] })]));
  assert.equal(limitations.length, 1, limitations.join('\n'));
});
