/** What pages offer, and to whom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import { html } from '#markup/html.ts';
import { checkedPage } from '#workbench/views/audit.ts';
import { documentPage } from '#workbench/views/document.ts';
import { document, type Viewer } from '#workbench/views/layout.ts';

const VIEWER: Viewer = { role: 'viewer', scopes: [], path: '/app', csrf: 'token' };
const RUNNING = {
  job_id: 'job_1',
  status: 'running',
  stage: 'parsing',
  progress: 20,
  cancel_requested: false,
  error_code: null,
  source_context: null,
} as DocumentJobStatus;
const FAILED = { ...RUNNING, status: 'failed', stage: 'done', error_code: 'parse_timeout' } as DocumentJobStatus;

for (const [name, status, target] of [
  ['cancelling', RUNNING, '/cancel"'],
  ['trying again', FAILED, '/retry"'],
] as const) {
  test(`${name} a document is offered to whom it serves`, () => {
    const page = (mayChange: boolean) => documentPage(VIEWER, { status, canBeRetried: true, mayChange }).body.text;
    assert.ok(page(true).includes(target));
    assert.ok(!page(false).includes(target));
  });
}

test('the end of a broken audit chain is not shown as one to keep', () => {
  const checked = { from: 1, checked: 4, end: { seq: 9, hash: 'h', occurred_at: '' }, broken: 5 };
  const { text } = checkedPage(checked, null).body;
  assert.match(text, /Record 5 does not follow/);
  assert.ok(!text.includes('Signed end'));
});

test('only a page that may be loaded again is told when its session ends', () => {
  const page = (mayReload: boolean) =>
    document({ title: 'A page', body: html`<p>It</p>`, viewer: VIEWER, mayReload }).text;
  for (const part of ['live.js', 'data-live']) {
    assert.ok(page(true).includes(part));
    assert.ok(!page(false).includes(part));
  }
});
