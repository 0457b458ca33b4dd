/** The parser of markup in answers, loaded on first use because most processes never need it. */
import { createRequire } from 'node:module';

type MarkupParser = typeof import('htmlparser2').Parser;

let loaded: MarkupParser | null = null;

/** The class `Parser` of htmlparser2. */
export function markupParser(): MarkupParser {
  loaded ??= (createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2')).Parser;
  return loaded;
}
