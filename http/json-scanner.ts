/**
 * Scans a JSON text while it arrives: whether it is valid, how deep it is and how many values it holds, before anything
 * is built from it. Errors have the words and offsets of Python's json module, which FastAPI passes on. Reads every
 * character once, without recursion.
 */
import { JSON_BOUNDS, type JsonBounds } from './json-bounds.ts';
import { COMPLETE, firstDigit, isDigit, isHexDigit, type NumberPart, nextPart } from './json-number.ts';

export interface JsonError {
  /** In code points. */
  offset: number;
  error: string;
}

const EXPECTING_VALUE = 'Expecting value';
const EXPECTING_NAME = 'Expecting property name enclosed in double quotes';
const EXPECTING_COLON = "Expecting ':' delimiter";
const EXPECTING_COMMA = "Expecting ',' delimiter";
const EXTRA_DATA = 'Extra data';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LOWER_U = 0x75;
const HEX_DIGITS = 4;

const SIMPLE_ESCAPES = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const WORDS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));

type State =
  | 'value'
  | 'first item'
  | 'name'
  | 'first name'
  | 'colon'
  | 'delimiter'
  | 'string'
  | 'escape'
  | 'hex'
  | 'word'
  | 'number';

/** Scans one text, given in pieces that split no surrogate pair. Must not be used any more after an error. */
export class JsonScanner {
  readonly #bounds: JsonBounds;
  #state: State = 'value';
  /** Closing brackets of the open lists and objects. */
  readonly #open: number[] = [];
  #values = 0;
  /** Code points in the previous pieces. */
  #before = 0;
  /** Low surrogates in this piece so far: the two units of a pair are one code point. */
  #surrogates = 0;
  /** Where the current string, number or word starts. */
  #start = 0;
  /** Where the current escape starts, or the part that may not belong to the number any more. */
  #mark = 0;
  #isName = false;
  #hexDigits = 0;
  #word = '';
  #matched = 0;
  #part: NumberPart = 'integer';

  constructor(bounds: JsonBounds = JSON_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Scans the next piece. Returns the first error in the text so far, or null. */
  push(piece: string): JsonError | null {
    this.#surrogates = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#state === 'string') at = this.#skipText(piece, at);
      if (at === piece.length) break;
      const error = this.#take(piece.charCodeAt(at), at);
      if (error !== null) return error;
      at++;
    }
    this.#before += piece.length - this.#surrogates;
    return null;
  }

  /** Returns what is wrong with the text as a whole, or null if it is JSON. */
  end(): JsonError | null {
    this.#surrogates = 0;
    switch (this.#state) {
      case 'string':
      case 'escape':
        return { offset: this.#start, error: 'Unterminated string starting at' };
      case 'hex':
        return this.#invalidHex();
      case 'word':
        return { offset: this.#start, error: EXPECTING_VALUE };
      case 'number':
        return this.#endNumber() ?? this.#missing();
      default:
        return this.#missing();
    }
  }

  #offset(at: number): number {
    return this.#before + at - this.#surrogates;
  }

  #fail(error: string, at: number): JsonError {
    return { offset: this.#offset(at), error };
  }

  /** Returns the error for what is missing at the end of the text, or null. */
  #missing(): JsonError | null {
    switch (this.#state) {
      case 'delimiter':
        return this.#open.length === 0 ? null : this.#fail(EXPECTING_COMMA, 0);
      case 'colon':
        return this.#fail(EXPECTING_COLON, 0);
      case 'name':
      case 'first name':
        return this.#fail(EXPECTING_NAME, 0);
      default:
        return this.#fail(EXPECTING_VALUE, 0);
    }
  }

