import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelOccasion } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { TEST_WITHIN_MS, testCall } from '#workbench/test-call.ts';

test('a model that does not answer in time has a limit of its own, and says so', async () => {
  const occasions: ModelOccasion[] = [];
  const client: UsableModel['client'] = {
    async ask(_request, occasion) {
      occasions.push(occasion);
      return { ok: false, failure: { kind: 'unavailable', reason: 'timeout' }, usage: null };
    },
  };
  const model = { id: 'm', provider: 'operator', connection_id: null, kind: 'general', is_external: false, client };
  const { signal } = new AbortController();
  const { outcome, failure } = await testCall(model as UsableModel, 'org_1', signal);
  assert.deepEqual({ outcome, failure }, { outcome: 'failed', failure: 'The model did not answer in time.' });
  assert.deepEqual(occasions, [{ organization_id: 'org_1', signal, within_ms: TEST_WITHIN_MS }]);
});
