/**
 * Processes of the release before read what this one writes, as during a rolling upgrade: they refuse an event that does not
 * fit their schema of its stored type, and pass over types that they do not know.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptSchemas, schemasOfToday } from '#test/support/data-folder/event-schemas.ts';

const today = schemasOfToday();

test('the schemas of a release are kept', () => assert.ok(keptSchemas().size > 0));

for (const [release, then] of keptSchemas()) {
  test(`every stored type of ${release} that is still written has the schema of then`, () => {
    const shared = Object.keys(then).filter((type) => type in today);
    assert.ok(shared.length > 50);
    // Another shape is another version of the type, with an upcaster.
    for (const type of shared) assert.deepEqual(today[type], then[type], type);
  });
}
