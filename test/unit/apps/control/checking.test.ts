/** What a check with a cache is told that verdicts depend on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheckingOperations } from '#apps/control/checking.ts';
import type { Service } from '#apps/parts/service.ts';

const MODEL = { kind: 'general', deidentify: true, server: 'http://127.0.0.1:1' };

/** A service whose language model is connected, or taken away, whenever it is asked for one. */
function serviceWithModels(...models: (typeof MODEL | null)[]): Service {
  const service = {
    bootstrap: { organization_id: 'org_1' },
    secrets: { pepper: new Uint8Array(32) },
    asksOutside: false,
    commands: { profiles: { version: '1', rules: { general_web: {} } }, engineOf: async () => ({}) },
    stores: { library: { revision: async () => '1', languages: async () => [{ language: 'en', documents: 1 }] } },
    judgingModels: async () => models.shift() ?? null,
  };
  return service as unknown as Service;
}

for (const [what, models] of [
  ['connected', [null, MODEL]],
  ['taken away', [MODEL, null]],
] as const) {
  test(`a basis is of one language model, also while another is ${what}`, async () => {
    const [inForce] = models;
    const operations = createCheckingOperations(serviceWithModels(...models), () => {});
    const { versions, model_server, document_languages } = await operations.basis({
      profile: 'general_web',
      mode: 'thorough',
    });
    assert.equal(model_server, inForce?.server ?? null);
    assert.equal(versions.placeholders, String(inForce !== null));
    assert.equal(document_languages.length > 0, inForce !== null);
  });
}
