/** Texts of documents: their bytes decoded, their characters cleaned, their pages joined. */
import { codePoints } from '#contracts/http/fields.ts';
import { UnreadableDocument } from './failure.ts';

/** Decodes by byte order mark, else as UTF-8, else as the encoding that old texts mostly have. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;
const LIGATURES = /[\ufb00-\ufb06]/g;

/** One kind of line break, no control characters, ligatures as letters, no lone surrogates. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\f/g, '\n')
    .replace(CONTROL_CHARACTERS, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(/[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');
}

/** A sentence that goes on: no mark that ends one before the page break, and a lower-case letter after it. */
const OPEN_END = /[\p{L}\p{N},;–—-]$/u;
const LOWER_START = /^\p{Ll}/u;

/** Joins pages, each made of blocks between blank lines. A sentence that goes over a page break stays in one piece. */
export function joinPages(pages: readonly string[]): { text: string; page_starts: number[] } {
  const parts: string[] = [];
  const page_starts: number[] = [];
  let points = 0;
  let last = '';
  const push = (part: string) => {
    parts.push(part);
    points += codePoints(part);
  };
  for (const page of pages) {
    if (last !== '' && page !== '') {
      if (endsInHyphen(last) && LOWER_START.test(page)) {
        parts[parts.length - 1] = last.slice(0, -1);
        points -= 1;
      } else push(OPEN_END.test(last) && LOWER_START.test(page) ? ' ' : '\n\n');
    }
    page_starts.push(points);
    if (page === '') continue;
    push(page);
    last = page;
  }
  return { text: parts.join(''), page_starts };
}

/** Scripts that put no spaces between words; Korean does. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u301f\u30fb\u30fc\uff01-\uff5e]/u;

/** What stands between a line and the next one of its paragraph: a space, or nothing between Chinese or Japanese characters. */
export function lineJoint(line: string, next: string): '' | ' ' {
  return UNSPACED.test(lastCharacter(line)) && UNSPACED.test(next) ? '' : ' ';
}

function lastCharacter(line: string): string {
  return Array.from(line.slice(-2)).at(-1) ?? '';
}

/** A word cut at the end of a line: "verifi-". Keeps "1990-" and dashes. */
export function endsInHyphen(line: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(line);
}

/** Throws where nothing is there to be read. */
export function requireText(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableDocument('document_empty', 'blank');
  return text;
}
