/** Rewrites the numbers, months, units and currencies of a text in English, in one pass from left to right. */
import { boundBefore, boundBehind, joinsFigures, joinsRange, relationBehind } from './bounds.ts';
import { firstNumber, HAN_NUMERAL, hanNumber, plainInPlace, plainNumber } from './numerals.ts';
import { type Phrase, type Phrases, phraseAt, phrasesOf } from './phrases.ts';
import { foldedUnit } from './symbols.ts';
import { dateInDigits, hanDate } from './written-dates.ts';
import { WrittenTokens } from './written-tokens.ts';

const SPACELESS = new Set(['zh', 'ja']);
const RUN = /[\p{L}\p{M}]+/uy;
const NUMBER = /\d+(?:[.,٫٬:/'’\u00a0\u202f\u2009 -]\d+)*/y;
/** What may stand between a day and its month (OF) and between a month and its year (TO_YEAR). */
const OF = /(?:[.ºª]|er\b|\.?º)?[ \u00a0]{0,2}(?:de |di |d['’])?/y;
const TO_YEAR = /\.?,?[ \u00a0]{0,2}(?:de |del |di )?/y;
/** What may stand between a figure and its unit: "3,5 millions d’euros". */
const SPACE = /[ \u00a0\u202f]?-?(?:de |di |d['’])?/y;
const LONGEST_PHRASE = 40;
/** Four-digit numbers outside this range are counts. */
const YEARS = { from: 1000, to: 2150 };

/** Matches a currency sign after an amount: "1 500 €". In "2019 $5", the sign belongs to the next figure. */
const AMOUNT = /^[ \u00a0\u202f]?[€$£¥](?![ \u00a0\u202f]?\d)/;

/** Counted words are the same if they agree in this many first letters. */
const STEM = 6;

/** Rewrites one text; `language` in ISO 639-1. An instance can be used only once. */
export class Writer {
  readonly #text: string;
  /** The text in lower case with ASCII digits, at the same offsets. */
  readonly #plain: string;
  readonly #language: string;
  readonly #phrases: Phrases;
  readonly #isSpaceless: boolean;
  readonly #written: WrittenTokens;
  #at = 0;

  constructor(text: string, language: string) {
    this.#text = text;
    this.#plain = plainInPlace(text);
    this.#language = language;
    this.#phrases = phrasesOf(language);
    this.#isSpaceless = SPACELESS.has(language);
    this.#written = new WrittenTokens(language);
  }

  run(): WrittenTokens {
    while (this.#at < this.#text.length) {
      const character = this.#plain.charAt(this.#at);
      if (/\s/.test(character)) this.#at++;
      else if (!this.#number() && !this.#month() && !this.#money() && !this.#word()) {
        const point = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
        this.#written.emit(point, this.#at, this.#at + point.length);
        this.#at += point.length;
      }
    }
    return this.#written;
  }

  #match(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(this.#plain)?.[0] ?? '';
  }

  #number(): boolean {
    const start = this.#at;
    const ahead = this.#plain.slice(start, start + LONGEST_PHRASE);
    if (this.#isSpaceless) {
      const run = (HAN_NUMERAL.exec(ahead)?.[0] ?? '').replace(/(?<![.,])[.,]+$/, '');
      if (run !== '' && (run.length > 1 || /\d/.test(run) || this.#followsUnit(start + run.length))) {
        return this.#hanNumber(run);
      }
      return false;
    }
    if (!/\d/.test(ahead.charAt(0))) return false;
    const run = this.#match(NUMBER, start);
    return this.#date(run) || this.#dayOfMonth(run) || this.#plainNumber(run);
  }

  #followsUnit(at: number): boolean {
    return /^[年月日]/.test(this.#plain.slice(at, at + 1)) || phraseAt(this.#phrases.units, this.#plain, at) !== null;
  }

  #hanNumber(run: string): boolean {
    const start = this.#at;
    const value = hanNumber(run);
    if (value === null) return false;
    const ahead = this.#plain.slice(start, start + LONGEST_PHRASE);
    const date = hanDate(ahead);
    if (date !== null) {
      const end = start + date.length;
      const relation = relationBehind(this.#language, this.#plain.slice(end, end + 4));
      this.#written.write(relation ?? this.#bound(start) ?? ['in'], start, start);
      this.#written.writeDate(date, start, end);
      this.#at = end;
      return true;
    }
    const behind = boundBehind(this.#language, this.#plain.slice(start + run.length, start + run.length + 8));
    this.#written.write(behind ?? this.#bound(start) ?? [], start, start);
    this.#written.emit(String(value), start, start + run.length, { pos: 'NUM' });
    this.#at = start + run.length;
    this.#behindNumber();
    return true;
  }

  /** Reads "14.06.2019", "14/6/2019", "2019-06-14". */
  #date(run: string): boolean {
    const date = dateInDigits(run);
    if (date === null) return false;
    const start = this.#at;
    this.#written.write(this.#bound(start) ?? [], start, start);
    this.#written.writeDate(date, start, start + date.length);
    this.#at = start + date.length;
    return true;
  }

  /** Reads "14. Juni 2019", "1er mai", "14 de junio de 2019". */
  #dayOfMonth(run: string): boolean {
    const day = /^\d{1,2}(?!\d)/.exec(run)?.[0] ?? '';
    if (day === '' || Number(day) > 31 || Number(day) === 0 || /^[.,:]\d/.test(run.slice(day.length))) return false;
    const start = this.#at;
    const at = start + day.length;
    const monthAt = at + this.#match(OF, at).length;
    const month = phraseAt(this.#phrases.months, this.#plain, monthAt);
    if (month === null) return false;
    const end = monthAt + month.words.length;
    this.#written.write(this.#bound(start) ?? [], start, start);
    this.#written.emit(day, start, at, { pos: 'NUM' });
    this.#written.write(month.english, monthAt, end, 'PROPN');
    this.#at = end;
    this.#yearBehind();
    return true;
  }

  /** Reads the year after a month, if there is one. */
  #yearBehind(): boolean {
    const at = this.#at + this.#match(TO_YEAR, this.#at).length;
    const year = /^\d{4}(?![\d])/.exec(this.#plain.slice(at, at + 5))?.[0];
    if (year === undefined) return false;
    this.#written.emit(year, at, at + 4, { pos: 'NUM' });
    this.#at = at + 4;
    return true;
  }

  /** Reads "Juni 2019", "juin 2019". A month without a year is treated as an ordinary word. */
  #month(): boolean {
    if (/[\p{L}\p{M}]/u.test(this.#plain.charAt(this.#at - 1))) return false;
    const month = phraseAt(this.#phrases.months, this.#plain, this.#at);
    if (month === null) return false;
    const start = this.#at;
    const end = start + month.words.length;
    const at = end + this.#match(TO_YEAR, end).length;
    if (!/^\d{4}(?!\d)/.test(this.#plain.slice(at, at + 5))) return false;
    this.#written.write(this.#bound(start) ?? [], start, start);
    this.#written.write(month.english, start, end, 'PROPN');
    this.#at = end;
    return this.#yearBehind();
  }

  #plainNumber(run: string): boolean {
    const start = this.#at;
    const whole = firstNumber(run);
    const value = plainNumber(whole, this.#phrases.decimal);
    const end = start + whole.length;
    const bound = this.#rangeBefore() ?? this.#bound(start);
    this.#written.write(bound ?? [], start, start);
    const isFour = /^\d{4}$/.test(whole) && Number(whole) >= YEARS.from && Number(whole) <= YEARS.to;
    const isYear = isFour && this.#isYear(bound, end);
    if (isYear && bound === null) this.#written.write(['in'], start, start);
    const isOpen = value === null || (isFour && !isYear && !this.#isMeasured(end));
    this.#written.emit(value ?? whole, start, end, { pos: 'NUM', isOpen });
    const isAmount = value !== whole || AMOUNT.test(this.#plain.slice(end, end + 4));
    if (isAmount) this.#written.amounts.add(this.#written.tokens.at(-1)!);
    this.#at = end;
    if (!isYear) this.#behindNumber();
    return true;
  }

  /** Replaces the word between the ends of a range with "to", as in "10 bis 12". */
  #rangeBefore(): string[] | null {
    const before = this.#written.tokens.at(-1);
    const first = this.#written.tokens.at(-2);
    if (before === undefined || first?.pos !== 'NUM') return null;
    if (!joinsRange(this.#language, before.text.toLowerCase(), this.#plain.slice(0, first.start))) return null;
    this.#written.takeBack();
    return ['to'];
  }

  /** True if the four-digit number that ends at `end` is a year, i.e. counts and measures nothing. */
  #isYear(bound: readonly string[] | null, end: number): boolean {
    if (this.#isMeasured(end)) return false;
    const behind = this.#plain.slice(end, end + 6);
    if (/^ (?:r\.|roku|م)/u.test(behind)) return true;
    if (bound?.[0] === 'to' && /^[12]\d{3}$/.test(this.#written.tokens.at(-1)?.text ?? '')) return true;
    const range = /^ (\p{L}{1,5}) [12]\d{3}(?!\d)/u.exec(this.#plain.slice(end, end + 12));
    if (range !== null && joinsFigures(this.#language, range[1]!)) return true;
    // German capitalises nouns, so a lower-case word is not counted.
    if (this.#language === 'de' && /^ \p{Ll}/u.test(this.#text.slice(end, end + 2))) return true;
    const isDated = bound !== null && /^(?:in|since|until|before|after)$/.test(bound[0]!);
    return isDated || ((/^\s*(?:[.,;:!?)\]–—-]|$)/u.test(behind) || this.#at === 0) && !/^[.,]\d/.test(behind));
  }

  /** Whether a power of ten, a unit or a currency follows. */
  #isMeasured(end: number): boolean {
    const at = end + this.#match(SPACE, end).length;
    const { magnitudes, units } = this.#phrases;
    const symbol = /^(?:[%‰€$£¥°]|[kcm]?m[²³2]?\b|[kmgt]?w\b|k?g\b)/u;
    return (
      phraseAt(magnitudes, this.#plain, at) !== null ||
      phraseAt(units, this.#plain, at) !== null ||
      symbol.test(this.#plain.slice(at, at + 4))
    );
  }

  /** Reads the powers of ten and the unit or currency after a number, or else the noun it counts. */
  #behindNumber(): void {
    let phrase: Phrase | null = null;
    for (const index of [this.#phrases.magnitudes, this.#phrases.magnitudes, this.#phrases.units]) {
      const at = this.#at + this.#match(SPACE, this.#at).length;
      phrase = phraseAt(index, this.#plain, at);
      if (phrase === null) continue;
      this.#at = at + phrase.words.length;
      this.#written.write(phrase.english, at, this.#at, 'NOUN');
    }
    if (phrase === null) this.#counted();
  }

  /** Reads the noun after a figure that the figure counts, or a unit symbol. */
  #counted(): void {
    const at = this.#at + this.#match(SPACE, this.#at).length;
    const word = this.#isSpaceless ? this.#plain.charAt(at) : this.#match(RUN, at);
    if (!/\p{L}/u.test(word) || joinsFigures(this.#language, word)) return;
    const unit = foldedUnit(word);
    if (unit === null) this.#written.emitWord(word.slice(0, STEM), at, at + word.length, 'NOUN');
    else this.#written.emit(unit, at, at + word.length, { pos: 'NOUN' });
    this.#at = at + word.length;
  }

  /** Reads a currency before a figure: "EUR 1.250", "US-Dollar 5". Signs such as "€" need no rewriting. */
  #money(): boolean {
    const money = phraseAt(this.#phrases.money, this.#plain, this.#at);
    if (money === null) return false;
    const end = this.#at + money.words.length;
    if (!/^[ \u00a0]?\d/.test(this.#plain.slice(end, end + 2))) return false;
    this.#written.write(money.english, this.#at, end, 'SYM');
    this.#at = end;
    return true;
  }

  #word(): boolean {
    const word = this.#match(RUN, this.#at);
    if (word === '') return false;
    // In languages without spaces, a number may begin in the middle of a run of letters.
    const numeral = this.#isSpaceless ? word.slice(1).search(/[〇零一二三四五六七八九十百千万萬億亿两兩]/u) + 1 : 0;
    const length = numeral > 0 ? numeral : word.length;
    this.#written.emitWord(this.#text.slice(this.#at, this.#at + length), this.#at, this.#at + length);
    this.#at += length;
    return true;
  }

  /** The English words for the bound or relation before `at`; null if there is none. */
  #bound(at: number): readonly string[] | null {
    return boundBefore(this.#language, this.#plain.slice(0, at), this.#isSpaceless);
  }
}
