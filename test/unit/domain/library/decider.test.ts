import { test } from 'node:test';
import { LIBRARY_DOCUMENT, type LibraryCommand } from '#domain/library/decider.ts';
import { AT, few, testDeciderProperties } from '#test/support/decider-properties.ts';
import { given } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

const document = { document_id: 'doc_1', organization_id: 'org_1' };
const adding = (content_hash: string) => ({
  type: 'AddDocument' as const,
  data: { ...document, content_hash, added_at: AT },
});
const added = (content_hash: string) => ({ ...adding(content_hash), type: 'LibraryDocumentAdded' as const });
const removing = { type: 'RemoveDocument' as const, data: { ...document, removed_at: AT } };
const removed = { ...removing, type: 'LibraryDocumentRemoved' as const };

const libraryCommand: fc.Arbitrary<LibraryCommand> = fc.oneof(few('hash').map(adding), fc.constant(removing));

testDeciderProperties(LIBRARY_DOCUMENT, libraryCommand);

test('a document is recorded again when its text has changed, or it comes back', () => {
  given(LIBRARY_DOCUMENT, added('a')).when(adding('b')).then(added('b'));
  given(LIBRARY_DOCUMENT, added('a'), removed).when(adding('a')).then(added('a'));
  given(LIBRARY_DOCUMENT, added('a')).when(adding('a')).thenNothing();
});

test('the removal of a document that no event tells of is recorded, once', () => {
  given(LIBRARY_DOCUMENT).when(removing).then(removed);
  given(LIBRARY_DOCUMENT, removed).when(removing).thenNothing();
});
