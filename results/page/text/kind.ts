/** How a text is to be read that is shown to people. */

/** `document`: the text of a document, as its reader writes it; `markdown`: any other, which may be Markdown. */
export type TextKind = 'markdown' | 'document';

export function textKindOf({ document }: { document?: unknown }): TextKind {
  return document === undefined ? 'markdown' : 'document';
}
