import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMemory } from '#apps/cli/gate/memory.ts';
import type { Operations } from '#apps/control/operations.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const SENTENCE = 'The mill was built in 1790. ';
const CONTENT = SENTENCE.repeat(3);
const ASKING = { profile: 'general_web', mode: 'fast', question: '' } as const;

/** A service that takes the text for two claims. */
const OPERATIONS = {
  basis: async () => ({
    versions: {},
    model_server: null,
    library: '1',
    document_languages: [],
    outside: false,
    key: '00',
  }),
  partsOf: async () => ({
    ...{ each: 'claim', missing: [], dated: false },
    parts: [0, 1].map((n) => ({ start: n * SENTENCE.length, end: (n + 1) * SENTENCE.length - 1, digest: `${n}` })),
  }),
  judgedClaims: async () => ({ claims: null }),
} as unknown as Operations;

/** A result with so many claims in the text's first sentence. */
function resultWith(claims: number): VerificationResult {
  const location = { start: 0, end: SENTENCE.length - 1 };
  const claim = { location, limitations: [], verdict: 'unverifiable', policy_reason: '' };
  const result = {
    ...{ id: 'ver_1', limitations: [], engine: {}, coverage: { missing_or_uncertain_spans: [] } },
    claims: Array.from({ length: claims }, (_, n) => ({ ...claim, id: `clm_${n}` })),
  };
  return result as unknown as VerificationResult;
}

for (const claims of [3, MOST_CLAIMS.text + 1]) {
  test(`a text that has ${claims} claims where two were expected is reported`, async (t) => {
    const folder = await temporaryFolder();
    t.after(folder.remove);
    const memory = await openMemory(join(folder.path, 'cache.json'), OPERATIONS, ASKING, 'a key');
    const recalled = await memory.recall(CONTENT, 'mill.md');
    assert.equal(recalled.open, 'all');
    const result = resultWith(claims);
    assert.deepEqual(await recalled.learn(result), { result, remembered: 0, complete: true });
  });
}
