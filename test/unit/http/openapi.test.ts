import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { MemberAddRequest } from '#contracts/http/organization.ts';
import { CREDENTIAL } from '#contracts/http/provider-connection.ts';
import { describeApi } from '#http/openapi.ts';

interface Described {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { links?: Record<string, { operationId: string; parameters: Record<string, string> }> }>;
}
const description = describeApi() as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, { properties: Record<string, { pattern?: string; anyOf?: object[] }> }> };
};
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
const field = (schema: string, name: string) => description.components.schemas[schema]!.properties[name]!;

test('links pass parameters that their operations accept', () => {
  const links = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ links }) => Object.values(links ?? {})),
  );
  assert.deepEqual(
    links.map(({ operationId }) => operationId),
    ['getDocument', 'cancelDocument', 'retryDocument', 'getDocumentArtifact'],
  );
  for (const { operationId, parameters } of links) {
    const taken = operations.find((each) => each.operationId === operationId)!.parameters;
    const names = taken.map(({ in: place, name }) => `${place}.${name}`);
    assert.deepEqual(
      Object.keys(parameters).filter((name) => !names.includes(name)),
      [],
      operationId,
    );
  }
});

test('the pattern of an e-mail address matches what is accepted', () => {
  const pattern = new RegExp(field('MemberAddRequest', 'email').pattern!, 'u');
  const isTaken = (email: string) => (MemberAddRequest as z.ZodType).safeParse({ email }).success;
  for (const email of [
    'a@b',
    'jane@acme.example',
    'ü@ö.example',
    'ab@',
    '@ab',
    'a b@c',
    'a@b@c',
    'a\u0000@b',
    'a@\u0085b',
  ]) {
    assert.equal(pattern.test(email), isTaken(email), JSON.stringify(email));
  }
});

test('the pattern of a credential matches what a header can carry', () => {
  for (const name of ['ProviderConnectionRequest', 'ProviderCredentialRotateRequest']) {
    assert.equal(field(name, 'credential').pattern, CREDENTIAL.source);
  }
  assert.ok(CREDENTIAL.test('sk-a secret'));
  for (const credential of [' sk-secret', 'sk-secret ', 'sk-\nsecret', 'sk-sécret'])
    assert.ok(!CREDENTIAL.test(credential));
});

test('a profile is described as a base profile, or as the name of a policy', () => {
  for (const schema of ['VerifyRequest', 'DirectClaimRequest', 'DocumentSubmission']) {
    const [base, named] = field(schema, 'profile').anyOf as [{ enum: string[] }, { maxLength: number }];
    assert.ok(base.enum.includes('medical_clinical'));
    assert.equal(named.maxLength, 80);
  }
});
