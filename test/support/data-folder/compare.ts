/** Compares what today's service answers of kept data with what the release answered that wrote it. */
import assert from 'node:assert/strict';
import { escapeHtml } from '#markup/html.ts';
import { USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import { eventually } from '#test/support/eventually.ts';
import type { TestService } from '#test/support/service/open.ts';
import { answersOf } from './answers.ts';
import type { Kept } from './kept.ts';

/** Fields that answers have had since a version; what is told of its data stands in them as nothing. */
const ADDED_SINCE: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': [',"sources":{"searches":0,"remembered":0,"documents":0,"cost_cents":0}'],
};

/** Resolves once the view of usage, which a version may make anew when it first starts, counts what it did then. */
export async function usageMade({ service: { stores } }: TestService, { answers }: Kept): Promise<void> {
  const { organization_id, totals } = JSON.parse(answers.find(({ path }) => path.endsWith('/usage'))!.text);
  await eventually('the view of usage', async () => {
    const days = await stores.views.find(USAGE, { where: { organization_id }, limit: 50 });
    const counted = days.map(({ document }) => (document as unknown as UsageDayDocument).totals);
    const sumOf = (field: 'requests' | 'cost_cents') => counted.reduce((sum, each) => sum + each[field], 0);
    return sumOf('requests') === totals.requests && sumOf('cost_cents') === totals.cost_cents;
  });
}

type Answered = Kept['answers'][number];

/** Fails unless all answers are those of then. `name`: of the release. */
export async function assertAnswers(service: TestService, name: string, { answers }: Kept): Promise<void> {
  const paths = answers.map(({ path }) => path);
  const given = await answersOf(service, paths);
  const asThen = (text: string) => (ADDED_SINCE[name] ?? []).reduce((rest, added) => rest.replaceAll(added, ''), text);
  for (const [index, answer] of answers.entries()) {
    const { text, ...today } = given[index]!;
    if (answer.path.endsWith('/export?format=html')) assertPage(given[index]!, answer, answers);
    else assert.deepEqual({ ...today, text: asThen(text) }, answer);
  }
}

/** A page for people may look different in each version; it must tell of the same claims. */
function assertPage(page: Answered, then: Answered, answers: readonly Answered[]): void {
  assert.equal(page.status, then.status, then.path);
  if (then.status !== 200) return;
  const path = then.path.slice(0, -'/export?format=html'.length);
  const { result } = JSON.parse(answers.find((each) => each.path === path)!.text);
  assert.ok(result.claims.length > 0);
  const id = /\/(ver_\w+)$/.exec(path)![1]!;
  assert.ok(page.text.startsWith('<!doctype html>') && page.text.includes(id), path);
  for (const { normalized_claim, supporting_evidence } of result.claims) {
    assert.ok(page.text.includes(escapeHtml(normalized_claim)), normalized_claim);
    for (const { title } of supporting_evidence) assert.ok(page.text.includes(escapeHtml(title)), title);
  }
}
