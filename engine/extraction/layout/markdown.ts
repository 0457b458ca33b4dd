/**
 * Text without its markup, with the position in the source of each remaining character. People see the clean text as the
 * normalized text; spans are always mapped back to the source.
 */
export interface CleanText {
  text: string;
  /** UTF-16 offset into the source for each unit of `text`. */
  origin: Uint32Array;
  /** Ranges of `text` with literal code, which is masked for the tagger. */
  opaque: { start: number; end: number }[];
}

/** Longest link target, tag or code span that is recognised; longer ones are left as text. */
const LONGEST_MARK = 300;
const SPACE = /\s/u;

/** A character that may be a mark, or white space that is more than a space between words. */
const UNCLEAN = /[`!<[\]*_~]|[^\S ]|^ | $| {2}/u;

/** `source[start, end)` without emphasis, links, images, footnote marks, tags, quote marks or repeated white space. */
export function cleanMarkdown(source: string, start: number, end: number): CleanText {
  const text = source.slice(start, end);
  // Most sentences have no marks.
  return UNCLEAN.test(text)
    ? cleaned(source, start, end)
    : { text, origin: offsetsFrom(start, text.length), opaque: [] };
}

/** The clean text of `source[start, end)` alone. */
export function cleanText(source: string, start: number, end: number): string {
  const text = source.slice(start, end);
  return UNCLEAN.test(text) ? cleaned(source, start, end).text : text;
}

function offsetsFrom(start: number, count: number): Uint32Array {
  const offsets = new Uint32Array(count);
  for (let i = 0; i < count; i++) offsets[i] = start + i;
  return offsets;
}

function cleaned(source: string, start: number, end: number): CleanText {
  const units: string[] = [];
  const origin: number[] = [];
  const opaque: CleanText['opaque'] = [];
  const keep = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const char = source[i]!;
      const isSpace = SPACE.test(char);
      if (isSpace && (units.length === 0 || units.at(-1) === ' ')) continue;
      units.push(isSpace ? ' ' : char);
      origin.push(i);
    }
  };
  let cursor = start;
  let closedBrackets = 0;
  while (cursor < end) {
    const char = source[cursor]!;
    if (char === '\n') {
      keep(cursor, cursor + 1);
      cursor = skipQuoteMarkers(source, cursor + 1, end);
      continue;
    }
    const mark = '`!<[]*_~'.includes(char) ? markAt(source, cursor, end, closedBrackets > 0) : null;
    if (mark === null) {
      keep(cursor, cursor + 1);
      cursor++;
      continue;
    }
    if (mark.opensLink) closedBrackets++;
    if (mark.closesLink) closedBrackets--;
    const from = units.length;
    keep(mark.keepFrom, mark.keepTo);
    if (mark.isCode && units.length > from) opaque.push({ start: from, end: units.length });
    cursor = mark.end;
  }
  while (units.at(-1) === ' ') {
    units.pop();
    origin.pop();
  }
  return { text: units.join(''), origin: Uint32Array.from(origin), opaque };
}

interface Mark {
  keepFrom: number;
  keepTo: number;
  end: number;
  isCode?: boolean;
  opensLink?: boolean;
  closesLink?: boolean;
}

const drop = (from: number, to: number): Mark => ({ keepFrom: from, keepTo: from, end: to });

function markAt(source: string, at: number, end: number, inLink: boolean): Mark | null {
  const ahead = source.slice(at, Math.min(end, at + LONGEST_MARK));
  switch (ahead[0]) {
    case '`':
      return codeSpan(ahead, at);
    case '!':
      return droppedBy(/^!\[[^\]\n]*\]\([^)\n]*\)/u, ahead, at);
    case '<':
      return droppedBy(/^<(?:\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?|!--[^>]*--)>/iu, ahead, at);
    case '[': {
      const note = droppedBy(/^\[(?:\^[\w-]{1,20}|\d{1,3}|citation needed|note \d{1,3}|[a-z])\](?!\()/u, ahead, at);
      if (note) return note;
      return /^\[[^\][\n]*\]\([^)\s]*(?:\s"[^"\n]*")?\)/u.test(ahead) ? { ...drop(at, at + 1), opensLink: true } : null;
    }
    case ']': {
      const target = inLink ? /^\]\([^)\n]*\)/u.exec(ahead) : null;
      return target ? { ...drop(at, at + target[0].length), closesLink: true } : null;
    }
    default:
      return emphasis(source, at, ahead);
  }
}

function codeSpan(ahead: string, at: number): Mark | null {
  const found = /^(`{1,3})([^`\n]+)\1/u.exec(ahead);
  if (!found) return null;
  const from = at + found[1]!.length;
  return { keepFrom: from, keepTo: from + found[2]!.length, end: at + found[0].length, isCode: true };
}

function droppedBy(pattern: RegExp, ahead: string, at: number): Mark | null {
  const found = pattern.exec(ahead);
  return found ? drop(at, at + found[0].length) : null;
}

/** Drops `**`, `__`, `~~` and single `*` or `_` at the edge of a word; `2 * 3` and `snake_case` stay. */
function emphasis(source: string, at: number, ahead: string): Mark | null {
  const run = /^(?:\*{1,3}|_{1,3}|~~)/u.exec(ahead)?.[0];
  if (run === undefined) return null;
  const before = at === 0 || /[\s\p{P}]/u.test(source[at - 1]!);
  const after = at + run.length >= source.length || /[\s\p{P}]/u.test(source[at + run.length]!);
  if (before && after && run.length === 1) return null;
  if (run.startsWith('_') && !before && !after) return null;
  return drop(at, at + run.length);
}

function skipQuoteMarkers(source: string, at: number, end: number): number {
  const found = /^[ \t]{0,8}(?:>[ \t]?){1,8}/u.exec(source.slice(at, Math.min(end, at + 32)));
  return found ? at + found[0].length : at;
}
