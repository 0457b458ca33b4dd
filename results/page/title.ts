/** What a report is called. */
import { shorten } from '#common/shorten.ts';

const LONGEST_TITLE = 120;
const LONGEST_BEGINNING = 70;

export interface Titled {
  /** The text of its first heading, if it has one. */
  heading: string | null;
  /** The name of its file, if somebody knows it. */
  name: string | null;
  /** The question that it answers; empty if none was asked. */
  question: string;
  content: string;
}

/** The text's first heading, else the name of its file, else the question that it answers, else how it begins. */
export function titleOf({ heading, name, question, content }: Titled): string {
  const given = [heading, name].map((text) => onLine(text ?? '')).find((text) => text !== '');
  if (given !== undefined) return shorten(given, LONGEST_TITLE);
  const asked = onLine(question);
  if (asked !== '') return `Answer to “${shorten(asked, LONGEST_BEGINNING)}”`;
  const beginning = onLine(content.slice(0, 1_000));
  return beginning === '' ? 'An empty text' : `“${shorten(beginning, LONGEST_BEGINNING)}”`;
}

function onLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
