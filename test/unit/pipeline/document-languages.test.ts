import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { documentLanguages } from '#pipeline/sources/document-languages.ts';
import { createGivenSource } from '#pipeline/sources/given.ts';
import type { EvidenceSource } from '#pipeline/sources/source.ts';

const GERMAN = 'Die Brücke über den Fluss wurde im Jahr 1878 eröffnet, und der Bau hatte sechs Jahre gedauert.';
const ENGLISH = 'The bridge over the river was opened in 1878, and it had taken six years to build.';

const OCCASION = {
  organization_id: 'org_1',
  verification_id: 'ver_1',
  request_id: 'req_1',
  traceparent: '',
  signal: new AbortController().signal,
};

/** Sources whose documents are in these languages, that of the given texts among them. */
async function languagesOf(library: Record<string, number>, given: readonly string[] = []): Promise<string[]> {
  const documents = Object.entries(library).map(([language, count]) => ({ language, documents: count }));
  const stored: EvidenceSource = { id: 'library', languages: async () => documents, open: async () => null };
  const request = { ...(given.length > 0 && { sources_given: '' }) } as unknown as VerificationRequestedData;
  const texts = given.map((text) => ({ title: '', text }));
  return documentLanguages([createGivenSource(), stored], request, OCCASION, { given: async () => texts });
}

test('languages come by how many documents they have, without stray ones', async () => {
  assert.deepEqual(await languagesOf({ fr: 20, de: 1_000, en: 300, nl: 9, und: 50 }), ['de', 'en', 'fr']);
  assert.deepEqual(await languagesOf({}), []);
});

test('what the caller gives is searched in its language, however large the library is', async () => {
  assert.deepEqual(await languagesOf({ de: 1_000 }, [ENGLISH]), ['en', 'de']);
  assert.deepEqual(await languagesOf({ en: 1_000 }, [GERMAN, GERMAN, ENGLISH]), ['de', 'en']);
  assert.deepEqual(await languagesOf({ de: 1_000 }, [GERMAN]), ['de']);
});
