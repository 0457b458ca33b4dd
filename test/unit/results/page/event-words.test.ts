import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { eventWords } from '#results/page/event-words.ts';

test('events of a claim name it by the number that reports give it', () => {
  const detail = { normalized_claim: 'The mill has six sails.' };
  assert.equal(eventWords('ClaimExtracted', { ordinal: 3, detail }), 'claim 4: The mill has six sails.');
  assert.equal(eventWords('ClaimExtracted', { ordinal: 3, detail: '[erased]' }), 'claim 4');
  assert.equal(eventWords('EvidenceRetrieved', { ordinal: 0, passages: 1 }), 'claim 1: 1 passage');
  assert.equal(eventWords('ClaimJudged', { ordinal: 0, verdict: 'supported' }), 'claim 1: supported');
});

test('a part of a text that a model was asked about is counted from 1', () => {
  const asked = { model: 'm', question: 0, prompt_version: 'statements-4', outcome: 'answered' };
  assert.equal(eventWords('ExtractionConsulted', asked), 'm, part 1 of the text: answered');
});

test('calls of a source are counted, refunds apart', () => {
  const calls: JsonObject[] = [
    { kind: 'search', source: 'wikidata' },
    { kind: 'search', source: 'brave', cost_cents: 1 },
    { kind: 'search', source: 'wikidata' },
    { kind: 'search', source: 'brave', cost_cents: -1 },
  ];
  assert.equal(eventWords('SourcesAsked', { calls }), 'search wikidata ×2, search brave, refund brave');
});

test('an event without words of its own has none', () => {
  assert.equal(eventWords('JudgementCompleted', { run: 1 }), '');
});
