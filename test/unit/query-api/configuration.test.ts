import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BasePolicyList, PolicyList } from '#contracts/http/policy.ts';
import { ModelList } from '#contracts/http/registry.ts';
import { EngineRecord } from '#contracts/http/verification-result.ts';
import { POLICIES } from '#domain/policy/decider.ts';
import { createQueryService } from '#test/support/query-service.ts';

test('the six base profiles are listed with their rules', async () => {
  const service = await createQueryService();
  const body = (await service.get('/policies', service.keyFor('org_1'))).json();
  assert.deepEqual(BasePolicyList.parse(body), body);
  assert.equal(body.data.length, 6);
  assert.equal(body.data[0].coverage_threshold, 0.8);
});

test('the policies of an organization, newest first, deactivated ones marked', async () => {
  const service = await createQueryService();
  for (const version of ['1', '2']) {
    await service.execute(POLICIES, 'org_1', {
      type: 'CreatePolicy',
      data: {
        policy_id: `pol_${version}`,
        organization_id: 'org_1',
        name: 'strict',
        version,
        base_profile: 'legal_regulatory',
        source_set_id: null,
        minimum_independent_sources: 3,
        authoritative_source_can_decide: null,
        coverage_threshold: null,
        created_at: service.now,
      },
    });
  }
  await service.execute(POLICIES, 'org_1', {
    type: 'DeactivatePolicy',
    policy_id: 'pol_1',
    deactivated_at: service.now,
  });
  const body = (await service.get('/organizations/org_1/policies', service.keyFor('org_1'))).json();
  assert.deepEqual(PolicyList.parse(body), body);
  assert.deepEqual(
    body.data.map(({ id, active }: { id: string; active: boolean }) => [id, active]),
    [
      ['pol_2', true],
      ['pol_1', false],
    ],
  );
});

test('the model registry and the engine record', async () => {
  const service = await createQueryService();
  const key = service.keyFor('org_1');
  const models = (await service.get('/models', key)).json();
  assert.deepEqual(ModelList.parse(models), models);
  assert.equal(models.registry_version, '2026-01');
  assert.deepEqual(
    models.data.map(({ id, status }: { id: string; status: string }) => [id, status]),
    [['evidence-extractive-1', 'available']],
  );
  const engine = (await service.get('/engine', key)).json();
  assert.deepEqual(EngineRecord.parse(engine), engine);
  assert.equal(engine.result_schema_version, '1.1.0');
  assert.equal(engine.policy_version, '1');
});

test('the estimate: two cents per started ten thousand bytes', async () => {
  const service = await createQueryService();
  const key = service.keyFor('org_1');
  const centsFor = async (characters: number) =>
    (await service.get(`/usage/estimate?characters=${characters}`, key)).json().estimated_cost_cents;
  assert.deepEqual(
    [await centsFor(1), await centsFor(10_000), await centsFor(10_001), await centsFor(100_000)],
    [2, 2, 4, 20],
  );
  const body = (await service.get('/usage/estimate?characters=500&estimated_claims=7', key)).json();
  assert.equal(body.estimated_claims, 7);
  assert.equal(body.estimated_bytes, 500);
  assert.equal(body.currency, 'USD');
  assert.match(body.assumptions[0], /2 cents per started 10,000 bytes/);
  for (const query of ['', '?characters=0', '?characters=100001', '?characters=1&estimated_claims=501']) {
    assert.equal((await service.get(`/usage/estimate${query}`, key)).statusCode, 422, query);
  }
});
