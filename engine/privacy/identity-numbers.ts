/**
 * Finds numbers and addresses that belong to one person: e-mail addresses and the numbers of phones, cards, accounts and identity
 * documents.
 */
import { composedRegExp } from '#common/composed-regexps.ts';
import type { Finding, IdentifierKind } from './finding.ts';

interface Pattern {
  kind: IdentifierKind;
  /** Global. The finding is the group `value`, or the whole match without such a group. */
  pattern: RegExp;
  /** The key of a value; null if a check shows that the value is not of this kind. */
  keyOf(value: string): string | null;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

function digits(fewest: number, most: number): (value: string) => string | null {
  return (value) => {
    const found = digitsOf(value);
    return found.length >= fewest && found.length <= most ? found : null;
  };
}

/** Checks the check digit of a card number (ISO/IEC 7812-1, Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function cardKey(value: string): string | null {
  const number = digitsOf(value);
  return number.length >= 13 && number.length <= 19 && passesLuhn(number) ? number : null;
}

/** Checks the check digits of an account number (ISO 13616, modulo 97) and returns its key; null if they are wrong. */
function ibanKey(value: string): string | null {
  const iban = value.replaceAll(' ', '');
  const rearranged = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return iban.length >= 15 && iban.length <= 34 && BigInt(rearranged) % 97n === 1n ? iban : null;
}

function identityKey(value: string): string | null {
  const key = value.replaceAll(/[\s-]/g, '').toUpperCase();
  return digitsOf(key).length >= 4 ? key : null;
}

const WHOSE =
  "passport|national insurance|social security|ssn|nhs|nino|mrn|medical record|health record|patient|hospital|identity|identification|id|driv(?:er['’]?s?|ing) licen[cs]e|tax(?:payer)?|insurance|member(?:ship)?|personal";
const NUMBER_WORD = '(?:number|no\\.?|nr\\.?|id|code|#)';

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'email',
    pattern: /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
    keyOf: (value) => value.toLowerCase(),
  },
  {
    kind: 'account',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    keyOf: ibanKey,
  },
  {
    kind: 'account',
    pattern: composedRegExp(
      `\\b(?:account|acct|a\\/c|sort code|routing|konto)\\b[ \\t]*(?:${NUMBER_WORD}[ \\t]*)?(?:(?:is|was|:|=)[ \\t]*)?(?<value>\\d(?:[ -]?\\d){5,17})(?![\\w]|[.,]\\d)`,
      'gi',
    ),
    keyOf: digits(6, 18),
  },
  { kind: 'card', pattern: /(?<![\w.,-])[2-6]\d{3}(?:[ -]?\d){9,15}(?!\w|[.,]\d)/g, keyOf: cardKey },
  // United States: social security number.
  {
    kind: 'identity_number',
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
    keyOf: identityKey,
  },
  // United Kingdom: national insurance number.
  {
    kind: 'identity_number',
    pattern: /\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g,
    keyOf: identityKey,
  },
  {
    kind: 'identity_number',
    pattern: composedRegExp(
      `\\b(?:${WHOSE})\\b(?:[ \\t]+(?:card|security|insurance|record|identification))?[ \\t]*${NUMBER_WORD}[ \\t]*(?:(?:is|was|:|=)[ \\t]*)?(?<value>(?:[A-Z]{1,4}[ -]?)?\\d[\\dA-Z]{0,20}(?:[ -][A-Z]{0,3}\\d[\\dA-Z]{0,12}){0,5})\\b`,
      'gi',
    ),
    keyOf: identityKey,
  },
  {
    kind: 'identity_number',
    pattern: /\b(?:SSN|NHS|NINO|MRN)[ \t]*(?:[:#][ \t]*)?(?<value>\d[\dA-Z]{0,20}(?:[ -]\d[\dA-Z]{0,12}){0,5})\b/g,
    keyOf: identityKey,
  },
  { kind: 'phone', pattern: /(?<![\w.+])(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\w|[.,]\d)/g, keyOf: digits(8, 15) },
  {
    kind: 'phone',
    pattern: /(?<![\w.,-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-]|[.,]\d)/g,
    keyOf: digits(10, 10),
  },
  // Prefixes of two digits: with digits in pairs as in France, otherwise as in the Netherlands, Ireland, Japan and Australia.
  { kind: 'phone', pattern: /(?<![\w.,-])0\d(?:[ .-]\d{2}){4}(?!\w|[.,]\d)/g, keyOf: digits(10, 10) },
  {
    kind: 'phone',
    pattern: /(?<![\w.,-])\(?0\d\)?(?:[ -]\d{3,4} ?|-\d{3,4}-)\d{4}(?!\w|[.,]\d)/g,
    keyOf: digits(9, 10),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w.,-])\(?0\d{2,5}\)?[ /-]\d{3,8}(?:[ -]\d{2,6}){0,2}(?!\w|[.,]\d)/g,
    keyOf: digits(9, 12),
  },
  {
    kind: 'phone',
    pattern:
      /\b(?:tel(?:ephone)?|phone|mobile|cell|fax)\b\.?[ \t]*(?:(?:number|no\.?|us|on|at|is|:)[ \t]*)?(?<value>\(?\d(?:[ ()./-]{0,2}\d){5,14})(?!\w|[.,]\d)/gi,
    keyOf: digits(6, 15),
  },
];

/** E-mail addresses, phone, card and account numbers, and identity numbers in `text`. The findings may overlap. */
export function findNumbers(text: string): Finding[] {
  return PATTERNS.flatMap(({ kind, pattern, keyOf }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match.groups?.value ?? match[0];
      const key = keyOf(value);
      // The group `value` is always at the end of the match.
      const end = match.index + match[0].length;
      return key === null ? [] : [{ kind, start: end - value.length, end, key }];
    }),
  );
}
