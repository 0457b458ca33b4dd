/** Drafts of what is not parsed as a sentence: rows of tables, and text that is not in English. */
import { describe } from '../description/describe.ts';
import { parsePlain } from '../grammar/parse.ts';
import { cleanMarkdown } from '../layout/markdown.ts';
import { tableStatements } from '../layout/tables.ts';
import { unanalysed } from '../unanalysed.ts';
import { type Draft, draftOfWhole, type Passage } from './draft.ts';

const UNSUPPORTED_LANGUAGE =
  'language_not_supported: the text is not in English; this statement was neither taken apart nor classified.';

/** The whole segment as one claim, as it is written. */
export function unanalysedDraft(passage: Passage): Draft {
  const { content, piece } = passage;
  const { text } = cleanMarkdown(content, piece.start, piece.end);
  return {
    ...draftOfWhole(passage),
    normalized_claim: text === '' ? content.slice(piece.start, piece.end) : text,
    ...unanalysed(),
    limitations: [UNSUPPORTED_LANGUAGE],
  };
}

/** One draft per statement of a table row. */
export function tableRowDrafts(passage: Passage): Draft[] {
  const { content, piece, carriesConclusion } = passage;
  return tableStatements(content, piece).map(({ end, text }) => ({
    ...draftOfWhole(passage),
    to: end,
    normalized_claim: text,
    checkable: true,
    not_checkable_reason: null,
    ...describe(text, parsePlain(text).words, { carriesConclusion, names: [] }),
    limitations: [],
  }));
}
