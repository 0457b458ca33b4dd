/** Whether a result may be remembered as that of a text that its language model has read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTakenApart } from '#apps/cli/gate/shortcomings.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';

const CASES: readonly (readonly [what: string, limitation: string, isTakenApart: boolean])[] = [
  ['says nothing of it', 'A limitation of another kind.', true],
  [
    'has no first answer for a part',
    '1 of 2 parts of the text was taken apart by rules alone: the language model could not be reached.',
    false,
  ],
  [
    'has no second answer for a part',
    '1 of 2 parts of the text was left in longer claims than need be: the language model could not be reached.',
    false,
  ],
  [
    'has a second answer of no use',
    '1 of 2 parts of the text was left in longer claims than need be: the language model gave no usable answer.',
    true,
  ],
];
for (const [what, limitation, expected] of CASES) {
  test(`a result that ${what} is ${expected ? '' : 'not '}one of a text taken apart`, () => {
    assert.equal(isTakenApart({ limitations: [limitation] } as VerificationResult), expected);
  });
}
