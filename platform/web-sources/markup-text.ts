/** Text of a short piece of HTML, such as a search result's highlighted snippet. */
import { Parser } from 'htmlparser2';

const MAX_LENGTH = 20_000;

/** The text without tags, with its character references resolved. */
export function textOfMarkup(html: string): string {
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (text) => void pieces.push(text) });
  parser.end(html.slice(0, MAX_LENGTH));
  return pieces.join('');
}