  /** Returns the index where a string's plain text ends, or the end of the piece. */
  #skipText(piece: string, from: number): number {
    let at = from;
    let surrogates = 0;
    for (; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      if (unit === QUOTE || unit === BACKSLASH || unit < 0x20) break;
      if (unit >= 0xdc00 && unit <= 0xdfff) surrogates++;
    }
    this.#surrogates += surrogates;
    return at;
  }

  #take(unit: number, at: number): JsonError | null {
    switch (this.#state) {
      case 'string':
        return this.#endOfText(unit, at);
      case 'escape':
        return this.#escape(unit);
      case 'hex':
        return this.#hex(unit);
      case 'word':
        return this.#letter(unit);
      case 'number':
        if (this.#numberGoesOn(unit, at)) return null;
        return this.#endNumber() ?? this.#between(unit, at);
      default:
        return this.#between(unit, at);
    }
  }

  /** Handles a character between values, names and brackets. */
  #between(unit: number, at: number): JsonError | null {
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) return null;
    switch (this.#state) {
      case 'delimiter':
        return this.#delimiter(unit, at);
      case 'colon':
        if (unit !== COLON) return this.#fail(EXPECTING_COLON, at);
        this.#state = 'value';
        return null;
      case 'first name':
        if (unit === CLOSE_OBJECT) return this.#close();
        return this.#name(unit, at);
      case 'name':
        return this.#name(unit, at);
      case 'first item':
        if (unit === CLOSE_LIST) return this.#close();
        return this.#value(unit, at);
      default:
        return this.#value(unit, at);
    }
  }

  #delimiter(unit: number, at: number): JsonError | null {
    const closing = this.#open.at(-1);
    if (closing === undefined) return this.#fail(EXTRA_DATA, at);
    if (unit === closing) return this.#close();
    if (unit !== COMMA) return this.#fail(EXPECTING_COMMA, at);
    this.#state = closing === CLOSE_OBJECT ? 'name' : 'value';
    return null;
  }

  #close(): null {
    this.#open.pop();
    this.#state = 'delimiter';
    return null;
  }

  #name(unit: number, at: number): JsonError | null {
    if (unit !== QUOTE) return this.#fail(EXPECTING_NAME, at);
    this.#begin('string', at);
    this.#isName = true;
    return null;
  }

  #value(unit: number, at: number): JsonError | null {
    if (unit === QUOTE) {
      this.#begin('string', at);
      this.#isName = false;
    } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      if (this.#open.length === this.#bounds.levels) {
        return this.#fail(`Expecting at most ${this.#bounds.levels} levels`, at);
      }
      this.#open.push(unit === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST);
      this.#state = unit === OPEN_OBJECT ? 'first name' : 'first item';
    } else if (unit === MINUS || isDigit(unit)) {
      this.#begin('number', at);
      this.#part = unit === MINUS ? 'minus' : firstDigit(unit);
    } else {
      const word = WORDS.get(unit);
      if (word === undefined) return this.#fail(EXPECTING_VALUE, at);
      this.#begin('word', at);
      this.#word = word;
      this.#matched = 1;
    }
    this.#values++;
    if (this.#values <= this.#bounds.values) return null;
    return this.#fail(`Expecting at most ${this.#bounds.values} values`, at);
  }

  #begin(state: State, at: number): void {
    this.#state = state;
    this.#start = this.#offset(at);
  }

  #endOfText(unit: number, at: number): JsonError | null {
    if (unit === QUOTE) {
      this.#state = this.#isName ? 'colon' : 'delimiter';
      return null;
    }
    if (unit !== BACKSLASH) return this.#fail('Invalid control character at', at);
    this.#state = 'escape';
    this.#mark = this.#offset(at);
    return null;
  }

  #escape(unit: number): JsonError | null {
    if (unit === LOWER_U) {
      this.#state = 'hex';
      this.#hexDigits = 0;
      return null;
    }
    if (!SIMPLE_ESCAPES.has(unit)) return { offset: this.#mark, error: 'Invalid \\escape' };
    this.#state = 'string';
    return null;
  }

  #hex(unit: number): JsonError | null {
    if (!isHexDigit(unit)) return this.#invalidHex();
    this.#hexDigits++;
    if (this.#hexDigits === HEX_DIGITS) this.#state = 'string';
    return null;
  }

  #invalidHex(): JsonError {
    return { offset: this.#mark + 1, error: 'Invalid \\uXXXX escape' };
  }

  #letter(unit: number): JsonError | null {
    if (unit !== this.#word.charCodeAt(this.#matched)) return { offset: this.#start, error: EXPECTING_VALUE };
    this.#matched++;
    if (this.#matched === this.#word.length) this.#state = 'delimiter';
    return null;
  }

  #numberGoesOn(unit: number, at: number): boolean {
    const next = nextPart(this.#part, unit);
    if (next === null) return false;
    // `1.` and `1e` are the number 1 followed by something that does not belong there.
    if (next === 'point' || next === 'e') this.#mark = this.#offset(at);
    this.#part = next;
    return true;
  }

  #endNumber(): JsonError | null {
    if (this.#part === 'minus') return { offset: this.#start, error: EXPECTING_VALUE };
    if (COMPLETE.has(this.#part)) {
      this.#state = 'delimiter';
      return null;
    }
    return { offset: this.#mark, error: this.#open.length === 0 ? EXTRA_DATA : EXPECTING_COMMA };
  }
}
