/** Runs as a process of its own: reads a document that takes very long, as the service would, until it is killed. */
import { createDocumentReader } from '#platform/documents/document-reader.ts';
import { costlyPage, pdfOf } from './pdf.ts';

async function* file() {
  yield pdfOf(Array.from({ length: 20 }, costlyPage));
}
const reader = createDocumentReader({ processorMs: 600_000, timeoutMs: 600_000 });
await reader.read('pdf', file(), { organization_id: 'org_1', signal: new AbortController().signal });
