/** Reads a PDF on the web with the document reader, and converts it to the text of a page. */
import { DocumentError, type DocumentReader } from '#contracts/ports/document-reader.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import { EngineError, type ReadableInput } from '#engine/engine.ts';
import { withoutHashes } from './heading-marks.ts';

/**
 * The PDF as a plain page for the page reader. Throws DocumentError if the file can't be read, and EngineError
 * engine_busy if it could not be tried. `timeout_ms`: time limit of reading, without the wait for a turn.
 */
export async function pdfAsPage(
  documents: Pick<DocumentReader, 'read'>,
  { url, body }: { url: string; body: Uint8Array },
  { organization_id, signal }: Pick<FetchOccasion, 'organization_id' | 'signal'>,
  timeout_ms?: number,
): Promise<ReadableInput> {
  async function* whole() {
    yield body;
  }
  const options = { organization_id, signal, ...(timeout_ms !== undefined && { timeout_ms }) };
  const { text } = await documents.read('pdf', whole(), options).catch((cause: unknown) => {
    if (cause instanceof DocumentError) throw cause;
    throw new EngineError('engine_busy', 'a PDF could not be read now', { cause });
  });
  return { body: withoutTableMarks(withoutHashes(text)), mediaType: 'text/plain', url };
}

/** Rows of tables with bars only between their cells, as on pages. */
function withoutTableMarks(text: string): string {
  return text.replace(/^\|(?:---\|)+\n/gm, '').replace(/^\| (.*) \|$/gm, '$1');
}
