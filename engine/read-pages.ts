/** The part of the engine that reads pages and documents, in the calling thread. */
import type { PageReader, ReadableInput } from './engine.ts';
import { guarded } from './guarded.ts';
import { splitPassages } from './retrieval/passages.ts';
import { readPlain } from './retrieval/readable-plain.ts';
import type { ReadableDocument } from './types.ts';

/** Every call works synchronously and then resolves; the first page waits for what reads it. */
export function createPageReader(): PageReader {
  return {
    readable: guarded('readable', readable),
    splitPassages: guarded('splitPassages', splitPassages),
  };
}

/** The page reader takes 20 MB, so it is loaded with the first page that is not plain text. */
async function readable(input: ReadableInput): Promise<ReadableDocument> {
  if (input.mediaType === 'text/plain') return readPlain(input.body, input.url);
  const { readableText } = await import('./retrieval/readable.ts');
  return readableText(input);
}
