/** How a text is to be read that is shown to people. */
import type { DocumentKind } from '#contracts/document-vocabulary.ts';

/** `document`: as the reader of documents writes what it finds in a PDF, say; `markdown`: as it was given, which may be Markdown. */
export type TextKind = 'markdown' | 'document';

/** `file`: what the document was sent as; null where nobody knows, or the text is of none. */
export function textKindOf({ document }: { document?: unknown }, file: DocumentKind | null): TextKind {
  return document === undefined || file === 'md' ? 'markdown' : 'document';
}
