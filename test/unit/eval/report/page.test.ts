import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { ClaimRow } from '#eval/claim-row.ts';
import { compareRuns } from '#eval/compare.ts';
import { articleFigures } from '#eval/metrics/article-figures.ts';
import { FORMAT, type RunRecord } from '#eval/record.ts';
import { renderReport } from '#eval/report/page.ts';
import { priceRules } from '#eval/rules/rules.ts';
import type { SetFigures } from '#eval/sets/set-figures.ts';
import { opinion, row, wrongClaim } from '../rows.ts';

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'&';

const SET: SetFigures = {
  set: HOSTILE,
  about: 'judging',
  rows: 2,
  measures: { [HOSTILE]: 0.5 },
  counts: {},
  per_second: 100,
  kinds: [{ kind: HOSTILE, claims: 2, right: 1, wrong: 1 }],
};

function recordOf(rows: ClaimRow[], sets: SetFigures[] = []): RunRecord {
  const made = { claims: rows.length, stray: 0 };
  return {
    format: FORMAT,
    made_at: '2026-01-01T00:00:00.000Z',
    service_version: '1.2.3',
    sent: 'text',
    engine: { judge_configuration: HOSTILE },
    made,
    figures: articleFigures(rows, made),
    work: {
      articles: 1,
      claims: rows.length,
      model_calls: 0,
      model_calls_failed: 0,
      model_calls_per_claim: 0,
      input_tokens: 0,
      output_tokens: 0,
      processor_ms_per_article: 12,
      median_ms_per_article: 34,
      claims_per_second: 5,
    },
    sets,
    rules: priceRules([]),
    rows,
  };
}

const hostileRows = () => [
  row({
    article: HOSTILE,
    claim: HOSTILE,
    how: HOSTILE,
    parts: [{ claim: HOSTILE, verdict: 'supported', reason: HOSTILE }],
  }),
  wrongClaim({ article: HOSTILE, number: 2, error: HOSTILE }),
  opinion({ article: HOSTILE, number: 3 }),
];

describe('renderReport', () => {
  test('whatever the data holds is shown as text', () => {
    const record = recordOf(hostileRows(), [SET]);
    const changed = recordOf([row({ ...hostileRows()[0]!, said: 'contradicted' })]);
    const { document } = parseHTML(renderReport(record, compareRuns(changed, record)));
    assert.equal(document.querySelectorAll('script, img, iframe, link, object').length, 0);
    for (const element of document.querySelectorAll('*')) {
      for (const name of element.getAttributeNames()) assert.doesNotMatch(name, /^on/);
    }
    const items = [...document.querySelectorAll('li')].filter((item) => item.textContent.includes(HOSTILE));
    assert.ok(items.length >= 2);
  });

  test('it needs nothing from elsewhere and allows no script', () => {
    const page = renderReport(recordOf([row()]), null);
    assert.match(page, /content="default-src 'none'; style-src 'unsafe-inline'"/);
    const { document } = parseHTML(page);
    assert.equal(document.querySelectorAll('[src], [href], link').length, 0);
    assert.doesNotMatch(document.querySelector('style')!.textContent, /url\(|@import/);
  });

  test('it shows figures and plots', () => {
    const { document } = parseHTML(renderReport(recordOf([row(), wrongClaim()]), null));
    const cells = [...document.querySelectorAll('tr')].map((line) => line.textContent.replace(/\s+/g, ' '));
    assert.ok(cells.some((line) => line.includes('settled rightly') && line.includes('0.500')));
    const plots = [...document.querySelectorAll('svg')].map((svg) => svg.getAttribute('aria-label'));
    assert.ok(plots.includes('Precision against coverage') && plots.includes('Gold passages found'));
    assert.doesNotMatch(document.toString(), /NaN|Infinity|undefined/);
  });

  test('a run without any verdict has a report', () => {
    const page = renderReport(recordOf([opinion()]), null);
    assert.doesNotMatch(page, /NaN|Infinity|undefined/);
  });

  test('a run of sets alone has a report', () => {
    const record = { ...recordOf([], [SET]), engine: null, figures: null, work: null };
    const { document } = parseHTML(renderReport(record, null));
    assert.equal(document.querySelectorAll('summary').length, 1);
  });
});
