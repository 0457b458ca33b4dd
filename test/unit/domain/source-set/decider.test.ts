import { test } from 'node:test';
import { MOST_RESOURCES, MOST_RESOURCES_EVER, SOURCE_SET, type SourceSetCommand } from '#domain/source-set/decider.ts';
import {
  AT,
  assertBounded,
  few,
  numbers,
  stateAfter,
  testDeciderProperties,
} from '#test/support/decider-properties.ts';
import fc from '#test/support/property.ts';

const sourceSetCommand: fc.Arbitrary<SourceSetCommand> = fc.oneof(
  few('org').map((organization_id) => ({
    type: 'CreateSourceSet' as const,
    data: { source_set_id: 'srs_1', organization_id, name: 'n', description: '', created_at: AT },
  })),
  few('src').map((resource_id) => ({
    type: 'AddResource' as const,
    data: {
      source_set_id: 'srs_1',
      resource_id,
      url: 'https://example.com/',
      label: 'l',
      source_class: 'customer_approved',
      created_at: AT,
    },
  })),
  few('src').map((resource_id) => ({ type: 'DisableResource' as const, resource_id, disabled_at: AT })),
);

testDeciderProperties(SOURCE_SET, sourceSetCommand);

const set: SourceSetCommand = {
  type: 'CreateSourceSet',
  data: { source_set_id: 'srs_1', organization_id: 'org_1', name: 'n', description: '', created_at: AT },
};
const page = (n: number): SourceSetCommand => ({
  type: 'AddResource',
  data: {
    source_set_id: 'srs_1',
    resource_id: `src_${n}`,
    url: 'https://example.org/',
    label: 'page',
    source_class: 'customer_approved',
    created_at: AT,
  },
});
const removal = (n: number): SourceSetCommand => ({
  type: 'DisableResource',
  resource_id: `src_${n}`,
  disabled_at: AT,
});

test('a set has at most 500 pages at a time, and 2,000 ever', () => {
  const full = stateAfter(SOURCE_SET, [set, ...numbers(MOST_RESOURCES).map(page)]);
  assertBounded(SOURCE_SET.decide(page(MOST_RESOURCES), full), 'url');
  const changed = stateAfter(SOURCE_SET, [set, ...numbers(MOST_RESOURCES_EVER).flatMap((n) => [page(n), removal(n)])]);
  assertBounded(SOURCE_SET.decide(page(MOST_RESOURCES_EVER), changed), 'url');
});
