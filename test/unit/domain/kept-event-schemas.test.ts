/**
 * Processes of the release before read what this one writes, as during a rolling upgrade: they refuse an event that does not
 * fit their schema of its stored type, and pass over types that they do not know. A relay of theirs that passes over what
 * begins a stage loses it: the relays of this version go on behind it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registry } from '#domain/events/registry.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
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

  test(`what begins a stage is of a stored type that ${release} knows`, () => {
    const triggers = Object.values(STAGES).flatMap(({ triggers }) => triggers);
    assert.ok(triggers.length > 8);
    const unknown = triggers.map((name) => registry.storedType(name)).filter((type) => !(type in then));
    // If it has to be, docs/upgrading.md says that all pipelines of before end before the first new one starts.
    assert.deepEqual(unknown, []);
  });
}
