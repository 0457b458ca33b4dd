/** The part of the engine that reads pages and documents, in the calling thread. */
import type { EncodedInput, PageReader, ReadableInput } from './engine.ts';
import { guarded } from './guarded.ts';
import { decodeText } from './retrieval/decode-text.ts';
import { splitPassages } from './retrieval/passages.ts';
import { readPlain } from './retrieval/readable-plain.ts';
import type { ReadableDocument } from './types/retrieval.ts';

/** Every call works synchronously and then resolves; only the first page waits until the page reader is loaded. */
export function createPageReader(): PageReader {
  return {
    readable: guarded('readable', readable),
    splitPassages: guarded('splitPassages', splitPassages),
  };
}

/** The page reader takes 20 MB, so it is loaded with the first page that is not plain text. */
async function readable(given: ReadableInput | EncodedInput): Promise<ReadableDocument> {
  const { mediaType, url } = given;
  const body = 'charset' in given ? decodeText(given.body, given.charset, mediaType) : given.body;
  if (mediaType === 'text/plain') return readPlain(body, url);
  const { readableText } = await import('./retrieval/readable.ts');
  return readableText({ body, mediaType, url });
}
