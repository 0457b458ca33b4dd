/** Texts of documents: their bytes decoded, their characters cleaned, their pages joined. */
import { codePoints } from '#contracts/code-points.ts';
import { UnreadableDocument } from './failure.ts';

/** Decodes by byte order mark, else as UTF-8, else as the most common encoding of old texts. */
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

/** Normalizes line breaks, control characters, ligatures and lone surrogates. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\f/g, '\n')
    .replace(CONTROL_CHARACTERS, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|(?<!\s)\s+$/g, '');
}

/** A sentence continues if no mark ends it before the page break, and a lower-case letter follows. */
const OPEN_END = /[\p{L}\p{N},;–—-]$/u;
const LOWER_START = /^\p{Ll}/u;

/** Joins pages, which consist of blocks separated by blank lines. A sentence across a page break stays in one piece. */
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

/** Scripts without spaces between words; Korean has them. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u301f\u30fb\u30fc\uff01-\uff5e]/u;

/** The separator between two lines of a paragraph: a space, or nothing between Chinese or Japanese characters. */
export function lineJoint(line: string, next: string): '' | ' ' {
  return UNSPACED.test(lastCharacter(line)) && UNSPACED.test(next) ? '' : ' ';
}

function lastCharacter(line: string): string {
  return Array.from(line.slice(-2)).at(-1) ?? '';
}

/** A word that was hyphenated at the end of a line: "verifi-". Not "1990-" and dashes. */
export function endsInHyphen(line: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(line);
}

/** Throws if there is no text. */
export function requireText(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableDocument('document_empty', 'blank');
  return text;
}
